import type { CombineOutcome } from './keys-jobs.ts';

type Refused = Extract<CombineOutcome, { readonly ok: false }>;

/** Why shares did not give the key, and which of them, in one sentence. */
export function refusalWords({ reason, share }: Refused, threshold: number): string {
  const which = share === null ? 'A share' : `Share ${share + 1}`;
  switch (reason) {
    case 'TOO_FEW_SHARES':
      return `There are too few shares: ${threshold} are needed.`;
    case 'MALFORMED_SHARE':
      return `${which} is not a share of such a key: its length is wrong, or something was cut off.`;
    case 'REPEATED_SHARE':
      return `${which} is from a participant whose share is there already.`;
    case 'FOREIGN_SHARE':
      return `${which} is not of this ceremony, or was changed: none of the commitments is its own.`;
    case 'OTHER_KEY':
      return 'The shares give another key than the one of this ceremony: one of them is wrong, or there are too few.';
    case 'UNOPENED_SHARE':
      return `${which} is sealed and was not opened: the secret key, the participant or the ceremony is another one.`;
    case 'MALFORMED_KEY':
      return 'The public key or the message cannot be read.';
  }
}
