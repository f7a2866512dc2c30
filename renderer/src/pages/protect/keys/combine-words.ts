import { words } from '../../../words/protect/ceremony.ts';
import type { CombineOutcome } from './keys-jobs.ts';

type Refused = Extract<CombineOutcome, { readonly ok: false }>;

/** Why shares did not give the key, and which of them, in one sentence. */
export function refusalWords({ reason, share }: Refused, threshold: number): string {
  const { which, refusals } = words.combine;
  return refusals[reason](which(share === null ? null : share + 1), threshold);
}
