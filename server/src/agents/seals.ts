/**
 * Seals (S20): a receipt of the `service` set over what a session or registration amounts to, anchored on the ledger. The end
 * of a session seals it at once; the sweep seals what ran out, and what was left by a server that stopped in between. Projects
 * take turns, so that one with many seals keeps no other waiting.
 */

import { availableParallelism } from 'node:os';
import { scopeHash } from '@touchstone/core/agent/scope.ts';
import { type AgentSeal, SEAL_COMPUTATION_TYPE, sealJson } from '@touchstone/core/agent/seal.ts';
import { fromHex, toBase64, toHex } from '@touchstone/core/bytes.ts';
import { canonicalJson } from '@touchstone/core/canonical-json.ts';
import { NONCE_LENGTH } from '@touchstone/core/receipt/substrate.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { newId } from '../frame/ids.ts';
import { createTurns } from '../frame/turns.ts';
import { requireUnrevoked } from '../key-sets/key-sets.ts';
import { AUDIT_NETWORK } from '../ledger/chain.ts';
import { logReceipt } from '../log/log.ts';
import { insertReceipt } from '../receipts/store.ts';
import { receiptJob } from '../receipts/work.ts';
import { type Db, listsChanged, write } from '../store/engine.ts';
import { createMemory } from '../store/memories.ts';
import { knownAgent, scopeIn } from './agent-rows.ts';
import { announceSession } from './announcements.ts';
import type { AgentNeeds } from './needs.ts';
import { EMPTY_TREE, grown, rootIn } from './session-tree.ts';
import { findAgent, lockAgent } from './store/agents.ts';
import { sessionNodeAt } from './store/nodes.ts';
import { type AgentSessionRow, findAgentSession, insertSeal, lockAgentSession } from './store/sessions.ts';

/** Under way: the end of a session and the sweep need not both sign. */
const sealing = createMemory('agents/seals', () => new Map<string, Promise<void>>());

/** Runs an action, or waits for the one that is under way for the same name. */
async function once(db: Db, name: string, action: () => Promise<void>): Promise<void> {
  const underWay = sealing.of(db);
  const known = underWay.get(name);
  if (known !== undefined) return known;
  const run = action().finally(() => underWay.delete(name));
  underWay.set(name, run);
  return run;
}

/** Seals the registration of an agent, unless it is sealed. */
export function sealRegistration(deps: AgentNeeds, agentId: string): Promise<void> {
  return once(deps.db, agentId, async () => {
    const agent = await findAgent(deps.db, agentId);
    if (agent === null) throw new TypeError(`internal: there is no agent ${agentId}`);
    if (agent.sealed_at !== null) return;
    const hash = toHex(agent.node_hash);
    const at = formatIsoTime(agent.registered_at);
    await seal(deps, agent.project_id, {
      v: 1,
      session_id: null,
      agent_id: agent.id,
      agent_public_key: toBase64(agent.public_key),
      scope_hash: null,
      count: 1,
      first_hash: hash,
      last_hash: hash,
      root: toHex(rootIn(grown(EMPTY_TREE, 0, agent.node_hash))),
      end_hash: null,
      started_at: at,
      ended_at: at,
    });
  });
}

/** Seals a session that is over, unless it is sealed. */
export async function sealSession(deps: AgentNeeds, sessionId: string): Promise<void> {
  await once(deps.db, sessionId, async () => {
    const session = await findAgentSession(deps.db, sessionId);
    if (session === null) throw new TypeError(`internal: there is no session ${sessionId}`);
    if (session.sealed_at !== null) return;
    await seal(deps, session.project_id, await sessionSeal(deps, session));
  });
  announceSession(deps.db, sessionId);
}

