/**
 * What every operation that records has in common: one transaction in which the node is appended, charged and, under an
 * `Idempotency-Key`, remembered, so that a repeat answers the same receipt and records nothing.
 */

import type { Gate } from '@touchstone/core/agent/policy.ts';
import type { Endpoint } from '@touchstone/core/api/endpoint.ts';
import type { Caller } from '../frame/caller.ts';
import type { Context } from '../frame/context.ts';
import { ApiError } from '../frame/errors.ts';
import { type OnceRequest, writeOnce } from '../frame/write-once.ts';
import type { Db } from '../store/engine.ts';
import { type KnownAgent, knownAgent, scopeIn, sessionState } from './agent-rows.ts';
import { announceSession } from './announcements.ts';
import { type AppendContext, type AppendedNode, appendNode, type NodeDraft } from './append.ts';
import type { AgentNeeds } from './needs.ts';
import { gatesOf, type Policies, policiesOf } from './policies.ts';
import { type AgentReceipt, receiptOf, receiptsOf } from './receipts.ts';
import { findAgentNode } from './store/nodes.ts';
import { type AgentSessionRow, lockAgentSession } from './store/sessions.ts';

/** What a handler's context and input have, whichever of the operations it is. */
type Recording = Pick<Context<Endpoint, AgentNeeds>, 'deps' | 'write' | 'waive'> & { readonly caller: Caller };

/** What is given to an action that appends. */
export interface RecordContext extends AppendContext {
  readonly policies: Policies;
  readonly now: number;
}

/** A receipt whose `details` the contract of an operation narrows. */
type AnyReceipt = Omit<AgentReceipt, 'details'> & { readonly details: object };

/**
 * Appends a node and answers its receipt, or the one of the request that this one repeats. `R` is what the contract answers;
 * what `append` makes has to fit it.
 */
export async function record<R extends AnyReceipt>(
  context: Recording,
  request: OnceRequest,
  append: (recording: RecordContext) => Promise<AppendedNode>,
): Promise<R> {
  const { deps } = context;
  const policies = await policiesOf(deps.db);
  return writeOnce(
    context,
    request,
    async (claim) => {
      const { node } = await deps.agentKeys.signing((signer) =>
        context.write(async (db) => {
          // One moment for what is judged and what is recorded.
          const now = deps.clock();
          const settle = await claim(db, now);
          const needs = { clock: () => now, random: deps.random };
          const appended = await append({ db, needs, signer, policies, now });
          await settle(appended.node.node_id);
          return appended;
        }),
      );
      if (node.session_id !== null) announceSession(deps.db, node.session_id);
      // Signed a moment ago, within its session.
      const receipt: AnyReceipt = receiptOf(deps, node, { signature: 'valid', seal: 'pending' });
      return receipt as R;
    },
    (nodeId) => storedReceipt<R>(context, nodeId),
  );
}

/**
 * Appends an act of an open session, of which nothing is stored but its node, and answers as `record`. `draft` says what the
 * node tells, by the gates of the session.
 */
export async function recordAct<R extends AnyReceipt>(
  context: Recording,
  request: OnceRequest,
  ids: SessionIds,
  draft: (gates: readonly Gate[]) => NodeDraft,
): Promise<R> {
  return record(context, request, async (recording) => {
    const acting = await openSession(context, recording, ids);
    return appendNode(recording, acting.agent, acting.session, draft(actingGates(recording, acting)));
  });
}

/** A receipt as it stands in the database. */
export async function storedReceipt<R extends AnyReceipt>(
  { deps }: Pick<Recording, 'deps'>,
  nodeId: string,
): Promise<R> {
  const row = await findAgentNode(deps.db, nodeId);
  const [receipt]: readonly AnyReceipt[] = row === null ? [] : await receiptsOf(deps, [row]);
  if (receipt === undefined) throw new TypeError(`internal: there is no node ${nodeId}`);
  return receipt as R;
}

/** The agent of the project. Throws NOT_FOUND. */
export async function projectAgent(context: Recording, db: Db, agentId: string): Promise<KnownAgent> {
  const agent = await knownAgent(db, agentId);
  if (agent?.project_id !== context.caller.projectId) throw new ApiError('NOT_FOUND', 'There is no such agent.');
  return agent;
}

/**
 * An open session of the project with its agent, which is `agentId` where that is given. Throws NOT_FOUND, CONFLICT where it
 * has ended, SESSION_EXPIRED.
 */
export async function openSession(
  context: Recording,
  { db, now }: Pick<RecordContext, 'db' | 'now'>,
  ids: SessionIds,
): Promise<Acting> {
  const session = await lockAgentSession(db, ids.session_id);
  if (session === null || !isOf(context.caller, ids, session)) {
    throw new ApiError('NOT_FOUND', 'There is no such session of this agent.');
  }
  const state = sessionState(session, now);
  if (state === 'ended') throw new ApiError('CONFLICT', 'This session has ended.');
  if (state === 'expired') throw new ApiError('SESSION_EXPIRED');
  return { agent: await projectAgent(context, db, session.agent_id), session };
}

/** A session and whose it is. */
export interface Acting {
  readonly agent: KnownAgent;
  readonly session: AgentSessionRow;
}

/** How a request names its session; without an agent it is that of the session. */
interface SessionIds {
  readonly session_id: string;
  readonly agent_id?: string;
}

function isOf({ projectId }: Caller, { agent_id: agentId }: SessionIds, session: AgentSessionRow): boolean {
  return session.project_id === projectId && (agentId === undefined || session.agent_id === agentId);
}

/** The key that calls, `console` or `administrator`. */
export function actorOf({ kind, keyId }: Caller): string {
  return keyId ?? kind;
}

/** The gates through which what happens in a session has to pass. */
export function actingGates(
  { policies }: Pick<RecordContext, 'policies'>,
  { agent, session }: Acting,
): readonly Gate[] {
  return gatesOf(policies, { tenant: agent.tenant, projectId: agent.project_id, scope: scopeIn(session) });
}
