/**
 * Reads some hundred nodes of a session, checks them and writes them as JSON. Runs in a worker for long sessions: hashing,
 * verifying and writing so many takes longer than the event loop may be held. Slices do not depend on each other, but for
 * those of a fork.
 */
import { createHash } from 'node:crypto';
import { type ChainBreak, type ChainStart, createChainCheck } from '@touchstone/core/agent/chain.ts';
import { AGENT_SIGNATURE_ALGORITHM, type AgentNode, nodeBytes } from '@touchstone/core/agent/node.ts';
import { readNode } from '@touchstone/core/agent/read-node.ts';
import { createFork, type Divergence, type ForkPlan } from '@touchstone/core/agent/replay.ts';
import { concat, equalBytes, toHex, utf8 } from '@touchstone/core/bytes.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { sha256 } from '@touchstone/core/hash.ts';
import { HASH_LENGTH } from '@touchstone/core/log/shape.ts';
import { leafHashes, subtreeRoots } from '@touchstone/core/log/tree.ts';
import type { SignatureVerifier } from '@touchstone/core/sign/family.ts';
import { Unreadable } from '@touchstone/core/strict-members.ts';
import { formatIsoTime, parseIsoTime } from '@touchstone/core/time.ts';
import { readLeavesAt } from '../log/store.ts';
import type { Db } from '../store/engine.ts';
import { receiptOf, type SealStatus, type SignatureStatus } from './receipts.ts';
import { type AgentNodeRow, sessionNodesAfter } from './store/nodes.ts';

export interface SessionFacts {
  readonly sessionId: string;
  readonly agentId: string;
  /** 64 hex digits. */
  readonly firstParent: string;
  /** ML-DSA-65. */
  readonly publicKey: Uint8Array;
  readonly startedAt: number;
  readonly expiresAt: number;
}

/** What is written of the nodes; `none` only judges them. */
export type SliceForm =
  | { readonly kind: 'none' }
  /** Nodes with their signatures as they are stored; nothing is judged. */
  | { readonly kind: 'export' }
  | { readonly kind: 'openings' }
  | {
      readonly kind: 'receipts';
      readonly seal: SealStatus;
      readonly hosts: ReadonlySet<string>;
      /** Milliseconds since 1970: later nodes are left out. */
      readonly until: number | null;
    }
  | {
      readonly kind: 'fork';
      readonly seal: SealStatus;
      readonly hosts: ReadonlySet<string>;
      readonly plan: Pick<ForkPlan, 'scope' | 'forkAt' | 'policy' | 'rules'>;
      /** `forkedHash` of the slice before. */
      readonly forkedHash: Uint8Array | null;
    };

export interface SliceInput {
  readonly session: SessionFacts;
  /** Nodes with sequence numbers above this one … */
  readonly after: number;
  /** … up to this one, a few hundred. */
  readonly upTo: number;
  /** `verified` of the same slice, where its signatures were all verified before. */
  readonly verified: Uint8Array | null;
  /** How many nodes the seal covers; 0 without one. */
  readonly sealed: number;
  readonly form: SliceForm;
}

export interface Slice {
  /** How many nodes there are. */
  readonly count: number;
  /** First break of the chain in this slice. */
  readonly broken: ChainBreak | null;
  /** The first node whose signature does not hold, or whose time lies outside its session. */
  readonly unsigned: { readonly node_id: string; readonly status: SignatureStatus } | null;
  /** The first node whose leaf in the log is another. */
  readonly unlogged: string | null;
  /** The stored hashes, 32 bytes each. */
  readonly hashes: Uint8Array;
  /** Roots of the complete subtrees over those of them that the seal covers, the largest first. */
  readonly subtrees: Uint8Array;
  /** Stands for nodes and signatures where all of them hold; else null. */
  readonly verified: Uint8Array | null;
  /** Items of a JSON array in UTF-8, without brackets, of openings members of an object; empty where there are none. */
  readonly text: Uint8Array;
  readonly divergence: readonly Divergence[];
  /** Hash of the last node in the fork, once that has begun. */
  readonly forkedHash: Uint8Array | null;
}

/** Verifying so many at once keeps the thread pool busy and no longer. */
const AT_ONCE = 16;

