/**
 * Reads a session again from its recorded nodes (decisions, section 9): up to a moment, or forked under another policy. Nothing
 * is executed; the same nodes and policy always give the same result.
 */
import { toHex } from '../bytes.ts';
import { parseIsoTime } from '../time.ts';
import { actionOutcome, isRefusal, outcomeOf, type ToolStatus, toolOutcome, violatedRule } from './act-outcome.ts';
import { type ChainBreak, type ChainStart, createChainCheck } from './chain.ts';
import { type AgentNode, forkNodeHash, kindOf } from './node.ts';
import {
  type Act,
  type AgentPolicy,
  actOfNode,
  type Decision,
  decide,
  exposureStatus,
  missingIn,
  policyOfScope,
} from './policy.ts';
import type { SessionScope } from './scope.ts';

export interface RecordedNode {
  readonly node: AgentNode;
  /** The stored hash, 32 bytes; left out where none is stored beside the node. */
  readonly hash?: Uint8Array;
}

export interface Replay {
  /** The recorded nodes up to the moment, in the order of the chain. */
  readonly nodes: readonly AgentNode[];
  /** First break among all nodes that were given, not only those up to the moment; null where the chain is intact. */
  readonly broken: ChainBreak | null;
}

/** The nodes whose time is not after `until` (milliseconds since 1970), or all. Every node that is given is checked. */
export function replaySession(entries: Iterable<RecordedNode>, start: ChainStart, until?: number): Replay {
  const check = createChainCheck(start);
  const nodes: AgentNode[] = [];
  let isOver = false;
  for (const { node, hash } of entries) {
    check.add(node, hash);
    // A node whose time cannot be read is a break; it does not end the replay.
    isOver ||= until !== undefined && (parseIsoTime(node.timestamp) ?? until) > until;
    if (!isOver) nodes.push(node);
  }
  return { nodes, broken: check.broken };
}

export interface Divergence {
  readonly node_id: string;
  /** The recorded outcome, such as `success` or `denied`. */
  readonly original: string;
  /** The outcome under the policy of the fork. */
  readonly replayed: string;
  /** The rule that now refuses; where the fork permits what was refused, the rule that no longer does. */
  readonly rule: string;
}

export interface ForkedNode {
  readonly node: AgentNode;
  /** 32 bytes; for a simulated node its `forkNodeHash`. */
  readonly hash: Uint8Array;
  readonly simulation: boolean;
}

/**
 * What a fork writes of an act that ran and that it now forbids. 1: `denied`, as forks did before there was
 * `details.violation`; those that were kept then are computed again by it. 2: as the service records it.
 */
export type ForkRules = 1 | 2;

export interface ForkPlan extends ChainStart {
  /** The recorded limits of the session. */
  readonly scope: SessionScope;
  /** The first node that is decided anew. */
  readonly forkAt: string;
  /** Its members replace those of the scope. */
  readonly policy?: AgentPolicy;
  /** Whose outcomes a fork writes; those of version 2 unless stated. */
  readonly rules?: ForkRules;
  /** Where a fork goes on behind `before`: the hash of that node in the fork, where it was simulated already. */
  readonly forkedBefore?: Uint8Array;
}

export interface Fork {
  readonly nodes: readonly ForkedNode[];
  readonly divergence: readonly Divergence[];
  /** First break of the recorded chain; null where it is intact. */
  readonly broken: ChainBreak | null;
}

/**
 * Decides the nodes from `forkAt` on again, under the recorded scope with the policy laid over it: a member that the policy
 * states takes the place of the scope's, so a fork may forbid more and permit more. Refusals of the policies of organisation,
 * team and project and of the action rules stand, and so do those whose object the redaction level dropped. A refusal that is
 * decided again and stays one names the rule of the fork, which is no divergence: the outcome is the same. null where no node
 * has the id `forkAt`.
 */
export function forkSession(entries: Iterable<RecordedNode>, plan: ForkPlan): Fork | null {
  const fork = createFork(plan);
  const nodes: ForkedNode[] = [];
  for (const entry of entries) nodes.push(fork.add(entry));
  return fork.hasForked ? { nodes, divergence: fork.divergence, broken: fork.broken } : null;
}

export interface ForkRun {
  /** Takes the next recorded node and answers it as it is in the fork. */
  add(entry: RecordedNode): ForkedNode;
  /** Whether the node `forkAt` has come. */
  readonly hasForked: boolean;
  readonly divergence: readonly Divergence[];
  readonly broken: ChainBreak | null;
}

