// Where there is no room for a long name it is cut; it can be read whole all the same. Ears hear all of it anyway.
import { announcer } from "./announcer.svelte";

/** For {@attach} on what may be cut: a mouse reads the rest where it is, a finger taps for it. */
export function whole(node: HTMLElement): () => void {
  const isCut = () => node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight;
  const name = () => (isCut() ? node.textContent.trim() : "");
  const point = () => (node.title = name());
  const tap = ({ pointerType }: PointerEvent) => pointerType !== "mouse" && name() && announcer.note(name());
  node.addEventListener("pointerenter", point);
  node.addEventListener("click", tap);
  return () => {
    node.removeEventListener("pointerenter", point);
    node.removeEventListener("click", tap);
  };
}
