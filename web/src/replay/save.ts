// Hands a text to the reader as a file.

export function save(file: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href)); // not before the browser has taken it
}
