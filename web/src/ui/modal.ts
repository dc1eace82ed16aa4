/** For {@attach} on a <dialog>: it lies above the page as long as it is there. */
export function modal(node: HTMLDialogElement): () => void {
  node.showModal();
  return () => node.close();
}
