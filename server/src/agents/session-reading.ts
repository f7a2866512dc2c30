/**
 * Reads whole sessions in slices, so that one of 100,000 nodes neither holds the event loop nor stands in memory at once.
 * Signatures that were verified are remembered by a digest over nodes and signatures: whatever is changed in the database
 * since has another digest and is verified again.
 */
import { Readable } from 'node:stream';
import type { ChainBreak } from '@touchstone/core/agent/chain.ts';
import { equalBytes, toHex } from '@touchstone/core/bytes.ts';
import { addressOf } from '../store/engine.ts';
import { createMemory } from '../store/memories.ts';
import { knownAgent } from './agent-rows.ts';
import type { AgentNeeds } from './needs.ts';
import { readSlice, type SessionFacts, type Slice, type SliceForm } from './session-slice.ts';
import { findAgentNode } from './store/nodes.ts';
import type { AgentSessionRow } from './store/sessions.ts';
import { sessionSliceJob } from './work.ts';

/**
 * Nodes a slice: a power of two, so that every full one is a complete subtree. A worker takes about a tenth of a second for
 * them where signatures have to be verified.
 */
const SLICE_NODES = 512;
/** So few are read here: a millisecond, where a worker may have to be started first. */
const MOST_HERE = 32;
/** Slices that are under way at once, for one reader. */
const AHEAD = 2;

/** What never changes of a session and its agent. */
export async function sessionFacts({ db }: Pick<AgentNeeds, 'db'>, session: AgentSessionRow): Promise<SessionFacts> {
  const agent = await knownAgent(db, session.agent_id);
  if (agent === null) throw new TypeError(`internal: there is no agent ${session.agent_id}`);
  const parent = session.parent_node_id === null ? null : await findAgentNode(db, session.parent_node_id);
  return {
    sessionId: session.id,
    agentId: agent.id,
    firstParent: toHex(session.parent_node_id === null ? agent.node_hash : (parent?.hash ?? NO_BYTES)),
    publicKey: agent.public_key,
    startedAt: session.started_at,
    expiresAt: session.expires_at,
  };
}

const NO_BYTES = new Uint8Array(0);

type ReadingNeeds = Pick<AgentNeeds, 'db' | 'dataDir' | 'run' | 'signer'>;

/** The first `upTo` nodes of a session in slices, in the order of the chain. `sealed` is how many of them its seal covers. */
export async function* readSlices(
  needs: ReadingNeeds,
  session: SessionFacts,
  upTo: number,
  form: SliceForm,
  sealed = 0,
): AsyncGenerator<Slice, void, void> {
  // Each slice of a fork goes on from the one before.
  const ahead = form.kind === 'fork' ? 1 : AHEAD;
  const underWay: Promise<Slice>[] = [];
  let forkedHash: Uint8Array | null = null;
  for (let after = 0; after < upTo || underWay.length > 0; ) {
    while (after < upTo && underWay.length < ahead) {
      const last = Math.min(upTo, after + SLICE_NODES);
      const reading = readOne(
        needs,
        session,
        after,
        last,
        form.kind === 'fork' ? { ...form, forkedHash } : form,
        sealed,
      );
      // Its failure is met when its turn comes.
      reading.catch(() => undefined);
      underWay.push(reading);
      after = last;
    }
    const slice = await underWay.shift();
    if (slice === undefined) return;
    forkedHash = slice.forkedHash;
    yield slice;
  }
}

async function readOne(
  { db, run, signer }: ReadingNeeds,
  session: SessionFacts,
  after: number,
  upTo: number,
  form: SliceForm,
  sealed: number,
): Promise<Slice> {
  const memory = verified.of(db);
  const name = `${session.sessionId} ${after}`;
  const slice = { session, after, upTo, verified: memory.get(name) ?? null, sealed, form };
  const read =
    upTo - after <= MOST_HERE
      ? await readSlice(db, signer, slice)
      : await run(sessionSliceJob, { file: addressOf(db), slice });
  if (form.kind === 'export' || form.kind === 'openings') return read;
  memory.delete(name);
  if (read.verified !== null) remember(memory, name, read.verified);
  return read;
}

/** Slices whose signatures hold, by session and first node; the one that was used last stands last. */
type Verified = Map<string, Uint8Array>;

const MOST_REMEMBERED = 20_000;
const verified = createMemory('agents/session-reading', (): Verified => new Map());

function remember(memory: Verified, name: string, digest: Uint8Array): void {
  const oldest = memory.size >= MOST_REMEMBERED ? memory.keys().next().value : undefined;
  if (oldest !== undefined) memory.delete(oldest);
  memory.set(name, digest);
}

/** What the slices of a chain say together. */
export interface ChainVerdict {
  /** Add the next slice. */
  add(slice: Slice): void;
  /** The first break; null while everything holds. */
  readonly broken: ChainBreak | null;
  /** Nodes that were found. */
  readonly count: number;
  readonly unsigned: Slice['unsigned'];
  readonly unlogged: string | null;
  /** Hash of the last node, as it is stored; null where there is none. */
  readonly lastHash: Uint8Array | null;
}

export function createChainVerdict(): ChainVerdict {
  let broken: ChainBreak | null = null;
  let count = 0;
  let unsigned: Slice['unsigned'] = null;
  let unlogged: string | null = null;
  let lastHash: Uint8Array | null = null;
  return {
    add(slice) {
      broken ??= slice.broken;
      unsigned ??= slice.unsigned;
      unlogged ??= slice.unlogged;
      count += slice.count;
      if (slice.hashes.length > 0) lastHash = slice.hashes.slice(-32);
    },
    get broken() {
      return broken;
    },
    get count() {
      return count;
    },
    get unsigned() {
      return unsigned;
    },
    get unlogged() {
      return unlogged;
    },
    get lastHash() {
      return lastHash;
    },
  };
}

/** Whether the chain is whole: no break, and as many nodes as the session has had, up to its head. */
export function isWhole(verdict: ChainVerdict, session: Pick<AgentSessionRow, 'nodes' | 'head_hash'>): boolean {
  const { broken, count, lastHash } = verdict;
  return broken === null && count === session.nodes && lastHash !== null && equalBytes(lastHash, session.head_hash);
}

/**
 * JSON text in pieces, as a stream. The first piece is made before the answer begins, so that what fails at once is an error
 * answer; what fails later breaks the connection off and is logged.
 */
export async function jsonStream(
  { log }: Pick<AgentNeeds, 'log'>,
  pieces: AsyncGenerator<Uint8Array | string, void, void>,
): Promise<Readable> {
  const first = await pieces.next();
  async function* all(): AsyncGenerator<Buffer, void, void> {
    try {
      if (first.done !== true) yield bufferOf(first.value);
      for await (const piece of pieces) if (piece.length > 0) yield bufferOf(piece);
    } catch (error) {
      log.error({ stack: error instanceof Error ? error.stack : 'not an Error' }, 'an answer was broken off');
      throw error;
    } finally {
      await pieces.return();
    }
  }
  return Readable.from(all(), { objectMode: false });
}

function bufferOf(piece: Uint8Array | string): Buffer {
  return typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
}