/** From the head that the session has kept: how long it is makes no difference. */
async function sessionSeal({ db, clock }: AgentNeeds, session: AgentSessionRow): Promise<AgentSeal> {
  const { id, agent_id: agentId, ended_at: endedAt } = session;
  if (endedAt === null && clock() < session.expires_at) throw new TypeError(`internal: ${id} is not over`);
  const count = endedAt === null ? session.nodes : session.nodes - 1;
  const agent = await knownAgent(db, agentId);
  const first = await sessionNodeAt(db, id, 1);
  const last = await sessionNodeAt(db, id, count);
  if (agent === null || first === null || last === null) throw new TypeError(`internal: ${id} has a gap`);
  return {
    v: 1,
    session_id: id,
    agent_id: agentId,
    agent_public_key: toBase64(agent.public_key),
    scope_hash: toHex(scopeHash(scopeIn(session))),
    count,
    first_hash: toHex(first.hash),
    last_hash: toHex(last.hash),
    root: toHex(rootIn(session.tree)),
    end_hash: endedAt === null ? null : toHex(session.head_hash),
    started_at: formatIsoTime(session.started_at),
    ended_at: formatIsoTime(endedAt ?? session.expires_at),
  };
}

/** As many as there are workers: what waits, waits here, where the projects take turns. */
const MOST_AT_ONCE = Math.max(2, availableParallelism());
const turns = createMemory('agents/seals turns', () => createTurns({ inAll: MOST_AT_ONCE }));

/** Signs the receipt in a worker; then receipt, log, anchor and seal are one transaction. */
async function seal(deps: AgentNeeds, projectId: string, statement: AgentSeal): Promise<void> {
  const { db, chains, clock, random } = deps;
  const text = canonicalJson(sealJson(statement));
  const id = newId('rcp', random);
  const receipt = await turns.of(db).run(projectId, () =>
    deps.keySets.withSecrets('service', (keySet, secretKeys) => {
      requireUnrevoked(deps.trustStore.read(), keySet);
      const body = { payload: text, computation_type: SEAL_COMPUTATION_TYPE };
      const facts = { receiptId: id, verificationUrl: '', issuedAt: clock(), nonce: random(NONCE_LENGTH) };
      return deps.run(receiptJob, { body, facts: { ...facts, keySet, secretKeys } });
    }),
  );
  const { signatures, verification_url: _formedAtAnswerTime, ...document } = receipt;
  const root = fromHex(statement.root);
  if (root === null) throw new TypeError('internal: a root is hexadecimal');
  await write(db, async (transaction) => {
    if (statement.session_id === null) await lockAgent(transaction, statement.agent_id);
    else await lockUnchanged(transaction, statement.session_id, statement);
    const now = clock();
    listsChanged(transaction, 'agents', projectId);
    listsChanged(transaction, 'receipts', projectId);
    const row = {
      id,
      keysetUse: 'service',
      onChainHash: receipt.on_chain_hash,
      document: JSON.stringify(document),
      signatures: JSON.stringify(signatures),
    } as const;
    await insertReceipt(transaction, projectId, row, now);
    await logReceipt(transaction, receipt.on_chain_hash);
    const { tx } = await chains.get(AUDIT_NETWORK).anchor(transaction, 'agent-seal', receipt.on_chain_hash);
    const isFirst = await insertSeal(transaction, {
      agent_id: statement.agent_id,
      session_id: statement.session_id,
      statement: text,
      receipt_id: id,
      handle: receipt.handle,
      root,
      chain: AUDIT_NETWORK,
      tx,
      sealed_at: now,
    });
    // Two seals of one thing would differ in their time: the first one counts, and this transaction leaves nothing.
    if (!isFirst) throw new TypeError(`internal: ${statement.session_id ?? statement.agent_id} is sealed twice`);
  });
}

/**
 * While its seal was signed, a clock that was set back may have opened an expired session again, or cut it where its parent
 * ended. Throws TypeError.
 */
async function lockUnchanged(transaction: Db, id: string, statement: AgentSeal): Promise<void> {
  const { count, end_hash: endHash, ended_at: endedAt } = statement;
  const session = await lockAgentSession(transaction, id);
  const covered = count + (endHash === null ? 0 : 1);
  const isSame = session?.nodes === covered && formatIsoTime(session.ended_at ?? session.expires_at) === endedAt;
  if (!isSame) throw new TypeError(`internal: ${id} has changed since its seal was begun`);
}

/** Waits for a seal, and leaves what cannot be sealed now to the sweep: what it covers is recorded in any case. */
export async function sealedOrLeft({ log }: Pick<AgentNeeds, 'log'>, sealing: () => Promise<void>): Promise<void> {
  try {
    await sealing();
  } catch (error) {
    log.error({ reason: error instanceof Error ? error.message : 'unknown' }, 'a seal is left to the sweep');
  }
}
