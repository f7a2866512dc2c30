/** Verifies a whole session for anybody who asks (`sessions/:id/verify`). */

import type { ChainFault } from '@touchstone/core/agent/chain.ts';
import { durationFault } from '@touchstone/core/agent/judge-nodes.ts';
import { AGENT_SIGNATURE_ALGORITHM, nodeBytes, openingHash } from '@touchstone/core/agent/node.ts';
import { scopeHash } from '@touchstone/core/agent/scope.ts';
import type { api } from '@touchstone/core/api/api.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { toBase64, toHex } from '@touchstone/core/bytes.ts';
import { isJsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { sha256 } from '@touchstone/core/hash.ts';
import { HASH_LENGTH } from '@touchstone/core/log/shape.ts';
import { pairHash } from '@touchstone/core/log/tree.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { CLOCK_TOLERANCE_MS } from '@touchstone/core/verdict/trust-used.ts';
import { ApiError } from '../frame/errors.ts';
import { scopeIn } from './agent-rows.ts';
import { createStrangersWork, takeTurn } from './foreign-callers.ts';
import { type AgentCheck, type Covered, judgeSeal } from './judge-seal.ts';
import type { AgentNeeds } from './needs.ts';
import { type ChainVerdict, createChainVerdict, isWhole, readSlices, sessionFacts } from './session-reading.ts';
import { parseNode, parseOpening, type Slice } from './session-slice.ts';
import { type AgentRow, findAgent } from './store/agents.ts';
import { findAgentNode, sessionNodeAt } from './store/nodes.ts';
import { type AgentSealRow, type AgentSessionRow, findAgentSession, findSeal } from './store/sessions.ts';

export type SessionVerdict = OutputOf<typeof api.agents.sessions.verify>;

/** Which check a break of the chain belongs to; the others of these have held up to there. */
const CHECK_OF: Readonly<Record<ChainFault, string>> = {
  hash: 'node_hashes',
  link: 'links',
  duplicate: 'links',
  order: 'order',
  session: 'order',
  time: 'times',
};

const once = createStrangersWork<SessionVerdict>('verify');

/** Everything about the session that the service can judge. Throws NOT_FOUND, and RATE_LIMITED where too many wait. */
export async function verifySession(deps: AgentNeeds, id: string): Promise<SessionVerdict> {
  const session = await findAgentSession(deps.db, id);
  if (session === null) throw new ApiError('NOT_FOUND', 'There is no such session.');
  // What was appended since another began is not in it.
  return once(deps.db, `${id} ${session.nodes} ${session.ended_at} ${session.sealed_at}`, () => judge(deps, session));
}

async function judge(deps: AgentNeeds, session: AgentSessionRow): Promise<SessionVerdict> {
  // It may have been sealed while this waited for its turn: then the seal covers more than the session that is judged.
  const seal = session.sealed_at === null ? null : await findSeal(deps.db, { sessionId: session.id });
  const verdict = createChainVerdict();
  const sealed = seal === null ? 0 : (sealedCount(seal) ?? 0);
  const tree = createSealedTree(sealed);
  const facts = await sessionFacts(deps, session);
  const slices = readSlices(strangersMeans(deps), facts, session.nodes, { kind: 'none' }, sealed);
  for await (const slice of slices) {
    verdict.add(slice);
    tree.add(slice);
  }
  const agent = await findAgent(deps.db, session.agent_id);
  const checks: AgentCheck[] = [...chainChecks(session, verdict, deps.clock()), ...logChecks(verdict)];
  checks.push(agent === null ? NO_AGENT : await registrationCheck(deps, agent));
  checks.push(await scopeCheck(deps, session));
  checks.push(...(seal === null ? [UNSEALED] : await judgeSeal(deps, seal, coveredOf(session, agent, tree))));
  const failed = checks.some(({ status }) => status === 'failed');
  return {
    intact: !failed,
    nodes: verdict.count,
    session_id: session.id,
    sealed: seal !== null,
    broken_at: failed ? brokenAt(verdict) : null,
    checks,
  };
}

/** Jobs in turns with those of others who have no key. */
function strangersMeans({
  db,
  dataDir,
  signer,
  run,
}: AgentNeeds): Pick<AgentNeeds, 'db' | 'dataDir' | 'signer' | 'run'> {
  return { db, dataDir, signer, run: (job, input) => takeTurn(db, () => run(job, input)) };
}

const NO_AGENT: AgentCheck = { id: 'registration', status: 'failed', reason: 'The agent of the session is missing.' };
const UNSEALED: AgentCheck = {
  id: 'seal_statement',
  status: 'pending',
  reason: 'The session is not sealed: completeness cannot be concluded.',
};

/** The first node that does not hold; null where what does not hold is no single node. */
function brokenAt(verdict: ChainVerdict): string | null {
  const { broken, unsigned, unlogged } = verdict;
  return broken?.node_id ?? unsigned?.node_id ?? unlogged;
}

/** The computer's clock is behind, or was ahead once: that says nothing against the chain (S41). */
const AHEAD: AgentCheck = {
  id: 'times',
  status: 'pending',
  reason: "The session lies ahead of this computer's clock.",
};

function chainChecks(session: AgentSessionRow, verdict: ChainVerdict, now: number): readonly AgentCheck[] {
  const isAhead = session.last_time > now + CLOCK_TOLERANCE_MS;
  const { broken, unsigned, count } = verdict;
  const faulty = broken === null ? null : CHECK_OF[broken.what];
  const ofChain = [...new Set(Object.values(CHECK_OF))].map((id): AgentCheck => {
    if (broken === null) return id === 'times' && isAhead ? AHEAD : { id, status: 'passed' };
    if (id !== faulty) {
      return { id, status: 'not_performed', reason: `The chain is broken at ${broken.node_id}; it holds up to there.` };
    }
    const { node_id: node, expected, found } = broken;
    return { id, status: 'failed', expected, found, reason: `The chain is broken at ${node}.` };
  });
  const length = { expected: `${session.nodes} nodes`, found: `${count} nodes` };
  const complete: AgentCheck =
    broken !== null || isWhole(verdict, session)
      ? { id: 'length', status: count === session.nodes ? 'passed' : 'failed', ...length }
      : { id: 'length', status: 'failed', ...length, reason: 'The chain does not end where it was last continued.' };
  const signatures: AgentCheck =
    unsigned === null
      ? { id: 'signatures', status: 'passed' }
      : {
          id: 'signatures',
          status: 'failed',
          expected: 'valid',
          found: unsigned.status,
          reason: `The signature of ${unsigned.node_id} does not hold.`,
        };
  return [...ofChain, complete, signatures];
}

function logChecks({ unlogged }: ChainVerdict): readonly AgentCheck[] {
  if (unlogged === null) return [{ id: 'log', status: 'passed' }];
  return [{ id: 'log', status: 'failed', reason: `The log does not hold ${unlogged} at its place.` }];
}

/** The registration binds the agent's key: its opening names the key, its node the opening, and the chain begins at it. */
export async function registrationCheck(
  { db, signer }: Pick<AgentNeeds, 'db' | 'signer'>,
  agent: AgentRow,
): Promise<AgentCheck> {
  const id = 'registration';
  const row = await findAgentNode(db, agent.node_id);
  const node = row === null ? null : parseNode(row.body);
  if (row === null || node === null) {
    return { id, status: 'failed', reason: `The registration ${agent.node_id} is missing or cannot be read.` };
  }
  const bytes = nodeBytes(node);
  const hash = toHex(sha256(bytes));
  if (hash !== toHex(row.hash) || hash !== toHex(agent.node_hash) || node.node_id !== agent.node_id) {
    return { id, status: 'failed', expected: toHex(agent.node_hash), found: hash, reason: `${row.id} was changed.` };
  }
  if (!(await signer.verify(AGENT_SIGNATURE_ALGORITHM, agent.public_key, bytes, row.signature))) {
    return { id, status: 'failed', reason: `The signature of ${row.id} does not hold under the agent's key.` };
  }
  const opening = openingIn(row.opening);
  // Levels that keep no openings leave the key to the seal of the registration.
  if (row.opening !== null) {
    const found = opening === null ? 'no JSON object' : toHex(openingHash(opening));
    const isOwnKey = opening !== null && opening.public_key === toBase64(agent.public_key);
    if (found !== node.input_hash || !isOwnKey) {
      return {
        id,
        status: 'failed',
        expected: node.input_hash,
        found,
        reason: `The opening of ${row.id} was changed.`,
      };
    }
  }
  return { id, status: 'passed' };
}

/** The scope and the end that are enforced are those that the first node was made with. */
export async function scopeCheck({ db }: Pick<AgentNeeds, 'db'>, session: AgentSessionRow): Promise<AgentCheck> {
  const id = 'scope';
  const first = await sessionNodeAt(db, session.id, 1);
  const opening = first === null ? null : openingIn(first.opening);
  if (first === null || first.opening === null) {
    return { id, status: 'not_performed', reason: 'The redaction level of the agent keeps no openings.' };
  }
  const node = parseNode(first.body);
  const expected = node?.input_hash ?? '';
  const found = opening === null ? 'no JSON object' : toHex(openingHash(opening));
  if (expected !== found) {
    return { id, status: 'failed', expected, found, reason: `The opening of ${first.id} was changed.` };
  }
  const stated = opening === null || !isJsonObject(opening.scope ?? null) ? null : JSON.stringify(opening.scope);
  const enforced = scopeText(session);
  if (opening === null || stated === null || !sameJson(stated, enforced)) {
    return {
      id,
      status: 'failed',
      expected: stated ?? 'a scope',
      found: enforced,
      reason: 'Another scope is enforced.',
    };
  }
  const { started_at: startedAt, expires_at: expiresAt, parent_session_id } = session;
  const times = { started_at: formatIsoTime(startedAt), expires_at: formatIsoTime(expiresAt), parent_session_id };
  const stretched = durationFault(times, opening);
  if (stretched !== null) return { id, status: 'failed', ...stretched, reason: 'Another duration is enforced.' };
  return { id, status: 'passed' };
}

function scopeText(session: AgentSessionRow): string {
  return JSON.stringify(scopeIn(session));
}

function sameJson(a: string, b: string): boolean {
  return toHex(openingHash(JSON.parse(a) as JsonValue)) === toHex(openingHash(JSON.parse(b) as JsonValue));
}

function openingIn(text: string | null) {
  return text === null ? null : parseOpening(text);
}

interface SealedTree {
  /** Add the next slice. */
  add(slice: Slice): void;
  readonly first: Uint8Array | null;
  readonly last: Uint8Array | null;
  /** The node behind those that are covered. */
  readonly end: Uint8Array | null;
  readonly count: number;
  readonly root: Uint8Array | null;
}

/** The tree over the first `sealed` nodes, from the subtrees of the slices. */
function createSealedTree(sealed: number): SealedTree {
  const subtrees: { readonly size: number; readonly root: Uint8Array }[] = [];
  let count = 0;
  let first: Uint8Array | null = null;
  let last: Uint8Array | null = null;
  let end: Uint8Array | null = null;

  function push(size: number, root: Uint8Array): void {
    const left = subtrees.at(-1);
    if (left?.size !== size) subtrees.push({ size, root });
    else {
      subtrees.pop();
      push(2 * size, pairHash(left.root, root));
    }
  }

  return {
    add({ hashes, subtrees: added }) {
      const found = hashes.length / HASH_LENGTH;
      const covered = Math.min(found, Math.max(0, sealed - count));
      // One root for each bit of the number, the largest first.
      let size = 2 ** 30;
      for (let at = 0; at * HASH_LENGTH < added.length; size /= 2) {
        if ((covered & size) === 0) continue;
        push(size, added.slice(at * HASH_LENGTH, (at + 1) * HASH_LENGTH));
        at++;
      }
      const hashAt = (at: number) => hashes.slice(at * HASH_LENGTH, (at + 1) * HASH_LENGTH);
      if (covered > 0) {
        first ??= hashAt(0);
        last = hashAt(covered - 1);
      }
      if (covered < found) end ??= hashAt(covered);
      count += covered;
    },
    get first() {
      return first;
    },
    get last() {
      return last;
    },
    get end() {
      return end;
    },
    get count() {
      return count;
    },
    get root() {
      return subtrees.length === 0
        ? null
        : subtrees.map(({ root }) => root).reduceRight((right, left) => pairHash(left, right));
    },
  };
}

/** How many nodes a seal states to cover; null where that cannot be read. */
export function sealedCount({ statement }: AgentSealRow): number | null {
  try {
    const { count } = JSON.parse(statement) as { count?: unknown };
    return typeof count === 'number' && Number.isSafeInteger(count) && count >= 1 ? count : null;
  } catch {
    return null;
  }
}

function coveredOf(session: AgentSessionRow, agent: AgentRow | null, tree: SealedTree): Covered {
  const { ended_at: endedAt } = session;
  return {
    v: 1,
    session_id: session.id,
    agent_id: session.agent_id,
    ...(agent === null ? {} : { agent_public_key: toBase64(agent.public_key) }),
    scope_hash: toHex(scopeHash(scopeIn(session))),
    count: tree.count,
    first_hash: toHex(tree.first ?? NO_BYTES),
    last_hash: toHex(tree.last ?? NO_BYTES),
    root: toHex(tree.root ?? NO_BYTES),
    end_hash: tree.end === null ? null : toHex(tree.end),
    started_at: formatIsoTime(session.started_at),
    ended_at: formatIsoTime(endedAt ?? session.expires_at),
  };
}

const NO_BYTES = new Uint8Array(0);
