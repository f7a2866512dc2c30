/** How much text a session's nodes are. */
import { sql } from 'kysely';
import type { Db } from '../../store/engine.ts';

export interface NodeSizes {
  readonly nodes: number;
  /** Bytes of their texts together. */
  readonly bodies: number;
  /** How many have an opening, bytes of these together, and of the ids under which files name them. */
  readonly openings: number;
  readonly openingBytes: number;
  readonly openingIds: number;
}

/** Of the nodes with sequence numbers above `after`, up to `upTo`. The texts themselves are not read. */
export async function nodeSizes(db: Db, sessionId: string, after: number, upTo: number): Promise<NodeSizes> {
  const octets = (column: 'body' | 'opening') => sql<number>`octet_length(${sql.ref(column)})`;
  const row = await db
    .selectFrom('agent_nodes')
    .select(({ fn, ref, case: when }) => [
      fn.countAll<number>().as('nodes'),
      fn.coalesce(fn.sum<number>(octets('body')), sql<number>`0`).as('bodies'),
      fn.count<number>('opening').as('openings'),
      fn.coalesce(fn.sum<number>(octets('opening')), sql<number>`0`).as('openingBytes'),
      fn
        .coalesce(
          fn.sum<number>(
            when()
              .when('opening', 'is not', null)
              .then(sql<number>`octet_length(${ref('id')})`)
              .end(),
          ),
          sql<number>`0`,
        )
        .as('openingIds'),
    ])
    .where('session_id', '=', sessionId)
    .where('sequence', '>', after)
    .where('sequence', '<=', upTo)
    .executeTakeFirstOrThrow();
  return row;
}
