/** What an end node says about itself and about the seal of its session. */
import type { StatusLook } from '../../../../ui/status-mark.tsx';
import { words } from '../../../../words/record/agents.ts';
import type { Receipt } from '../data/queries.ts';
import type { ProofCheck } from '../proof/use-proof-check.ts';

interface Words {
  readonly look: StatusLook;
  readonly label: string;
}

const { stated: STATED, outcomes } = words.end;

/** `check` is what this window has computed; only that is a verdict. What the server states stands until there is one. */
export function signatureOutcome(stated: Receipt['signature_status'], check: ProofCheck): Words {
  if (stated !== 'valid') return { look: 'failed', label: STATED[stated] };
  if (check.status === 'busy') return { look: 'pending', label: STATED.valid };
  if (check.status === 'broke') return { look: 'skipped', label: words.end.notChecked };
  return check.report.isSigned
    ? { look: 'verified', label: words.end.signed }
    : { look: 'failed', label: words.end.notSigned };
}

export const SEAL_OUTCOMES: Readonly<
  Record<Receipt['svc_74_status'], { readonly look: StatusLook; readonly word: string; readonly meaning: string }>
> = {
  anchored: { look: 'skipped', ...outcomes.anchored },
  pending: { look: 'pending', ...outcomes.pending },
  unavailable: { look: 'inconclusive', ...outcomes.unavailable },
};