export async function readSlice(db: Db, verifier: SignatureVerifier, input: SliceInput): Promise<Slice> {
  const { session, after, upTo, form } = input;
  const first = Math.max(0, after - 1);
  const found = await sessionNodesAfter(db, session.sessionId, first, upTo - first);
  const rows = found.filter(({ sequence }) => sequence > after && sequence <= upTo);
  if (form.kind === 'export' || form.kind === 'openings') {
    return { ...UNJUDGED, count: rows.length, text: form.kind === 'export' ? exported(rows) : openingsOf(rows) };
  }
  const entries = rows.map(entryOf);
  const start = chainStart(session, after, found.find(({ sequence }) => sequence === after) ?? null);
  const broken = breakOf(start, entries);
  const verified = digestOf(session.publicKey, rows);
  const isKnown = input.verified !== null && equalBytes(input.verified, verified);
  const statuses = isKnown
    ? entries.map(({ node, isWhole }) => timeStatus(session, node, isWhole ? 'valid' : 'invalid'))
    : await statusesOf(session, verifier, entries);
  const unsigned = entries.findIndex((_, at) => statuses[at] !== 'valid');
  const written = write(form, session, start, entries, statuses);
  return {
    count: rows.length,
    broken,
    unsigned: unsigned === -1 ? null : { node_id: rows[unsigned]?.id ?? '', status: statuses[unsigned] ?? 'invalid' },
    unlogged: await firstUnlogged(db, rows),
    hashes: joinedHashes(rows),
    subtrees: subtreesOf(rows, input.sealed),
    verified: unsigned === -1 && broken === null ? verified : null,
    ...written,
  };
}

export interface Entry {
  readonly row: AgentNodeRow;
  /** What the row holds; a stand-in of its columns where its text is no node. */
  readonly node: AgentNode;
  readonly bytes: Uint8Array;
  /** Of the bytes. */
  readonly hash: Uint8Array;
  /** Whether text and columns say the same, and the hash is that of the text. */
  readonly isWhole: boolean;
}

/** A row with what it holds, judged for itself. */
export function entryOf(row: AgentNodeRow): Entry {
  const parsed = parseNode(row.body);
  const node = parsed ?? standIn(row);
  const bytes = nodeBytes(node);
  const isOwn = parsed?.node_id === row.id && parsed.session_id === row.session_id && parsed.agent_id === row.agent_id;
  const hash = sha256(bytes);
  return { row, node, bytes, hash, isWhole: isOwn && equalBytes(hash, row.hash) };
}

