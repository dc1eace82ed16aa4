// Hands the record of a game to the reader as a file.

export function recordFile(game: string, table: string): string {
  return `pasar-${game}-${table}.json`;
}

export function saveRecord(file: string, record: object): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([`${JSON.stringify(record)}\n`], { type: "application/json" }));
  link.download = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href)); // not before the browser has taken it
}
