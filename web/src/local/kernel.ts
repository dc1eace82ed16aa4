// A game's compiled rules (`pasar export`), called with plain values. Knows no table and no page; Node runs it as it is.
import type { Manifest, Rules } from "./manifest";

export type { Correction, Level, Manifest, Rules } from "./manifest";
export type State = Uint8Array;
/** Rows of numbers: a code, a seat, four arguments, and whose forced answer led there. */
export type Story = Int16Array;

export interface Refused {
  code: string;
  values: Record<string, unknown>;
}

export const SPECTATOR = -1;
export const ALL_SEEING = -2;
const NUMBERS = 256; // 64-bit numbers of room: parts, seats, points by source
const REASON = 10; // numbers that a refusal can give
const MOST_EYES = 18;
const CELLS = 12; // of a search's settings
const LISTED = 64; // decisions below one node of a tree
const NODE = 32; // bytes, the key first
const [VISITS, PRIOR, TOTAL] = [4, 20, 24]; // where a node has these
const ACTION_BITS = 6; // of a key
const BEYOND_DOUBT = 1e8; // simulations after which nobody tries again
const CONTROL = 2;

type Call = (...values: number[]) => number;
type Calls = Record<
  | "allocate" | "deal" | "start" | "to_act" | "apply" | "points" | "sources" | "winners" | "resample" | "observe" | "decide"
  | "why" | "write_sights" | "write_stories" | "write_menu" | "write_reason" | "load" | "write_setup" | "decide_by_rules_of_thumb"
  | "reopen" | "clear" | "find" | "list_children" | "search", Call
>;

/** A tree of decisions in the kernel's memory. */
export interface Tree {
  at: number;
  capacity: number;
  control: number;
}

export class Kernel {
  readonly manifest: Manifest;
  readonly longest: number;
  private readonly call: Calls;
  private readonly open: (state: number, seat: number) => bigint;
  private readonly memory: WebAssembly.Memory;
  private readonly nets: Record<string, number> = {};
  private readonly at: Record<"state" | "after" | "source" | "story" | "row" | "numbers" | "ends" | "settings" | "rows", number>;
  private text = { at: 0, size: 0 };

  /** `nets` are the game's, one after another: only who searches needs them. */
  constructor(manifest: Manifest, module: WebAssembly.Module, nets?: Uint8Array) {
    const { exp, log, log10, tanh } = Math;
    const { exports } = new WebAssembly.Instance(module, { env: { exp, log, log10, tanh } });
    this.manifest = manifest;
    this.longest = manifest.story.events * manifest.story.columns;
    this.call = exports as Record<string, unknown> as Calls;
    this.open = exports.open_actions as (state: number, seat: number) => bigint;
    this.memory = exports.memory as WebAssembly.Memory;
    const room = (bytes: number) => this.call.allocate(bytes);
    this.at = {
      state: room(manifest.state), after: room(manifest.state), source: room(8 * (manifest.deal_words + 1)),
      story: room(2 * this.longest), row: room(2 * Math.max(REASON, manifest.observed)), numbers: room(8 * NUMBERS),
      ends: room(8 * MOST_EYES), settings: room(8 * CELLS), rows: room(8 * 4 * LISTED),
    };
    if (nets) this.takeNets(nets);
  }

  private takeNets(nets: Uint8Array): void {
    let at = this.call.allocate(nets.length);
    new Uint8Array(this.memory.buffer).set(nets, at);
    for (const [players, [rows, cells]] of Object.entries(this.manifest.nets)) {
      this.nets[players] = at;
      at += 4 * rows * cells;
    }
  }

  // --- Rules ---------------------------------------------------------------------------------------------------------

  blank(rules: Rules): State {
    const found = this.manifest.blanks.find((each) => Object.entries(each.rules).every(([name, value]) => rules[name] === value));
    if (!found) throw new Error(`${this.manifest.name} has no rules ${JSON.stringify(rules)}`);
    return bytesIn(found.state);
  }

  /** A dealt game, not started. `source`: one number to begin from, or a tape of numbers after a 1. */
  deal(blank: State, source: BigUint64Array): State {
    this.put(blank);
    this.putSource(source);
    this.call.deal(this.at.state, this.at.source, source.length);
    this.getSource(source);
    return this.get();
  }

  /** A dealt game, not started, from the record of its setup; null for what the box does not allow. */
  load(blank: State, setup: Uint8Array): State | null {
    const at = this.roomFor(setup.length);
    new Uint8Array(this.memory.buffer).set(setup, at);
    return this.call.load(at, this.put(blank)) ? this.get() : null;
  }

  start(dealt: State): [State, Story] {
    this.put(dealt);
    this.call.start(this.at.state, this.clean());
    return [this.get(), this.told()];
  }

  toAct(state: State): number[] {
    return seatsIn(this.call.to_act(this.put(state)));
  }

  winners(state: State): number[] {
    return seatsIn(this.call.winners(this.put(state)));
  }

