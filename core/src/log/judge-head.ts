/** The checks of a signed tree head: a statement of a trusted `service` set, valid at the head's time. */

import { parseIsoTime } from '../time.ts';
import type { CheckList } from '../verdict/checks.ts';
import { checkStatement, type JudgedStatement, type StatementJudge } from '../verdict/statement-check.ts';
import { checkClock } from '../verdict/trust-used.ts';
import { logHeadBody, type SignedLogHead } from './head.ts';

/** Like `checkHead`, for a head that stands alone: adds `validity.<name>_signed_at` too (S41). `now`: milliseconds since 1970. */
export function checkNewHead(
  head: SignedLogHead,
  name: string,
  options: StatementJudge & { readonly now: number },
  checks: CheckList,
): Promise<JudgedStatement> {
  checkClock('The tree head', parseIsoTime(head.timestamp) ?? 0, options.now, `${name}_signed_at`, checks);
  return checkHead(head, name, options, checks);
}

/** Adds `signature.<name>`, `trust.<name>_key_set`, `trust.<name>_revocation` and `validity.<name>_key_period`. */
export async function checkHead(
  head: SignedLogHead,
  name: string,
  judge: StatementJudge,
  checks: CheckList,
): Promise<JudgedStatement> {
  const { signature, keyset_id: keysetId, timestamp: statedAt } = head;
  const stated = {
    kind: 'log-head',
    what: 'tree head',
    body: logHeadBody(head),
    signature,
    keysetId,
    statedAt,
  } as const;
  return checkStatement(stated, name, judge, checks);
}
