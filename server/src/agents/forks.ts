/**
 * Forks that are kept: the question, the counts and the first differences. The simulated nodes are computed anew whenever a
 * fork is opened again; they stand in no chain, no log, no bundle and no receipt (decisions, section 9).
 */

import type { AgentPolicy } from '@touchstone/core/agent/policy.ts';
import type { Divergence, ForkRules } from '@touchstone/core/agent/replay.ts';
import type { api } from '@touchstone/core/api/api.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { toHex, utf8 } from '@touchstone/core/bytes.ts';
import { canonicalJson } from '@touchstone/core/canonical-json.ts';
import { sha256 } from '@touchstone/core/hash.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { newId } from '../frame/ids.ts';
import { write } from '../store/engine.ts';
import type { AgentNeeds } from './needs.ts';
import { type AgentForkRow, insertFork } from './store/forks.ts';
import type { AgentSessionRow } from './store/sessions.ts';

/** What a session keeps of its forks; the contracts state the numbers. */
const BOUNDS = { most: 50, mostBytes: 4 * 1024 * 1024 };
/** Differences that are kept of a fork. */
export const MOST_DIVERGENCES = 100;

/** What a fork goes over. */
export interface ForkQuestion {
  readonly session: Pick<AgentSessionRow, 'id' | 'project_id' | 'nodes'>;
  /** The first node that is decided anew. */
  readonly forkAt: string;
  readonly policy: AgentPolicy | null;
  /** The key that asks, `console` or `administrator`. */
  readonly actor: string;
}

/** By which forks are made now. */
const FORK_RULES: ForkRules = 2;

/** What came out. */
export interface ForkOutcome {
  readonly simulated: number;
  readonly divergence: readonly Divergence[];
  readonly isIntact: boolean;
  /** Hash of the last node in the fork, 32 bytes. */
  readonly headHash: Uint8Array;
}

/** Keeps a fork that was computed to its end, and answers its id. */
export async function keepFork(
  { db, clock, random }: Pick<AgentNeeds, 'db' | 'clock' | 'random'>,
  { session, forkAt, policy, actor }: ForkQuestion,
  { simulated, divergence, isIntact, headHash }: ForkOutcome,
): Promise<string> {
  const id = newId('fork', random);
  const policyText = policy === null ? null : canonicalJson({ ...policy });
  const divergenceText = JSON.stringify(divergence.slice(0, MOST_DIVERGENCES));
  await write(db, (transaction) =>
    insertFork(
      transaction,
      {
        id,
        project_id: session.project_id,
        session_id: session.id,
        forked_from: forkAt,
        policy: policyText,
        nodes: session.nodes,
        simulated,
        divergences: divergence.length,
        divergence: divergenceText,
        is_intact: isIntact ? 1 : 0,
        head_hash: headHash,
        size: forkBytes({ policy: policyText, divergence: divergenceText }),
        rules: FORK_RULES,
        made_by: actor,
        made_at: clock(),
      },
      BOUNDS,
    ),
  );
  return id;
}

/** Bytes of what a row keeps of variable length. */
export function forkBytes({ policy, divergence }: Pick<AgentForkRow, 'policy' | 'divergence'>): number {
  return utf8(policy ?? '').length + utf8(divergence).length;
}

export type KeptFork = OutputOf<typeof api.agents.sessions.forks>['items'][number];

/** The policy that was laid over the scope; null where none was. */
export function policyIn({ policy }: Pick<AgentForkRow, 'policy'>): KeptFork['policy'] | null {
  return policy === null ? null : (JSON.parse(policy) as KeptFork['policy']);
}

/** A fork in the list of its session. */
export function forkAnswer(row: AgentForkRow): KeptFork {
  return {
    fork_id: row.id,
    session_id: row.session_id,
    forked_from: row.forked_from,
    policy: policyIn(row) ?? {},
    nodes: row.nodes,
    simulated: row.simulated,
    divergences: row.divergences,
    divergence: JSON.parse(row.divergence) as Divergence[],
    chain_intact: row.is_intact === 1,
    head_hash: toHex(row.head_hash),
    made_at: formatIsoTime(row.made_at),
    made_by: row.made_by,
    simulation: true,
  };
}

type LineageNode = OutputOf<typeof api.agents.lineage.query>['nodes'][number];

/** A fork where lineage shows it: in the form of a receipt, unsigned, outside of every chain, and marked. */
export function forkNode(row: AgentForkRow): LineageNode {
  const { session_id, forked_from, nodes, simulated, divergences } = row;
  const policy = policyIn(row);
  const question = { session_id, fork_at: forked_from, ...(policy === null ? {} : { policy: { ...policy } }) };
  return {
    node_id: row.id,
    agent_id: row.agent_id,
    session_id,
    timestamp: formatIsoTime(row.made_at),
    action_type: 'simulation.fork',
    action_summary: `Simulation, not evidence: ${divergences} of ${simulated} nodes would have been decided otherwise.`,
    input_hash: toHex(sha256(utf8(canonicalJson(question)))),
    output_hash: toHex(row.head_hash),
    parent_hash: null,
    signature_status: 'unsigned',
    svc_74_status: 'unavailable',
    verification_url: '',
    details: {},
    simulation: true,
    fork: { forked_from, nodes, simulated, divergences },
  };
}
