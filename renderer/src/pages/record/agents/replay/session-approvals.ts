import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../../lib/client.ts';
import type { Approval } from '../../../../parts/approval/waiting.ts';
import { ROOT } from '../data/queries.ts';

/** Approvals of one session that are asked for; the page says when there are more. */
export const MOST_APPROVALS = 200;
/** Requests at a time. */
const AT_ONCE = 8;

/** The approvals that a session asked for, by the ids of their receipts. */
export function sessionApprovalsQuery(sessionId: string, ids: readonly string[]) {
  return queryOptions({
    queryKey: [ROOT, 'approvals', 'session', sessionId, ids.length],
    queryFn: async ({ signal }): Promise<readonly Approval[]> => {
      const found: Approval[] = [];
      for (let start = 0; start < Math.min(ids.length, MOST_APPROVALS); start += AT_ONCE) {
        const some = ids.slice(start, Math.min(start + AT_ONCE, MOST_APPROVALS));
        const read = (id: string) => client.agents.approvals.read({ params: { id } }, { signal });
        found.push(...(await Promise.all(some.map(read))));
      }
      return found;
    },
    enabled: ids.length > 0,
  });
}
