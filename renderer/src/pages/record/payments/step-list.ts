/** How far an invoice is, as steps. */
import type { SettlementState } from '@touchstone/core/commerce/settlement.ts';

/** `now`: what is waited for. `ended`: it is never reached any more. */
export type StepState = 'done' | 'now' | 'ahead' | 'ended';

export interface Step {
  readonly name: 'made' | 'paid' | 'settled' | 'expired';
  readonly state: StepState;
}

/** @param isConfirmed whether the block of the payment is deep enough */
export function stepsOf(state: SettlementState, isConfirmed: boolean): readonly Step[] {
  const made: Step = { name: 'made', state: 'done' };
  switch (state) {
    case 'pending':
      return [made, { name: 'paid', state: 'now' }, { name: 'settled', state: 'ahead' }];
    case 'settled':
      return [made, { name: 'paid', state: 'done' }, { name: 'settled', state: isConfirmed ? 'done' : 'now' }];
    case 'expired':
      return [made, { name: 'paid', state: 'ended' }, { name: 'expired', state: 'done' }];
  }
}
