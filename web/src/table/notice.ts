// Calls somebody back to the table when it is their turn: by a sound, and by the browser if they have asked for it.
import { prefs } from "$/state/prefs.svelte";
import { root } from "$/state/root";
import { sounds } from "$/ui/sounds";

export function callBack(title: string, text: string, table: string): void {
  sounds.turn();
  if (!document.hidden || !prefs.notify || !("Notification" in window) || Notification.permission !== "granted") return;
  try {
    const notice = new Notification(title, { body: text, tag: `pasar-${table}`, icon: `${root}icon.svg` });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  } catch {
    // Some phones show notifications only for installed apps; the title and the sound have to do.
  }
}
