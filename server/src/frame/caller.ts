/** Who calls, and whether an operation is open to them. */
import type { ConsoleStateName } from '@touchstone/core/api/console-state.ts';
import type { Endpoint } from '@touchstone/core/api/endpoint.ts';
import { PLANS, type PlanSlug, type Scope } from '@touchstone/core/api/plans.ts';
import { ApiError } from './errors.ts';

export interface Caller {
  readonly kind: 'key' | 'console' | 'administrator';
  readonly accountId: string;
  readonly projectId: string;
  /** null for console and administrator. */
  readonly keyId: string | null;
  readonly plan: PlanSlug;
  readonly scopes: ReadonlySet<Scope>;
  /** The session of a caller of kind `console`. */
  readonly session?: ConsoleSession;
}

/** One window's session. */
export interface ConsoleSession {
  /** Tells it from others; it opens nothing. */
  readonly name: string;
  /** What the window keeps here until the session ends. */
  readonly kept: Map<ConsoleStateName, string>;
  /** Its token opens nothing from now on. */
  end(): Promise<void>;
}

/** The account and project that console and administrator act for (decisions, section 2). */
export const LOCAL = {
  accountId: 'acc_local',
  projectId: 'prj_local',
  plan: 'enterprise_plus',
} as const;

/** 403 where the caller's kind, scope or plan does not reach the operation (S1: no key ever administers). */
export function requirePermission(operation: Endpoint, caller: Caller): void {
  if (operation.auth === 'admin' && caller.kind === 'key') {
    throw new ApiError('INVALID_SCOPE', 'This operation is for the administrator and the console.');
  }
  const { otherScope } = operation;
  const hasOther = otherScope !== undefined && caller.scopes.has(otherScope);
  if (operation.scope !== null && !caller.scopes.has(operation.scope) && !hasOther) {
    throw new ApiError('INVALID_SCOPE', `The key lacks the scope ${operation.scope}.`);
  }
  if (operation.minTier !== null && PLANS[caller.plan].tierLevel < Number(operation.minTier.slice(-1))) {
    throw new ApiError('INVALID_SCOPE', `This operation needs a plan of tier ${operation.minTier} or higher.`);
  }
}
