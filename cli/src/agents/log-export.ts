/** The signed heads of a running service's log, with the proofs between them: what `pq-verify log` checks. */
import type { Client } from '@touchstone/core/api/client.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { log } from '@touchstone/core/api/receipts/log.ts';
import type { SignedLogHead } from '@touchstone/core/log/head.ts';
import { LOG_EXPORT_FORMAT } from '@touchstone/core/log/verify-log.ts';

export const LOG_API = { receipts: { log } } as const;

export type LogClient = Client<typeof LOG_API>['receipts']['log'];

type Proof = Pick<OutputOf<typeof log.consistency>, 'first' | 'second' | 'path'>;

/** A `*.pqlog.json` file as it is written (docs/formats.md). */
export interface LogFile {
  readonly format: typeof LOG_EXPORT_FORMAT;
  readonly exported_at: string;
  readonly heads: readonly SignedLogHead[];
  readonly consistency: readonly Proof[];
}

const PAGE = 200;

/**
 * The newest `most` heads of the log that the service keeps now, oldest first; the last one is of this moment. Heads of
 * logs that a restore has ended belong to other files.
 */
export async function exportLog(client: LogClient, most: number, exportedAt: string): Promise<LogFile> {
  // Where the log has grown this signs another head, with which the list then begins.
  await client.head({});
  const newestFirst: SignedLogHead[] = [];
  for (let cursor: string | null = null; ; ) {
    const query = { limit: Math.min(PAGE, most - newestFirst.length), ...(cursor === null ? {} : { cursor }) };
    const { items, next_cursor } = await client.heads({ query });
    const current = items.filter((item) => item.is_current_log);
    newestFirst.push(...current.map(({ head }) => head));
    cursor = next_cursor;
    if (cursor === null || newestFirst.length >= most || current.length < items.length) break;
  }
  const heads = newestFirst.reverse();
  const consistency = await proofsBetween(client, heads);
  return { format: LOG_EXPORT_FORMAT, exported_at: exportedAt, heads, consistency };
}

/** The proofs between heads. An empty tree, and two heads of one tree, need none. */
async function proofsBetween(client: LogClient, heads: readonly SignedLogHead[]): Promise<readonly Proof[]> {
  const proofs: Proof[] = [];
  for (const [at, { tree_size: second }] of heads.entries()) {
    const first = heads[at - 1]?.tree_size ?? 0;
    if (first === 0 || first === second) continue;
    const { path } = await client.consistency({ query: { first, second } });
    proofs.push({ first, second, path });
  }
  return proofs;
}
