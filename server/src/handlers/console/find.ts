import { api } from '@touchstone/core/api/api.ts';
import { FOUND_KINDS } from '@touchstone/core/api/console/find.ts';
import type { Clock } from '@touchstone/core/time.ts';
import { findKeySets } from '../../find/key-sets.ts';
import { MOST_OF_A_KIND, soughtIn } from '../../find/sought.ts';
import { findObjects } from '../../find/store.ts';
import { implement } from '../../frame/implement.ts';
import type { Db } from '../../store/engine.ts';
import type { TrustStoreAccess } from '../../trust/store-file.ts';

export interface Needs {
  readonly db: Db;
  readonly clock: Clock;
  readonly trustStore: Pick<TrustStoreAccess, 'read'>;
}

export const find = implement(api.console.find)<Needs>({
  async objects({ deps, caller }, { query }) {
    const sought = soughtIn(query.text);
    if (sought === null) return { items: [], has_more: false };
    const found = [
      ...(await findObjects(deps.db, sought, { projectId: caller.projectId, now: deps.clock() })),
      ...findKeySets(deps.trustStore.read(), sought),
    ];
    const ofKinds = FOUND_KINDS.map((kind) => found.filter((one) => one.kind === kind));
    return {
      items: ofKinds.flatMap((ofKind) => ofKind.slice(0, MOST_OF_A_KIND)),
      has_more: ofKinds.some((ofKind) => ofKind.length > MOST_OF_A_KIND),
    };
  },
});
