/** How a receipt stands out in a list: one small number for each row, so that 100,000 rows are 100,000 bytes. */
import type { StatusLook } from '../../../../ui/status-mark.tsx';
import type { Receipt } from './queries.ts';

export interface RowStatus {
  readonly id: string;
  readonly word: string;
  /** Null where nothing stands out: what an agent reported as a success was verified by nobody. */
  readonly look: StatusLook | null;
  /** Where many rows share one pixel, the highest wins. */
  readonly weight: number;
}

/** The order is the number that rows hold. */
export const ROW_STATUSES = [
  { id: 'recorded', word: 'Recorded', look: null, weight: 0 },
  { id: 'success', word: 'Success', look: null, weight: 0 },
  { id: 'allowed', word: 'Allowed', look: null, weight: 0 },
  { id: 'clean', word: 'Clean', look: null, weight: 0 },
  { id: 'approve', word: 'Approved', look: null, weight: 0 },
  { id: 'asked', word: 'Asked', look: 'pending', weight: 1 },
  { id: 'pending', word: 'Pending', look: 'pending', weight: 1 },
  { id: 'unknown', word: 'Unknown', look: 'inconclusive', weight: 2 },
  { id: 'quarantined', word: 'Quarantined', look: 'inconclusive', weight: 2 },
  { id: 'outside', word: 'Outside its session', look: 'inconclusive', weight: 2 },
  { id: 'unsigned', word: 'Not signed', look: 'inconclusive', weight: 2 },
  { id: 'denied', word: 'Denied', look: 'failed', weight: 3 },
  { id: 'violation', word: 'Ran although forbidden', look: 'failed', weight: 3 },
  { id: 'exposed', word: 'Exposed', look: 'failed', weight: 3 },
  { id: 'timeout', word: 'Timed out', look: 'failed', weight: 3 },
  { id: 'failure', word: 'Failed', look: 'failed', weight: 3 },
  { id: 'invalid', word: 'Signature invalid', look: 'failed', weight: 4 },
] as const satisfies readonly RowStatus[];

export type RowStatusId = (typeof ROW_STATUSES)[number]['id'];

/** From this weight on a row is a failure or a denial: what "next failure" stops at. */
export const TROUBLE_WEIGHT = 3;

/** What nothing outweighs: a signature that does not hold, and the receipt at which the chain breaks. */
export const HEAVIEST = 4;

const NUMBERS: ReadonlyMap<string, number> = new Map(ROW_STATUSES.map(({ id }, number) => [id, number]));

/** The number of a status. Throws TypeError for one that is not in the list. */
export function statusNumber(id: RowStatusId): number {
  const number = NUMBERS.get(id);
  if (number === undefined) throw new TypeError(`no row status ${id}`);
  return number;
}

/** The status that a number stands for; "recorded" for a number of nothing. */
export function rowStatus(number: number): RowStatus {
  return ROW_STATUSES[number] ?? ROW_STATUSES[0];
}

/** What a receipt says of itself: a broken signature before the outcome, the outcome before "recorded". */
export function statusOf({ signature_status, details }: Pick<Receipt, 'signature_status' | 'details'>): RowStatusId {
  if (signature_status === 'invalid') return 'invalid';
  if (signature_status === 'expired') return 'outside';
  if (details.allowed !== undefined) return details.allowed ? 'allowed' : 'denied';
  if (details.violation !== undefined) return 'violation';
  if (details.status !== undefined) return details.status;
  if (details.decision !== undefined) return details.decision === 'approve' ? 'approve' : 'denied';
  if (details.state === 'pending') return 'asked';
  return signature_status === 'unsigned' ? 'unsigned' : 'recorded';
}
