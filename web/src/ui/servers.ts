// Addresses of servers that people type, and links that lead to one.

/** The server's own page; null if the text is no address. Without a scheme it is taken for a safe one. */
export function serverAt(text: string): URL | null {
  const typed = text.trim();
  try {
    const url = new URL(/^https?:\/\//i.test(typed) ? typed : `https://${typed}`);
    return /^[a-z0-9.-]+\.[a-z0-9-]+$|^localhost$|^\[/i.test(url.hostname) ? url : null;
  } catch {
    return null;
  }
}
