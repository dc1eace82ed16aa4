// What is said aloud to a screen reader, and the short notes that everybody sees for a while.

export interface Note {
  id: number;
  text: string;
  bad: boolean;
}

class Announcer {
  /** Changing text in a live region: spoken, not shown. */
  spoken = $state("");
  notes = $state.raw<Note[]>([]);
  private number = 0;

  say(text: string): void {
    // The same sentence twice has to be spoken twice: a live region speaks only what changes.
    this.spoken = text === this.spoken ? `${text}\u00a0` : text;
  }

  note(text: string, { bad = false, ms = 6000 } = {}): void {
    const note = { id: ++this.number, text, bad };
    this.notes = [...this.notes.slice(-2), note];
    setTimeout(() => this.drop(note.id), ms);
  }

  drop(id: number): void {
    this.notes = this.notes.filter((note) => note.id !== id);
  }
}

export const announcer = new Announcer();