  openActions(state: State, seat: number): bigint {
    return BigInt.asUintN(64, this.open(this.put(state), seat));
  }

  apply(state: State, seat: number, action: number): [State, Story] {
    this.call.apply(this.put(state), seat, action, this.clean());
    return [this.get(), this.told()];
  }

  points(state: State, players: number): number[] {
    this.numbers(Array.from({ length: players }, () => 0));
    this.call.points(this.put(state), this.at.numbers, players);
    return this.gotNumbers(players);
  }

  /** By seat where its points come from. */
  breakdown(state: State, players: number): Record<string, number>[] {
    const { sources } = this.manifest;
    const size = players * sources.length;
    this.numbers(Array.from({ length: size }, () => 0));
    this.call.sources(this.put(state), this.at.numbers, players);
    const all = this.gotNumbers(size);
    return Array.from({ length: players }, (_, seat) =>
      Object.fromEntries(sources.map((source, place) => [source, all[seat * sources.length + place] ?? 0])),
    );
  }

  /** Another state that the seat could not tell from this one. */
  resampled(state: State, seat: number, source: BigUint64Array): State {
    this.put(state);
    this.putSource(source);
    this.call.resample(this.at.state, seat, this.at.source, source.length);
    this.getSource(source);
    return this.get();
  }

  observation(state: State, seat: number): Int16Array {
    const { observed } = this.manifest;
    new Int16Array(this.memory.buffer, this.at.row, observed).fill(0);
    this.call.observe(this.put(state), seat, this.at.row);
    return new Int16Array(this.memory.buffer, this.at.row, observed).slice();
  }

  /** How many whole moves a state has seen, forced ones included. */
  made(state: State): number {
    const [begin, size] = this.manifest.made;
    return state.slice(begin, begin + size).reduceRight((high, low) => 256 * high + low, 0);
  }

  // --- Decisions, and what is said about them ------------------------------------------------------------------------

  /** Make a move on a copy, or say why it is closed. */
  decide(state: State, seat: number, parts: number[]): { state: State; story: Story } | Refused {
    this.numbers(parts);
    this.cleanRow();
    const made = this.call.decide(this.put(state), seat, this.at.numbers, parts.length, this.at.after, this.clean(), this.at.row);
    return made ? { state: this.get(this.at.after), story: this.told() } : this.refusal();
  }

  /** Why a move is closed; null if it is open. */
  why(state: State, seat: number, parts: number[]): Refused | null {
    this.numbers(parts);
    this.cleanRow();
    return this.call.why(this.put(state), seat, this.at.numbers, parts.length, this.at.row) ? this.refusal() : null;
  }

  /** What each of `eyes` sees, as JSON. */
  sights(state: State, eyes: number[], memory: boolean): string[] {
    const out = this.roomFor(eyes.length * this.manifest.room.sight);
    this.numbers(eyes);
    this.call.write_sights(this.put(state), this.at.numbers, eyes.length, memory ? 1 : 0, out, this.at.ends);
    return this.split(out, eyes.length);
  }

  /** What a story told to each of `eyes`, as JSON. */
  stories(story: Story, eyes: number[]): string[] {
    const events = story.length / this.manifest.story.columns;
    const out = this.roomFor(eyes.length * (2 + events * this.manifest.room.event));
    this.numbers(eyes);
    const rows = new Int16Array(this.memory.buffer, this.clean(), this.longest);
    rows[0] = events;
    rows.set(story, this.manifest.story.columns);
    this.call.write_stories(this.at.story, this.at.numbers, eyes.length, out, this.at.ends);
    return this.split(out, eyes.length);
  }

  menu(state: State, seat: number): string {
    const out = this.roomFor(this.manifest.room.menu);
    return this.read(out, this.call.write_menu(this.put(state), seat, out));
  }

  setup(dealt: State): string {
    const out = this.roomFor(this.manifest.room.setup);
    return this.read(out, this.call.write_setup(this.put(dealt), out));
  }

  private refusal(): Refused {
    const out = this.roomFor(this.manifest.room.reason);
    return JSON.parse(this.read(out, this.call.write_reason(this.at.row, out))) as Refused;
  }

  // --- Bots ----------------------------------------------------------------------------------------------------------

  /** The action of a player who decides by rules of thumb, with a chance (in percent) of deciding by none. */
  byRulesOfThumb(state: State, seat: number, chance: number, source: BigUint64Array): number {
    this.put(state);
    this.putSource(source);
    const action = this.call.decide_by_rules_of_thumb(this.at.state, seat, chance, this.at.source);
    this.getSource(source);
    return action;
  }

  /** The state with what others have chosen in secret taken back. */
  reopened(state: State, seat: number): State {
    this.call.reopen(this.put(state), seat);
    return this.get();
  }

  plant(capacity: number): Tree {
    const tree = { at: this.call.allocate(capacity * NODE), capacity, control: this.call.allocate(8 * CONTROL) };
    this.clear(tree);
    return tree;
  }

