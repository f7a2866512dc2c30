/** The scopes of API keys: what each allows, and how lists of them are compared, changed and said. */
import { api } from '@touchstone/core/api/api.ts';
import { endpointsOf } from '@touchstone/core/api/endpoint.ts';
import { NAMED_SCOPES, SCOPES, type Scope } from '@touchstone/core/api/plans.ts';
import { words } from '../../../words/administration/accounts.ts';

export type KeyScopes = '*' | readonly Scope[];

const OPERATIONS = endpointsOf(api);

export interface ScopeDescription {
  readonly scope: Scope;
  readonly meaning: string;
  /** Operations that this version answers. */
  readonly operations: number;
  /** Whether a key has it only where it is named. */
  readonly isNamed: boolean;
}

export const SCOPE_LIST: readonly ScopeDescription[] = SCOPES.map((scope) => ({
  scope,
  meaning: words.scopes.meanings[scope],
  operations: OPERATIONS.filter((operation) => operation.scope === scope).length,
  isNamed: NAMED_SCOPES.some((name) => name === scope),
}));

/** For a cell: "all", or the scopes one by one. */
export function scopesText(scopes: KeyScopes): string {
  return scopes === '*' ? words.keys.allScopes : scopes.join(', ');
}

export function isSameScopes(one: KeyScopes, other: KeyScopes): boolean {
  if (one === '*' || other === '*') return one === other;
  return one.length === other.length && one.every((scope) => other.includes(scope));
}

/** As the operations take it: `*` alone would leave out what has to be named. */
export function scopesBody(scopes: KeyScopes): ('*' | Scope)[] {
  return scopes === '*' ? ['*', ...NAMED_SCOPES] : [...scopes];
}

/** The scopes of a list with one more or one less, in their order; all of them are `*`. */
export function withScopes(scopes: KeyScopes, changed: readonly Scope[], isOn: boolean): KeyScopes {
  const before: readonly Scope[] = scopes === '*' ? SCOPES : scopes;
  const after = SCOPES.filter((scope) => (changed.includes(scope) ? isOn : before.includes(scope)));
  return after.length === SCOPES.length ? '*' : after;
}
