/** Finds a receipt by its id or by a hash that it holds or has. */
import { fromHex } from '@touchstone/core/bytes.ts';
import { findHash } from '../data/columns.ts';
import type { GraphSnapshot } from '../data/session-graph.ts';
import type { ReceiptPlace } from '../rows/place.ts';

export interface FoundReceipt {
  readonly sessionId: string;
  /** Its row in the columns of that session. */
  readonly node: number;
  readonly by: 'id' | 'hash' | 'input' | 'output';
}

/** The fewest hexadecimal digits that are taken for the beginning of a hash. */
const FEWEST_DIGITS = 8;

/** Whether a text names one receipt or fork, and is no text to look for: an id, or enough digits of a hash. */
export function isIdOrHash(text: string): boolean {
  const given = text.replaceAll(/\s/g, '');
  return /^(?:node|fork)_[\w-]{8,}$/.test(given) || (given.length >= FEWEST_DIGITS && /^[0-9a-f]+$/i.test(given));
}

/**
 * Looks through what is loaded: for an id, or for a hash or its beginning (whole bytes): of the receipt itself, of its
 * input, of its output.
 */
export function findReceipt(graph: GraphSnapshot, given: string): FoundReceipt | null {
  const wanted = given.replaceAll(/\s/g, '').toLowerCase();
  if (wanted === '') return null;
  // The open session first: what is under it is found through it.
  const sessions = [graph.root, ...[...graph.sessions.values()].filter(({ id }) => id !== graph.root.id)];
  for (const { id, columns } of sessions) {
    const node = columns.rowOf(wanted);
    if (node >= 0) return { sessionId: id, node, by: 'id' };
  }
  const even = wanted.slice(0, wanted.length - (wanted.length % 2));
  const bytes = wanted.length < FEWEST_DIGITS || wanted.length > 64 ? null : fromHex(even);
  if (bytes === null) return null;
  for (const { id, columns, count } of sessions) {
    const node = findHash(columns.hash, count, bytes);
    if (node >= 0) return { sessionId: id, node, by: 'hash' };
  }
  for (const { id, columns, count } of sessions) {
    const input = findHash(columns.inputHash, count, bytes);
    if (input >= 0) return { sessionId: id, node: input, by: 'input' };
    const output = findHash(columns.outputHash, count, bytes);
    if (output >= 0) return { sessionId: id, node: output, by: 'output' };
  }
  return null;
}

/** The place of a receipt by its id; null where it is not loaded. */
export function placeOfReceipt(graph: GraphSnapshot, nodeId: string): ReceiptPlace | null {
  for (const { id, columns } of graph.sessions.values()) {
    const node = columns.rowOf(nodeId);
    if (node >= 0) return { sessionId: id, node };
  }
  return null;
}

/** The sessions that have to be opened out so that one of them is seen, from the open session downwards; null where it is not under it. */
export function wayTo(graph: GraphSnapshot, sessionId: string): readonly string[] | null {
  const way: string[] = [];
  let at = sessionId;
  while (at !== graph.root.id) {
    way.unshift(at);
    const parent = [...graph.sessions.values()].find(({ columns }) => [...columns.children.values()].includes(at));
    // A session that claims to be under itself is under nothing.
    if (parent === undefined || way.includes(parent.id)) return null;
    at = parent.id;
  }
  return way;
}
