/** What each scope of an API key allows, in plain words. */
import { api } from '@touchstone/core/api/api.ts';
import { endpointsOf } from '@touchstone/core/api/endpoint.ts';
import { NAMED_SCOPES, SCOPES, type Scope } from '@touchstone/core/api/plans.ts';

export type KeyScopes = '*' | readonly Scope[];

/** Exhaustive by type. */
const WORDS: Record<Scope, string> = {
  sign: 'Sign and verify: three-family and hybrid signatures, receipts, artifacts.',
  keys: 'Make and use encryption keys: key encapsulation, wrapping, encrypted storage, rotation, ceremonies.',
  secrets: 'Store, list, rotate and destroy secrets, and check a value against them. Not read them.',
  reveal: 'Read secrets in plain text. Give it to few. It is never part of "everything else".',
  gateway: 'Call configured targets with a stored secret, without seeing it.',
  health: 'Health records: agreement, sessions, audit events, attestations.',
  vault: 'Vaults: validate, attest, read their state and audit.',
  fhe: 'Compute on encrypted data: encryption, several-party computation, encrypted search, proofs, traffic analysis.',
  video: 'Video sessions and their transcripts.',
  agents: 'Agent sessions: register, attest actions, replay, ask for approval. Not approve.',
  approve:
    'Decide approvals that agents ask for. A key with this should belong to a person. It is never part of "everything else".',
  platform: 'Users and their log-in, cache, chain audit.',
  commerce: 'Invoices and settlement: makes payments on the ledger.',
};

const OPERATIONS = endpointsOf(api);

export interface ScopeDescription {
  readonly scope: Scope;
  readonly words: string;
  /** Operations that this version answers. */
  readonly operations: number;
  /** Whether a key has it only where it is named. */
  readonly isNamed: boolean;
}

export const SCOPE_LIST: readonly ScopeDescription[] = SCOPES.map((scope) => ({
  scope,
  words: WORDS[scope],
  operations: OPERATIONS.filter((operation) => operation.scope === scope && operation.planned !== true).length,
  isNamed: NAMED_SCOPES.some((name) => name === scope),
}));

/** For a cell: "all", or the scopes one by one. */
export function scopesText(scopes: KeyScopes): string {
  return scopes === '*' ? 'all' : scopes.join(', ');
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
