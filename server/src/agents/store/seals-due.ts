/** What is over and has no seal yet: sessions and registrations of all projects, by turns. */
import type { RawBuilder } from 'kysely';
import type { Db } from '../../store/engine.ts';
import { prepared } from '../../store/prepared.ts';

export interface DueSeal {
  readonly of: 'session' | 'registration';
  /** Of the session, or of the registered agent. */
  readonly id: string;
  readonly projectId: string;
}

export interface DueSeals {
  readonly now: number;
  readonly limit: number;
  /** The project whose turn it was last: those behind it, in the order of their ids, come first. */
  readonly after?: string;
  /** Ids that are left out. */
  readonly except?: readonly string[];
}

/**
 * One seal of each project, then another of each, and so on: of a project what has been due for longest comes first, and one
 * with thousands due keeps no other waiting for more than its turn.
 */
export async function sealsDue(db: Db, asked: DueSeals): Promise<readonly DueSeal[]> {
  const { now, limit, after = '', except = [] } = asked;
  const rows =
    except.length === 0 ? await anyDue.all(db, { now, limit, after }) : await sealsDueQuery(db, asked).execute();
  return rows.map(({ of, id, project_id: projectId }) => ({
    of: of === 'session' ? 'session' : 'registration',
    id,
    projectId,
  }));
}

/** Each a value, or the place of one in a prepared query. */
interface AskedFor extends Pick<DueSeals, 'except'> {
  readonly now: number | RawBuilder<number>;
  readonly limit: number | RawBuilder<number>;
  readonly after?: string | RawBuilder<string>;
}

/** The query of `sealsDue`. */
export function sealsDueQuery(db: Db, { now, limit, after = '', except = [] }: AskedFor) {
  return (
    db
      // Materialised, so that each part is found by its own index: most of the time there is nothing, and that is asked often.
      .with(
        (name) => name('due').materialized(),
        (cte) =>
          cte
            .selectFrom('agent_sessions')
            .select(({ val }) => [val('session').as('of'), 'id', 'project_id', 'ended_at as due_at'])
            .where('sealed_at', 'is', null)
            .where('ended_at', 'is not', null)
            .unionAll(
              cte
                .selectFrom('agent_sessions')
                .select(({ val }) => [val('session').as('of'), 'id', 'project_id', 'expires_at as due_at'])
                .where('sealed_at', 'is', null)
                .where('ended_at', 'is', null)
                // One that a restore has ended gets its end node first.
                .where('restored_at', 'is', null)
                .where('expires_at', '<=', now),
            )
            .unionAll(
              cte
                .selectFrom('agents')
                .select(({ val }) => [val('registration').as('of'), 'id', 'project_id', 'registered_at as due_at'])
                .where('sealed_at', 'is', null),
            ),
      )
      .with('by_turns', (cte) =>
        cte
          .selectFrom('due')
          .select(({ fn }) => [
            'of',
            'id',
            'project_id',
            fn
              .agg<number>('row_number')
              .over((over) => over.partitionBy('project_id').orderBy('due_at').orderBy('id'))
              .as('turn'),
          ])
          .$if(except.length > 0, (query) => query.where('id', 'not in', except)),
      )
      .selectFrom('by_turns')
      .select(['of', 'id', 'project_id'])
      .orderBy('turn')
      .orderBy(({ case: when }) => when().when('project_id', '>', after).then(0).else(1).end())
      .orderBy('project_id')
      .limit(limit)
  );
}

/** Asked every second, mostly for nothing. */
const anyDue = prepared<{ now: number; limit: number; after: string }>()((db, value) =>
  sealsDueQuery(db, { now: value('now'), limit: value('limit'), after: value('after') }),
);
