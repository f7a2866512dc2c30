import { api } from '@touchstone/core/api/api.ts';
import { changedLists } from '../../console/changed-lists.ts';
import { implement } from '../../frame/implement.ts';
import type { Db } from '../../store/engine.ts';

export interface Needs {
  readonly db: Db;
}

export const changes = implement(api.console.changes)<Needs>({
  async events({ deps, caller }) {
    return changedLists(deps.db, caller.projectId);
  },
});
