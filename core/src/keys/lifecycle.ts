/**
 * The life of a managed key (document 2, "Managed key"; decisions, section 7) as a table. Time is one of its events: the
 * end of the grace period is looked up from the clock whenever a key is read, so that no request is needed for it.
 */
import { stateMachine, type Transition } from '../state-machine.ts';

export const KEY_STATUSES = ['active', 'rotated', 'expired', 'revoked'] as const;
export type KeyStatus = (typeof KEY_STATUSES)[number];

export const KEY_EVENTS = ['rotate', 'grace-end', 'revoke', 'use'] as const;
/** `use` is every operation under the key: encrypt, decrypt, verify, wrap, rotate-envelope, proxy. */
export type KeyEvent = (typeof KEY_EVENTS)[number];

export type KeyRefusal = 'CONFLICT' | 'KEY_EXPIRED' | 'KEY_REVOKED';

/** Complete: one row for each status and event. */
export const KEY_TRANSITIONS: readonly Transition<KeyStatus, KeyEvent, KeyRefusal>[] = [
  { from: 'active', event: 'use', to: 'active', also: 'The operation is counted.' },
  { from: 'active', event: 'rotate', to: 'rotated', also: 'A new key is made; both ids are valid during the grace.' },
  { from: 'active', event: 'grace-end', to: 'active', also: 'An active key has no grace period.' },
  { from: 'active', event: 'revoke', to: 'revoked', also: 'Operations in flight are refused.' },

  { from: 'rotated', event: 'use', to: 'rotated', also: 'The operation is counted.' },
  { from: 'rotated', event: 'rotate', to: 'CONFLICT', also: 'Its successor is the one to rotate.' },
  { from: 'rotated', event: 'grace-end', to: 'expired', also: 'All operations on the id are refused.' },
  { from: 'rotated', event: 'revoke', to: 'revoked', also: 'The grace ends at once; the successor is untouched.' },

  { from: 'expired', event: 'use', to: 'KEY_EXPIRED', also: '' },
  { from: 'expired', event: 'rotate', to: 'KEY_EXPIRED', also: '' },
  { from: 'expired', event: 'grace-end', to: 'expired', also: '' },
  { from: 'expired', event: 'revoke', to: 'revoked', also: 'From now on it is known as revoked.' },

  { from: 'revoked', event: 'use', to: 'KEY_REVOKED', also: '' },
  { from: 'revoked', event: 'rotate', to: 'KEY_REVOKED', also: '' },
  { from: 'revoked', event: 'grace-end', to: 'revoked', also: '' },
  { from: 'revoked', event: 'revoke', to: 'revoked', also: 'Nothing changes; the first time stands.' },
];

/** What an event makes of a key. */
export const keyOutcome = stateMachine(KEY_STATUSES, KEY_TRANSITIONS);

/** What is stored of a key's life. */
export interface KeyLife {
  /** The status that the last request left; `expired` is never stored. */
  readonly status: 'active' | 'rotated' | 'revoked';
  /** Milliseconds since 1970; null where the key was never rotated. */
  readonly graceEndsAt: number | null;
}

/** The status at a moment. The grace period is over at its last millisecond. */
export function keyStatusAt({ status, graceEndsAt }: KeyLife, now: number): KeyStatus {
  if (graceEndsAt === null || now < graceEndsAt) return status;
  const outcome = keyOutcome(status, 'grace-end');
  return outcome.ok ? outcome.state : status;
}