/** A fork that is fed node by node, for sessions that are read in slices. */
export function createFork(plan: ForkPlan): ForkRun {
  const check = createChainCheck(plan);
  const policy = { ...policyOfScope(plan.scope), ...plan.policy };
  const rules = plan.rules ?? 2;
  const divergence: Divergence[] = [];
  let forked = plan.forkedBefore ?? null;
  let hasForked = forked !== null;
  return {
    add(entry) {
      const before = forked ?? check.lastHash;
      check.add(entry.node, entry.hash);
      hasForked ||= entry.node.node_id === plan.forkAt;
      const recordedHash = check.lastHash;
      if (recordedHash === null) throw new TypeError('internal: a node that was added has a hash');
      if (!hasForked) return { node: entry.node, hash: recordedHash, simulation: false };
      const replayed = plan.policy === undefined ? null : decideAgain(entry.node, policy, rules);
      if (replayed?.divergence) divergence.push(replayed.divergence);
      const node: AgentNode = {
        ...(replayed?.node ?? withoutRoot(entry.node)),
        parent_hash: before === null ? entry.node.parent_hash : toHex(before),
      };
      forked = forkNodeHash(node);
      return { node, hash: forked, simulation: true };
    },
    get hasForked() {
      return hasForked;
    },
    divergence,
    get broken() {
      return check.broken;
    },
  };
}

/** The end of a fork seals nothing: the root that the recorded end states is that of the recorded nodes. */
function withoutRoot(node: AgentNode): AgentNode {
  if (kindOf(node.action_type) !== 'end') return node;
  const { root: _, ...details } = node.details;
  return { ...node, details };
}

interface ReplayedNode {
  readonly node: AgentNode;
  /** null where the outcome is the recorded one and only the rule differs. */
  readonly divergence: Divergence | null;
}

/** null where outcome and rule are the recorded ones. */
function decideAgain(node: AgentNode, policy: AgentPolicy, rules: ForkRules): ReplayedNode | null {
  const act = actOfNode(node);
  if (act === null) return null;
  const violated = violatedRule(node);
  const recordedRule = violated ?? node.details.rule;
  const wasForbidden = violated !== null || isRefusal(node);
  if (wasForbidden && (typeof recordedRule !== 'string' || !isForksToDecide(act, recordedRule))) return null;
  const decision = decide([{ scope: 'session', policy }], act);
  const replayed = rules === 1 ? withOldOutcome(node, decision) : withOutcome(node, decision);
  if (decision.allowed !== wasForbidden) {
    return wasForbidden && decision.rule !== recordedRule ? { node: replayed, divergence: null } : null;
  }
  const original = outcomeOf(node);
  const rule = decision.rule ?? (typeof recordedRule === 'string' ? recordedRule : '');
  return {
    node: replayed,
    divergence: { node_id: node.node_id, original, replayed: outcomeOf(replayed), rule },
  };
}

/**
 * Only the session's own rules are laid over, and only what is still known can be judged again. What is unreadable stays
 * refused; a rule of the session comes before that.
 */
function isForksToDecide(act: Act, rule: string): boolean {
  return (rule.startsWith('session.') || rule.startsWith('action.')) && !missingIn(act, rule);
}

function withOutcome(node: AgentNode, decision: Decision): AgentNode {
  const { allowed, rule } = decision;
  const { status, rule: _rule, violation: _violation, ...kept } = node.details;
  const hasOutput = node.output_hash !== '';
  switch (kindOf(node.action_type)) {
    case 'policy':
      return { ...node, details: { ...node.details, allowed, rule } };
    case 'exposure':
      return { ...node, details: { ...node.details, status: exposureStatus(decision), rule } };
    case 'tool': {
      // The status that the caller reported for a refused call is not recorded: the default is taken.
      const reported = TOOL_STATUSES.find((one) => one === status && (one !== 'denied' || !allowed));
      const call = { ...(reported === undefined ? {} : { status: reported }), hasResponse: hasOutput };
      return { ...node, details: { ...kept, ...toolOutcome(call, decision) } };
    }
    default: {
      const outcome = status === 'denied' ? actionOutcome(false, decision) : actionOutcome(hasOutput, decision);
      return { ...node, details: { ...kept, ...outcome } };
    }
  }
}

const TOOL_STATUSES: readonly ToolStatus[] = ['success', 'failure', 'timeout', 'denied', 'pending'];

/** What forks wrote by the rules of version 1. */
function withOldOutcome(node: AgentNode, decision: Decision): AgentNode {
  const { allowed, rule } = decision;
  const { details } = node;
  switch (kindOf(node.action_type)) {
    case 'tool': {
      const permitted = node.output_hash === '' ? 'pending' : 'success';
      return { ...node, details: { ...details, status: allowed ? permitted : 'denied', rule } };
    }
    case 'action': {
      const { status: _status, rule: _rule, ...kept } = details;
      return { ...node, details: allowed ? kept : { ...kept, status: 'denied', rule } };
    }
    default:
      return withOutcome(node, decision);
  }
}
