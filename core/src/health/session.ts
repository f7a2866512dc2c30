/**
 * The life of a health validation session (document 2, "Health validation session") as a table. Time is one of its events:
 * whether the lock has run out is looked up from the clock whenever a session is read, so that no request is needed for it.
 */
import { stateMachine, type Transition } from '../state-machine.ts';

export const SESSION_STATES = ['open', 'released', 'expired'] as const;
export type SessionState = (typeof SESSION_STATES)[number];

/** `append` is an audit event, `attest` an attestation, `time` the end of the lock's time. */
export const SESSION_EVENTS = ['append', 'attest', 'release', 'time'] as const;
export type SessionEvent = (typeof SESSION_EVENTS)[number];

export type SessionRefusal = 'CONFLICT' | 'SESSION_EXPIRED';

/** Complete: one row for each state and event. */
export const SESSION_TRANSITIONS: readonly Transition<SessionState, SessionEvent, SessionRefusal>[] = [
  { from: 'open', event: 'append', to: 'open', also: 'The events join the chain of the session.' },
  { from: 'open', event: 'attest', to: 'open', also: 'A hash of results and chain is anchored.' },
  { from: 'open', event: 'release', to: 'released', also: 'The contract is free.' },
  { from: 'open', event: 'time', to: 'expired', also: 'The lock is gone: the contract is free.' },

  { from: 'released', event: 'append', to: 'CONFLICT', also: '' },
  { from: 'released', event: 'attest', to: 'CONFLICT', also: '' },
  { from: 'released', event: 'release', to: 'CONFLICT', also: '' },
  { from: 'released', event: 'time', to: 'released', also: '' },

  { from: 'expired', event: 'append', to: 'SESSION_EXPIRED', also: '' },
  { from: 'expired', event: 'attest', to: 'SESSION_EXPIRED', also: '' },
  { from: 'expired', event: 'release', to: 'SESSION_EXPIRED', also: 'There is no lock any more.' },
  { from: 'expired', event: 'time', to: 'expired', also: '' },
];

/** What an event makes of a session. */
export const sessionOutcome = stateMachine(SESSION_STATES, SESSION_TRANSITIONS);

/** What is stored of a session's life, in milliseconds since 1970. */
export interface SessionLife {
  readonly expiresAt: number;
  /** null where it was not released. */
  readonly releasedAt: number | null;
}

/** The state at a moment. The lock is over at its last millisecond. */
export function sessionStateAt({ expiresAt, releasedAt }: SessionLife, now: number): SessionState {
  const stored: SessionState = releasedAt === null ? 'open' : 'released';
  if (now < expiresAt) return stored;
  const outcome = sessionOutcome(stored, 'time');
  return outcome.ok ? outcome.state : stored;
}
