/**
 * What became of an act, and how its node says so (security, S40): an act that ran keeps the status that it reports, and
 * carries `details.violation` where a rule forbade it; `denied` is only what did not run. Live recording and forks use this
 * same code.
 */
import { isJsonObject, type JsonObject } from '../canonical-json.ts';
import { type AgentNode, kindOf } from './node.ts';
import type { Decision } from './policy.ts';

export type ToolStatus = 'success' | 'failure' | 'timeout' | 'denied' | 'pending';

/** Statuses of calls that ran. */
const RAN: ReadonlySet<unknown> = new Set(['success', 'failure', 'timeout']);

/** What `tools/attest` reports of a call. */
export interface ReportedCall {
  readonly status?: ToolStatus;
  /** Whether a `response_hash` came with it. */
  readonly hasResponse: boolean;
}

/** `status` with `violation` or `rule` of a tool's node. A response without a status means success. */
export function toolOutcome({ status, hasResponse }: ReportedCall, { allowed, rule }: Decision): JsonObject {
  const stated = status ?? (hasResponse ? 'success' : 'pending');
  if (allowed) return { status: stated };
  const hasRun = RAN.has(stated) || (hasResponse && stated !== 'denied');
  return hasRun ? { status: stated, violation: { rule } } : { status: 'denied', rule };
}

/** The status of an action's node, which states one only where a rule forbade the action. */
export function actionOutcome(hasOutput: boolean, { allowed, rule }: Decision): JsonObject {
  if (allowed) return {};
  return hasOutput ? { status: 'success', violation: { rule } } : { status: 'denied', rule };
}

/** The rule that an act broke which ran all the same; null for every other node. */
export function violatedRule({ action_type, details }: Pick<AgentNode, 'action_type' | 'details'>): string | null {
  const kind = kindOf(action_type);
  if ((kind !== 'tool' && kind !== 'action') || !isJsonObject(details.violation)) return null;
  const { rule } = details.violation;
  return typeof rule === 'string' ? rule : null;
}

/** Whether the node says that something was refused, and so did not happen. A tool's own failure is none. */
export function isRefusal({ action_type, details }: Pick<AgentNode, 'action_type' | 'details'>): boolean {
  switch (kindOf(action_type)) {
    case 'policy':
      return details.allowed === false;
    case 'exposure':
      return details.status !== 'clean';
    default:
      return details.status === 'denied';
  }
}

/**
 * Whether a call or action is recorded as denied although an output is recorded too. Before `violation` there was no other
 * word for an act that ran although forbidden.
 */
export function mayHaveRun(node: Pick<AgentNode, 'action_type' | 'details' | 'output_hash'>): boolean {
  const kind = kindOf(node.action_type);
  return (kind === 'tool' || kind === 'action') && isRefusal(node) && node.output_hash !== '';
}

export type Trouble = 'failures' | 'denials' | 'violations';

/** The sum over its session in which a node counts; null where it counts in none. */
export function troubleOf(node: Pick<AgentNode, 'action_type' | 'details'>): Trouble | null {
  if (violatedRule(node) !== null) return 'violations';
  if (isRefusal(node)) return 'denials';
  const { status } = node.details;
  return kindOf(node.action_type) === 'tool' && (status === 'failure' || status === 'timeout') ? 'failures' : null;
}

/** The outcome of a judged node in a word: `violation` where it ran although forbidden, else the status or decision. */
export function outcomeOf(node: Pick<AgentNode, 'action_type' | 'details'>): string {
  const { action_type, details } = node;
  if (kindOf(action_type) === 'policy') return details.allowed === true ? 'allowed' : 'denied';
  if (violatedRule(node) !== null) return 'violation';
  return typeof details.status === 'string' ? details.status : 'allowed';
}
