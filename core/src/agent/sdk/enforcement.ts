/** The part of a session's scope that can be decided before a tool runs (S40): tool, value, jurisdiction, data class and time. */
import { actOfTool, decide, policyOfScope } from '../policy.ts';
import type { SessionScope } from '../scope.ts';

export interface EnforcedScope {
  readonly scope: SessionScope;
  /** When the session is over, milliseconds since 1970 by the clock here; null where that is not known. */
  readonly expiresAt: number | null;
}

export interface RequestedCall {
  readonly tool_name: string;
  readonly metadata?: Readonly<Record<string, string>>;
  /** Metadata was stated and cannot be read: what it says of value, jurisdiction or class cannot be judged. */
  readonly isUnreadable: boolean;
}

/**
 * The rule that refuses the call, null where none does. It is the service's own decision over the session's scope; policies
 * of organisation, team and project are known to the service alone.
 */
export function refusingRule({ scope, expiresAt }: EnforcedScope, call: RequestedCall, now: number): string | null {
  if (expiresAt !== null && now > expiresAt) return 'session.time';
  const { rule } = decide([{ scope: 'session', policy: policyOfScope(scope) }], actOfTool(call));
  if (rule !== null) return rule;
  const isLimited = scope.max_value !== null || scope.jurisdiction !== null || scope.forbidden_data_classes !== null;
  return call.isUnreadable && isLimited ? 'action.metadata' : null;
}
