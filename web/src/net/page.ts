// A table that lives in this page, for whoever speaks to tables: the same messages as over a socket, without one.
import { inPage, Refusal } from "./api";
import type { Command, Question, ServerMessage } from "./messages";
import type { Listeners } from "./socket";

type Onlooker = import("$/local/table").Onlooker;

const QUESTIONS = ["eyes", "hint", "what_if", "react", "snapshot", "ping"];

export class PageSocket {
  private readonly onlooker: Onlooker;
  private closed = false;

  constructor(private readonly id: string, private readonly to: Listeners) {
    this.onlooker = { eyes: to.enter().eyes, hear: (message) => to.hear(message) };
    void this.enter();
  }

  close(): void {
    this.closed = true;
    void this.table().then((table) => table.onlookers.delete(this.onlooker), () => undefined);
  }

  async ask<T extends ServerMessage = ServerMessage>(message: Command | Question): Promise<T> {
    const table = await this.table();
    if (QUESTIONS.includes(message.type)) {
      const answer = await table.answerTo(message as Question, this.onlooker);
      if (answer.type === "table") this.to.hear(answer);
      return answer as T;
    }
    const { version } = await (await inPage()).command(this.id, message as Command);
    return { type: "ack", id: null, version } as ServerMessage as T;
  }

  private async table(): Promise<import("$/local/table").Table> {
    return (await inPage()).found(this.id);
  }

  private async enter(): Promise<void> {
    try {
      const table = await this.table();
      if (this.closed) return;
      this.onlooker.eyes = table.ownEyes(this.onlooker.eyes);
      this.to.connection("open");
      this.to.hear(table.snapshot(this.onlooker.eyes));
      table.onlookers.add(this.onlooker);
    } catch (fault) {
      const told = fault instanceof Refusal ? fault.fault : { code: "internal", message: String(fault) };
      this.to.connection("ended", told);
    }
  }
}