  clear(tree: Tree): void {
    this.call.clear(tree.at, tree.capacity, tree.control);
  }

  nodes(tree: Tree): number {
    return Number(this.control(tree)[0]);
  }

  top(tree: Tree): number {
    return Number(this.control(tree)[1]);
  }

  /** Go on below a decision. */
  descend(tree: Tree, seat: number, action: number): void {
    this.control(tree)[1] = BigInt(this.call.find(tree.at, tree.capacity, this.top(tree), seat, action));
  }

  /** A tree that has been looked at once shall make this decision: all others seem to lose, beyond doubt. And it looks plausible. */
  insist(tree: Tree, seat: number, action: number): void {
    const view = new DataView(this.memory.buffer, tree.at);
    for (let node = 1; node < this.nodes(tree); node++) {
      const doubt = view.getInt32(node * NODE, true) === ((seat << ACTION_BITS) | action) ? 0 : BEYOND_DOUBT;
      if (!doubt) view.setFloat32(node * NODE + PRIOR, 1, true);
      view.setInt32(node * NODE + VISITS, doubt, true);
      view.setFloat64(node * NODE + TOTAL, -doubt, true);
    }
  }

  /** Node, action, visits and mean reward of the seat's decisions below a node. */
  children(tree: Tree, parent: number, seat: number): [number, number, number, number][] {
    const count = this.call.list_children(tree.at, tree.capacity, parent, seat, this.at.rows, LISTED);
    const rows = new Float64Array(this.memory.buffer, this.at.rows, 4 * LISTED);
    return Array.from({ length: count }, (_, row) => [...rows.slice(4 * row, 4 * row + 4)] as [number, number, number, number]);
  }

  /** So many simulations more. Where the game has no net, rollouts go to the end. */
  search(state: State, seat: number, players: number, tree: Tree, settings: number[], source: BigUint64Array, simulations: number): void {
    const net = this.manifest.nets[players];
    const at = net ? this.nets[players] : this.at.rows;
    if (at === undefined) throw new Error(`${this.manifest.name} searches without its nets`);
    this.put(state);
    this.putSource(source);
    new Float64Array(this.memory.buffer, this.at.settings, CELLS).set(net ? settings : settings.with(3, -1));
    const [rows, cells] = net ?? [1, 1];
    this.call.search(
      this.at.state, seat, tree.at, tree.capacity, tree.control, this.at.settings, at, rows, cells,
      this.at.source, simulations,
    );
    this.getSource(source);
  }

  // --- Memory --------------------------------------------------------------------------------------------------------

  private control(tree: Tree): BigInt64Array {
    return new BigInt64Array(this.memory.buffer, tree.control, CONTROL);
  }

  private put(state: State): number {
    new Uint8Array(this.memory.buffer).set(state, this.at.state);
    return this.at.state;
  }

  private get(at = this.at.state): State {
    return new Uint8Array(this.memory.buffer, at, this.manifest.state).slice();
  }

  private putSource(source: BigUint64Array): void {
    new BigUint64Array(this.memory.buffer, this.at.source, source.length).set(source);
  }

  private getSource(source: BigUint64Array): void {
    source.set(new BigUint64Array(this.memory.buffer, this.at.source, source.length));
  }

  private numbers(values: number[]): void {
    new BigInt64Array(this.memory.buffer, this.at.numbers, values.length).set(values.map(BigInt));
  }

  private gotNumbers(count: number): number[] {
    return [...new BigInt64Array(this.memory.buffer, this.at.numbers, count)].map(Number);
  }

  private clean(): number {
    new Int16Array(this.memory.buffer, this.at.story, this.longest).fill(0);
    return this.at.story;
  }

  private cleanRow(): void {
    new Int16Array(this.memory.buffer, this.at.row, REASON).fill(0);
  }

  private told(): Story {
    const all = new Int16Array(this.memory.buffer, this.at.story, this.longest);
    const { columns } = this.manifest.story;
    return all.slice(columns, columns * (1 + (all[0] ?? 0)));
  }

  private roomFor(size: number): number {
    if (size > this.text.size) this.text = { at: this.call.allocate(2 * size), size: 2 * size };
    return this.text.at;
  }

  private read(at: number, size: number): string {
    return new TextDecoder().decode(new Uint8Array(this.memory.buffer, at, size));
  }

  private split(at: number, count: number): string[] {
    const ends = [...new BigInt64Array(this.memory.buffer, this.at.ends, count)].map(Number);
    return ends.map((end, place) => this.read(at + (ends[place - 1] ?? 0), end - (ends[place - 1] ?? 0)));
  }
}

/** What a text in Base64 holds. */
export function bytesIn(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
}

export function seatsIn(seats: number): number[] {
  return Array.from({ length: 31 }, (_, seat) => seat).filter((seat) => (seats >> seat) & 1);
}
