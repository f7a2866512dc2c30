/** Receipts as columns: what lists, lanes and filters need of many thousands. The rest is asked for when it is looked at. */

import { kindOf, type NodeKind, nodeHash } from '@touchstone/core/agent/node.ts';
import { fromBase64, toHex } from '@touchstone/core/bytes.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import { nodeOfReceipt } from './node-of-receipt.ts';
import type { Outline, Receipt } from './queries.ts';
import { statusNumber, statusOf } from './row-status.ts';

/** The order is the number that columns hold. */
export const KINDS = [
  'register',
  'start',
  'end',
  'action',
  'tool',
  'memory',
  'policy',
  'exposure',
  'approval',
  'decision',
  'delegate',
] as const satisfies readonly NodeKind[];

const KIND_NUMBERS: ReadonlyMap<NodeKind, number> = new Map(KINDS.map((kind, number) => [kind, number]));

export const HASH_BYTES = 32;
/** A list shows one line; the whole summary is in the receipt. */
const SUMMARY_CHARACTERS = 160;

/** Consecutive receipts of one session, in the order of the chain. */
export interface NodeColumns {
  readonly count: number;
  readonly ids: readonly string[];
  readonly summaries: readonly string[];
  /** The action types that occur, and for each row the place of its own. */
  readonly actions: readonly string[];
  readonly action: Uint16Array<ArrayBuffer>;
  /** Places in `KINDS`. */
  readonly kind: Uint8Array<ArrayBuffer>;
  /** Places in `ROW_STATUSES`. */
  readonly status: Uint8Array<ArrayBuffer>;
  /** Milliseconds since 1970; NaN where the text is no time. */
  readonly time: Float64Array<ArrayBuffer>;
  /** `HASH_BYTES` for each row, as the service has stored them; zeros where there is none. */
  readonly hash: Uint8Array<ArrayBuffer>;
  readonly inputHash: Uint8Array<ArrayBuffer>;
  readonly outputHash: Uint8Array<ArrayBuffer>;
  /** Rows that delegated, with the session that they opened. */
  readonly children: readonly (readonly [row: number, sessionId: string])[];
}

/** Packs what the service answers as outline. The arrays are new and may be transferred. Throws TypeError where columns differ in length. */
export function columnsOfOutline(outline: Outline): NodeColumns {
  const { node_ids: ids, summaries, action_types: actions, action_type: action, outcomes, outcome, times } = outline;
  const count = ids.length;
  const kinds = actions.map((one) => KIND_NUMBERS.get(kindOf(one)) ?? 0);
  const statuses = outcomes.map(statusNumber);
  const columns = {
    count,
    ids,
    summaries,
    actions,
    children: outline.children.map(({ node, session_id }) => [node, session_id] as const),
    action: Uint16Array.from(action),
    kind: Uint8Array.from(action, (place) => kinds[place] ?? 0),
    status: Uint8Array.from(outcome, (place) => statuses[place] ?? 0),
    time: Float64Array.from(times),
    hash: hashesOf(outline.hashes),
    inputHash: hashesOf(outline.input_hashes),
    outputHash: hashesOf(outline.output_hashes),
  };
  const { hash, inputHash, outputHash } = columns;
  const isWhole =
    [summaries, action, outcome, times].every(({ length }) => length === count) &&
    [hash, inputHash, outputHash].every(({ length }) => length === count * HASH_BYTES);
  if (!isWhole) throw new TypeError('the columns of an outline differ in length');
  return columns;
}

function hashesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = fromBase64(text);
  if (bytes === null) throw new TypeError('a column of an outline is no base64');
  return new Uint8Array(bytes);
}

/** Packs receipts, hashing each. The arrays are new and may be transferred. */
export function columnsOf(receipts: readonly Receipt[]): NodeColumns {
  const count = receipts.length;
  const actions = new Map<string, number>();
  const children: [number, string][] = [];
  const columns = {
    action: new Uint16Array(count),
    kind: new Uint8Array(count),
    status: new Uint8Array(count),
    time: new Float64Array(count),
    hash: new Uint8Array(count * HASH_BYTES),
    inputHash: new Uint8Array(count * HASH_BYTES),
    outputHash: new Uint8Array(count * HASH_BYTES),
  };
  const kinds: number[] = [];
  for (const [row, receipt] of receipts.entries()) {
    let action = actions.get(receipt.action_type);
    if (action === undefined) {
      action = actions.size;
      actions.set(receipt.action_type, action);
      kinds.push(KIND_NUMBERS.get(kindOf(receipt.action_type)) ?? 0);
    }
    columns.action[row] = action;
    columns.kind[row] = kinds[action] ?? 0;
    columns.status[row] = statusNumber(statusOf(receipt));
    columns.time[row] = parseIsoTime(receipt.timestamp) ?? Number.NaN;
    columns.hash.set(nodeHash(nodeOfReceipt(receipt)), row * HASH_BYTES);
    putHash(columns.inputHash, row, receipt.input_hash);
    putHash(columns.outputHash, row, receipt.output_hash);
    if (receipt.details.child_session_id !== undefined) children.push([row, receipt.details.child_session_id]);
  }
  return {
    count,
    ids: receipts.map(({ node_id }) => node_id),
    summaries: receipts.map(({ action_summary }) => action_summary.slice(0, SUMMARY_CHARACTERS)),
    actions: [...actions.keys()],
    children,
    ...columns,
  };
}

/** What may be handed to another thread without a copy. */
export function transferables(columns: NodeColumns): ArrayBuffer[] {
  const { action, kind, status, time, hash, inputHash, outputHash } = columns;
  return [action, kind, status, time, hash, inputHash, outputHash].map(({ buffer }) => buffer);
}

/** Values of the characters of lower-case hexadecimal; 255 for every other one. */
const DIGITS = Uint8Array.from({ length: 128 }, (_, code) => {
  const value = '0123456789abcdef'.indexOf(String.fromCharCode(code));
  return value < 0 ? 255 : value;
});

/** Three hashes a row add up: this reads 100,000 rows in some 50 ms. A text of another form leaves zeros. */
function putHash(column: Uint8Array, row: number, hex: string | null): void {
  if (hex?.length !== 2 * HASH_BYTES) return;
  const start = row * HASH_BYTES;
  for (let at = 0; at < HASH_BYTES; at++) {
    const high = DIGITS[hex.charCodeAt(2 * at)] ?? 255;
    const low = DIGITS[hex.charCodeAt(2 * at + 1)] ?? 255;
    if (high > 15 || low > 15) {
      column.fill(0, start, start + HASH_BYTES);
      return;
    }
    column[start + at] = (high << 4) | low;
  }
}

/** The hash of a row in lower-case hexadecimal; null where there is none. */
export function hashAt(column: Uint8Array, row: number): string | null {
  const bytes = column.subarray(row * HASH_BYTES, (row + 1) * HASH_BYTES);
  return bytes.every((byte) => byte === 0) ? null : toHex(bytes);
}

/** The first row from `from` on that holds a hash beginning with these bytes; -1 where there is none. */
export function findHash(column: Uint8Array, count: number, wanted: Uint8Array, from = 0): number {
  for (let row = from; row < count; row++) {
    let at = 0;
    while (at < wanted.length && column[row * HASH_BYTES + at] === wanted[at]) at++;
    if (at === wanted.length) return row;
  }
  return -1;
}
