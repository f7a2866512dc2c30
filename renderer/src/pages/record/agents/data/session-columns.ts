/** All receipts of one session that are loaded so far, as columns that grow. */
import { HASH_BYTES, hashAt, KINDS, type NodeColumns } from './columns.ts';
import { type RowStatus, rowStatus, TROUBLE_WEIGHT } from './row-status.ts';

type Growing = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

const FIRST_CAPACITY = 1_024;

export class SessionColumns {
  count = 0;
  /** How many rows are failures. */
  troubles = 0;
  readonly ids: string[] = [];
  readonly summaries: string[] = [];
  readonly actions: string[] = [];
  /** Rows that delegated, with the session that they opened. */
  readonly children = new Map<number, string>();
  kind = new Uint8Array(FIRST_CAPACITY);
  status = new Uint8Array(FIRST_CAPACITY);
  action = new Uint16Array(FIRST_CAPACITY);
  time = new Float64Array(FIRST_CAPACITY);
  hash = new Uint8Array(FIRST_CAPACITY * HASH_BYTES);
  inputHash = new Uint8Array(FIRST_CAPACITY * HASH_BYTES);
  outputHash = new Uint8Array(FIRST_CAPACITY * HASH_BYTES);
  private readonly actionPlaces = new Map<string, number>();

  /** Adds the rows that follow. */
  append(page: NodeColumns): void {
    const start = this.count;
    this.reserve(start + page.count);
    this.kind.set(page.kind, start);
    this.status.set(page.status, start);
    this.time.set(page.time, start);
    this.hash.set(page.hash, start * HASH_BYTES);
    this.inputHash.set(page.inputHash, start * HASH_BYTES);
    this.outputHash.set(page.outputHash, start * HASH_BYTES);
    const places = page.actions.map((action) => this.placeOf(action));
    for (const [row, place] of page.action.entries()) this.action[start + row] = places[place] ?? 0;
    for (const id of page.ids) this.ids.push(id);
    for (const summary of page.summaries) this.summaries.push(summary);
    for (const [row, sessionId] of page.children) this.children.set(start + row, sessionId);
    this.count += page.count;
    for (const status of page.status) if (rowStatus(status).weight >= TROUBLE_WEIGHT) this.troubles += 1;
  }

  idAt(row: number): string {
    return this.ids[row] ?? '';
  }

  summaryAt(row: number): string {
    return this.summaries[row] ?? '';
  }

  kindAt(row: number): (typeof KINDS)[number] {
    return KINDS[this.kind[row] ?? 0] ?? 'action';
  }

  statusAt(row: number): RowStatus {
    return rowStatus(this.status[row] ?? 0);
  }

  actionAt(row: number): string {
    return this.actions[this.action[row] ?? 0] ?? '';
  }

  /** The session that this row opened; null where it delegated nothing. */
  childAt(row: number): string | null {
    return this.children.get(row) ?? null;
  }

  /** The hash that the service has stored for this row, in hexadecimal; null where it has none. */
  hashAt(row: number): string | null {
    return hashAt(this.hash, row);
  }

  /** The row of a receipt, looked for from `from` on; -1 where it is not among those that are loaded. */
  rowOf(nodeId: string, from = 0): number {
    return this.ids.indexOf(nodeId, from);
  }

  private placeOf(action: string): number {
    let place = this.actionPlaces.get(action);
    if (place === undefined) {
      place = this.actions.length;
      // More kinds than two bytes tell apart are listed under the last one; the receipt itself has its own name.
      if (place > 0xffff) return 0xffff;
      this.actions.push(action);
      this.actionPlaces.set(action, place);
    }
    return place;
  }

  private reserve(rows: number): void {
    if (rows <= this.kind.length) return;
    const capacity = Math.max(rows, this.kind.length * 2);
    this.kind = grown(this.kind, new Uint8Array(capacity));
    this.status = grown(this.status, new Uint8Array(capacity));
    this.action = grown(this.action, new Uint16Array(capacity));
    this.time = grown(this.time, new Float64Array(capacity));
    this.hash = grown(this.hash, new Uint8Array(capacity * HASH_BYTES));
    this.inputHash = grown(this.inputHash, new Uint8Array(capacity * HASH_BYTES));
    this.outputHash = grown(this.outputHash, new Uint8Array(capacity * HASH_BYTES));
  }
}

function grown<T extends Growing>(from: T, to: T): T {
  to.set(from);
  return to;
}