/** null for text that is no node: somebody else wrote it. */
export function parseNode(body: string): AgentNode | null {
  try {
    return readNode(JSON.parse(body) as JsonValue, 'node');
  } catch (error) {
    if (error instanceof Unreadable || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** What the columns of a row say, for one whose text is no node. It fails every check. */
function standIn(row: AgentNodeRow): AgentNode {
  const { id: node_id, agent_id, session_id, kind: action_type } = row;
  const unknown = { action_summary: '', input_hash: NO_HASH, output_hash: '', details: {} };
  const parent_hash = row.parent_hash === null ? null : toHex(row.parent_hash);
  return { node_id, agent_id, session_id, timestamp: formatIsoTime(row.time_ms), action_type, parent_hash, ...unknown };
}

const NO_HASH = '0'.repeat(64);

function chainStart(session: SessionFacts, after: number, before: AgentNodeRow | null): ChainStart {
  const { firstParent, sessionId, agentId } = session;
  const start = { firstParent, sessionId, agentId };
  return before === null ? start : { ...start, before: { node: entryOf(before).node, index: after - 1 } };
}

function breakOf(start: ChainStart, entries: readonly Entry[]): ChainBreak | null {
  const check = createChainCheck(start);
  for (const { row, node, hash, isWhole } of entries) {
    const broken = check.add(node, row.hash, hash);
    if (broken !== null) return broken;
    // Hash and link hold, but the row is filed as something else.
    if (!isWhole) {
      const index = check.count - 1 + (start.before === undefined ? 0 : start.before.index + 1);
      return { index, node_id: row.id, what: 'hash', expected: row.id, found: node.node_id };
    }
  }
  return null;
}

async function statusesOf(
  session: SessionFacts,
  verifier: SignatureVerifier,
  entries: readonly Entry[],
): Promise<readonly SignatureStatus[]> {
  const statuses: SignatureStatus[] = [];
  for (let at = 0; at < entries.length; at += AT_ONCE) {
    statuses.push(
      ...(await Promise.all(entries.slice(at, at + AT_ONCE).map((entry) => statusOf(session, verifier, entry)))),
    );
  }
  return statuses;
}

export async function statusOf(
  session: SessionFacts,
  verifier: SignatureVerifier,
  { row, node, bytes, isWhole }: Entry,
): Promise<SignatureStatus> {
  if (!isWhole) return 'invalid';
  const holds = await verifier.verify(AGENT_SIGNATURE_ALGORITHM, session.publicKey, bytes, row.signature);
  return timeStatus(session, node, holds ? 'valid' : 'invalid');
}

/** `expired`: its own time lies outside its session (S20). */
function timeStatus(session: SessionFacts, node: AgentNode, status: SignatureStatus): SignatureStatus {
  const time = parseIsoTime(node.timestamp);
  const isWithin = time !== null && time >= session.startedAt && time <= session.expiresAt;
  return status === 'valid' && !isWithin ? 'expired' : status;
}

function digestOf(publicKey: Uint8Array, rows: readonly AgentNodeRow[]): Uint8Array {
  const digest = createHash('sha256').update(publicKey);
  for (const { hash, signature } of rows) digest.update(hash).update(signature);
  return new Uint8Array(digest.digest());
}

async function firstUnlogged(db: Db, rows: readonly AgentNodeRow[]): Promise<string | null> {
  const leaves = await readLeavesAt(
    db,
    rows.map(({ log_index: index }) => index),
  );
  return rows.find(({ log_index: index, hash }) => !equalBytes(leaves.get(index) ?? NO_BYTES, hash))?.id ?? null;
}

const NO_BYTES = new Uint8Array(0);

/** One root for each bit of their number, the largest first. */
function subtreesOf(rows: readonly AgentNodeRow[], sealed: number): Uint8Array {
  const leaves = leafHashes(rows.flatMap(({ hash, sequence }) => (sequence <= sealed ? [hash] : [])));
  const count = leaves.length / HASH_LENGTH;
  const roots: Uint8Array[] = [];
  let done = 0;
  for (let height = Math.floor(Math.log2(count)); done < count; height--) {
    if ((count & (1 << height)) === 0) continue;
    roots.push(subtreeRoots(leaves.subarray(done * HASH_LENGTH, (done + 2 ** height) * HASH_LENGTH), height));
    done += 2 ** height;
  }
  return concat(...roots);
}

function joinedHashes(rows: readonly AgentNodeRow[]): Uint8Array {
  const whole = new Uint8Array(rows.length * 32);
  rows.forEach(({ hash }, at) => {
    whole.set(hash.subarray(0, 32), at * 32);
  });
  return whole;
}

type Written = Pick<Slice, 'text' | 'divergence' | 'forkedHash'>;
type JudgingForm = Exclude<SliceForm, { readonly kind: 'export' | 'openings' }>;

const NOTHING: Written = { text: NO_BYTES, divergence: [], forkedHash: null };
const UNJUDGED = {
  broken: null,
  unsigned: null,
  unlogged: null,
  hashes: NO_BYTES,
  subtrees: NO_BYTES,
  verified: null,
  ...NOTHING,
};

function exported(rows: readonly AgentNodeRow[]): Uint8Array {
  return itemsOf(rows.map(signedNode));
}

/** A row as files hold it. */
export function signedNode(row: AgentNodeRow) {
  // Of 4 KB each: our own encoder would take most of the time.
  return { node: parseNode(row.body) ?? standIn(row), signature: Buffer.from(row.signature).toString('base64') };
}

/** Members of a JSON object: the openings of rows that have one, by their nodes. */
export function openingsOf(rows: readonly AgentNodeRow[]): Uint8Array {
  const members = rows.flatMap(({ id, opening }) => {
    const read = opening === null ? null : parseOpening(opening);
    return read === null ? [] : [`${JSON.stringify(id)}:${JSON.stringify(read)}`];
  });
  return utf8(members.join(','));
}

/** null for text that is no JSON object: somebody else wrote it. */
export function parseOpening(text: string): JsonObject | null {
  try {
    const parsed = JSON.parse(text) as JsonValue;
    return isJsonObject(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

function write(
  form: JudgingForm,
  session: SessionFacts,
  start: ChainStart,
  entries: readonly Entry[],
  statuses: readonly SignatureStatus[],
): Written {
  switch (form.kind) {
    case 'none':
      return NOTHING;
    case 'receipts': {
      const { hosts, seal, until } = form;
      const items = entries.flatMap(({ node }, at) => {
        const time = parseIsoTime(node.timestamp);
        if (until !== null && time !== null && time > until) return [];
        return [receiptOf({ allowedHosts: () => hosts }, node, { signature: statuses[at] ?? 'invalid', seal })];
      });
      return { ...NOTHING, text: itemsOf(items) };
    }
    case 'fork':
      return writeFork(form, session, start, entries, statuses);
  }
}

function writeFork(
  { hosts, seal, plan, forkedHash }: Extract<SliceForm, { kind: 'fork' }>,
  session: SessionFacts,
  start: ChainStart,
  entries: readonly Entry[],
  statuses: readonly SignatureStatus[],
): Written {
  const fork = createFork({
    ...start,
    ...plan,
    sessionId: session.sessionId,
    ...(forkedHash === null ? {} : { forkedBefore: forkedHash }),
  });
  let last = forkedHash;
  const items = entries.map(({ node, row }, at) => {
    const { node: replayed, hash, simulation } = fork.add({ node, hash: row.hash });
    const status = simulation
      ? ({ signature: 'unsigned', seal: 'unavailable' } as const)
      : { signature: statuses[at] ?? 'invalid', seal };
    const receipt = receiptOf({ allowedHosts: () => hosts }, replayed, status);
    if (!simulation) return receipt;
    last = hash;
    return { ...receipt, simulation };
  });
  return { ...NOTHING, text: itemsOf(items), divergence: fork.divergence, forkedHash: last };
}

function itemsOf(items: readonly object[]): Uint8Array {
  return utf8(items.map((item) => JSON.stringify(item)).join(','));
}
