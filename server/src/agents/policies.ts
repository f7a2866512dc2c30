/** The policies of organisation, teams and projects, in memory: they are read at every act and seldom change. */
import { type AgentPolicy, type Gate, policyOfScope } from '@touchstone/core/agent/policy.ts';
import type { SessionScope } from '@touchstone/core/agent/scope.ts';
import { ApiError } from '../frame/errors.ts';
import type { Db } from '../store/engine.ts';
import { createMemory, createReadModel } from '../store/memories.ts';
import { listPolicies, type StoredPolicy } from './store/agents.ts';

/** All policies of a server. */
export type Policies = readonly StoredPolicy[];

const policies = createMemory('agents/policies', () => createReadModel<Policies>('agent-policies', listPolicies));

/** Must not be asked within a transaction. */
export function policiesOf(db: Db): Promise<Policies> {
  return policies.of(db).read(db);
}

export interface Judged {
  readonly tenant: string;
  readonly projectId: string;
  readonly scope: SessionScope;
}

/**
 * The gates through which an act has to pass: policies for all and for this one, and the scope of the session. Throws CONFLICT
 * where one of them was changed behind the service: what cannot be evaluated permits nothing (S35).
 */
export function gatesOf(policies: Policies, { tenant, projectId, scope }: Judged): readonly Gate[] {
  const targets = { organisation: '', team: tenant, project: projectId } as const;
  const applying = policies.filter(({ scope: of, target }) => target === '' || target === targets[of]);
  if (applying.some(({ isGenuine }) => !isGenuine)) {
    throw new ApiError('CONFLICT', 'A policy was changed outside of the service. The administrator must set it again.');
  }
  const gates = applying.map(
    ({ scope: of, policy }): Gate => ({ scope: of, policy: JSON.parse(policy) as AgentPolicy }),
  );
  return [...gates, { scope: 'session', policy: policyOfScope(scope) }];
}
