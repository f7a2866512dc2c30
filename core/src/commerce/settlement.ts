/**
 * The life of an invoice as a table (decisions, section 8). Time is one of its events: it is looked up from the clock whenever
 * an invoice is read, so that none can be paid between its end and the sweep that writes it down.
 */
import { stateMachine, type Transition } from '../state-machine.ts';

export const SETTLEMENT_STATES = ['pending', 'settled', 'expired'] as const;
export type SettlementState = (typeof SETTLEMENT_STATES)[number];

export type SettlementEvent = 'pay' | 'time';

/** Complete: one row for each state and event. */
export const SETTLEMENT_TRANSITIONS: readonly Transition<SettlementState, SettlementEvent, 'CONFLICT'>[] = [
  { from: 'pending', event: 'pay', to: 'settled', also: 'The balances move, and the payment is anchored.' },
  { from: 'pending', event: 'time', to: 'expired', also: 'A notice tells of it.' },

  { from: 'settled', event: 'pay', to: 'CONFLICT', also: 'Nothing is paid twice.' },
  { from: 'settled', event: 'time', to: 'settled', also: '' },

  { from: 'expired', event: 'pay', to: 'CONFLICT', also: '' },
  { from: 'expired', event: 'time', to: 'expired', also: '' },
];

/** What an event makes of an invoice. */
export const settlementOutcome = stateMachine(SETTLEMENT_STATES, SETTLEMENT_TRANSITIONS);

/** What is stored of an invoice's life. */
export interface SettlementLife {
  readonly state: SettlementState;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** The state at a moment. An invoice is over at its last millisecond. */
export function settlementStateAt({ state, expiresAt }: SettlementLife, now: number): SettlementState {
  if (now < expiresAt) return state;
  const outcome = settlementOutcome(state, 'time');
  return outcome.ok ? outcome.state : state;
}
