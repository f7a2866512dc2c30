/** Policies as the server keeps them: for whom each one holds, and how they are ordered. */
import type { policies } from '@touchstone/core/api/admin/policies.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { words } from '../../../../words/record/agents-policies.ts';
import type { Policy } from './policy-draft.ts';

export type StoredPolicy = OutputOf<typeof policies.list>['items'][number];
export type PolicyScope = StoredPolicy['scope'];

export const SCOPES = ['organisation', 'team', 'project'] as const satisfies readonly PolicyScope[];

/** For whom a policy holds. */
export interface PolicyPlace {
  readonly scope: PolicyScope;
  /** The tenant of a team, the id of a project; null where it holds for all of them. */
  readonly target: string | null;
}

export function placeWords({ scope, target }: PolicyPlace): string {
  const { places } = words;
  switch (scope) {
    case 'organisation':
      return places.organisation;
    case 'team':
      return target === null ? places.everyTeam : places.team(target);
    case 'project':
      return target === null ? places.everyProject : places.project(target);
  }
}

/** In the order in which they are asked; what holds for all before what holds for one. */
export function orderedPolicies(items: readonly StoredPolicy[]): readonly StoredPolicy[] {
  return items.toSorted(
    (a, b) =>
      SCOPES.indexOf(a.scope) - SCOPES.indexOf(b.scope) ||
      Number(a.target !== null) - Number(b.target !== null) ||
      (a.target ?? '').localeCompare(b.target ?? '', 'en'),
  );
}

/** The policy that holds at a place now; empty where none was set. */
export function policyAt(items: readonly StoredPolicy[], { scope, target }: PolicyPlace): Policy {
  return items.find((item) => item.scope === scope && item.target === target)?.policy ?? {};
}

/** A change that was made here, and what stood there before. */
export interface Change extends PolicyPlace {
  readonly before: Policy;
  readonly after: Policy;
}
