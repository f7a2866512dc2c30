/** What an end node says about itself and about the seal of its session. */
import type { StatusLook } from '../../../../ui/status-mark.tsx';
import type { Receipt } from '../data/queries.ts';
import type { ProofCheck } from '../proof/use-proof-check.ts';

interface Words {
  readonly look: StatusLook;
  readonly label: string;
}

/** What stands where this window could not compute it, or has not yet. */
const STATED: Readonly<Record<Receipt['signature_status'], Words>> = {
  valid: { look: 'pending', label: 'The end is recorded; its signature is being checked' },
  invalid: { look: 'failed', label: 'The end is recorded, but the server states that its signature does not verify' },
  unsigned: { look: 'failed', label: 'The end is recorded, but the server states that it is not signed' },
  expired: { look: 'failed', label: 'The end is recorded outside of the time of its session' },
};

/** `check` is what this window has computed; only that is a verdict. */
export function signatureOutcome(stated: Receipt['signature_status'], check: ProofCheck): Words {
  if (stated !== 'valid' || check.status === 'busy') return STATED[stated];
  if (check.status === 'broke') {
    return { look: 'skipped', label: 'The end is recorded; its signature could not be checked in this window' };
  }
  return check.report.isSigned
    ? { look: 'verified', label: "The end is recorded, and the agent's key signed it" }
    : { look: 'failed', label: 'The end is recorded, but its signature does not verify' };
}

export const SEAL_OUTCOMES: Readonly<
  Record<Receipt['svc_74_status'], { readonly look: StatusLook; readonly word: string; readonly meaning: string }>
> = {
  anchored: {
    look: 'skipped',
    word: 'Sealed and anchored, as the server states it',
    meaning: 'The number of receipts is fixed. Verify the chain and Full check compute this in your window.',
  },
  pending: {
    look: 'pending',
    word: 'The seal is being made',
    meaning: 'The end holds in any case. The service goes on by itself; this window may be closed.',
  },
  unavailable: {
    look: 'inconclusive',
    word: 'Sealed, but no ledger confirms it',
    meaning: 'The seal is signed. The ledger that should hold it cannot be asked, or does not have it.',
  },
};
