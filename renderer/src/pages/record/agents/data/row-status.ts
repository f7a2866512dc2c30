/** How a receipt stands out in a list: one small number for each row, so that 100,000 rows are 100,000 bytes. */
import type { StatusLook } from '../../../../ui/status-shapes.ts';
import { words } from '../../../../words/record/agents-session-outcomes.ts';
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
  { id: 'recorded', word: words.statuses.recorded, look: null, weight: 0 },
  { id: 'success', word: words.statuses.success, look: null, weight: 0 },
  { id: 'allowed', word: words.statuses.allowed, look: null, weight: 0 },
  { id: 'clean', word: words.statuses.clean, look: null, weight: 0 },
  { id: 'approve', word: words.statuses.approve, look: null, weight: 0 },
  { id: 'asked', word: words.statuses.asked, look: 'pending', weight: 1 },
  { id: 'pending', word: words.statuses.pending, look: 'pending', weight: 1 },
  { id: 'unknown', word: words.statuses.unknown, look: 'inconclusive', weight: 2 },
  { id: 'quarantined', word: words.statuses.quarantined, look: 'inconclusive', weight: 2 },
  { id: 'outside', word: words.statuses.outside, look: 'inconclusive', weight: 2 },
  { id: 'unsigned', word: words.statuses.unsigned, look: 'inconclusive', weight: 2 },
  { id: 'denied', word: words.statuses.denied, look: 'failed', weight: 3 },
  { id: 'violation', word: words.statuses.violation, look: 'failed', weight: 3 },
  { id: 'exposed', word: words.statuses.exposed, look: 'failed', weight: 3 },
  { id: 'timeout', word: words.statuses.timeout, look: 'failed', weight: 3 },
  { id: 'failure', word: words.statuses.failure, look: 'failed', weight: 3 },
  { id: 'invalid', word: words.statuses.invalid, look: 'failed', weight: 4 },
] as const satisfies readonly RowStatus[];

export type RowStatusId = (typeof ROW_STATUSES)[number]['id'];

/**
 * From this weight on a receipt is a failure: what failed, was denied, exposed, or ran although forbidden, and a signature that
 * does not hold. It is red in lists, marked on the map, counted on top of the page, and where "next failure" stops.
 */
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
