/** The scopes of API keys: as they are stored, as they are asked for, and what of them is left under another key. */
import { NAMED_SCOPES, SCOPES, type Scope } from './plans.ts';

export type KeyScopes = '*' | readonly Scope[];

/** Reads stored scopes. Throws TypeError for what no key is stored with: a broken invariant. */
export function storedScopes(stored: string): KeyScopes {
  const names: unknown = JSON.parse(stored);
  if (names === '*') return '*';
  if (!Array.isArray(names)) throw new TypeError('internal: an API key holds unreadable scopes');
  return SCOPES.filter((scope) => names.includes(scope));
}

/**
 * The scopes that a request asks for. `*` gives all but those that have to be named (12.22), so `*` beside the names of all of
 * these is every scope, also those of later versions.
 */
export function wantedScopes(wanted: '*' | readonly ('*' | Scope)[]): KeyScopes {
  const names: readonly ('*' | Scope)[] = wanted === '*' ? ['*'] : wanted;
  if (!names.includes('*')) return SCOPES.filter((scope) => names.includes(scope));
  if (NAMED_SCOPES.every((scope) => names.includes(scope))) return '*';
  return SCOPES.filter((scope) => names.includes(scope) || !isNamed(scope));
}

/** What a key gives on where nobody says what: its scopes without those that have to be named. */
export function unnamedScopes(own: KeyScopes): KeyScopes {
  return (own === '*' ? SCOPES : own).filter((scope) => !isNamed(scope));
}

function isNamed(scope: Scope): boolean {
  return NAMED_SCOPES.some((name) => name === scope);
}

/** A scope of `wanted` that `own` does not give; null where it gives them all. */
export function lackingScope(own: KeyScopes, wanted: KeyScopes): '*' | Scope | null {
  if (own === '*') return null;
  if (wanted === '*') return '*';
  return wanted.find((scope) => !own.includes(scope)) ?? null;
}

/** The scopes that both give. */
export function commonScopes(a: KeyScopes, b: KeyScopes): KeyScopes {
  if (a === '*') return b;
  return b === '*' ? a : a.filter((scope) => b.includes(scope));
}
