import { isDeepStrictEqual } from 'node:util';
import { api } from '@touchstone/core/api/api.ts';
import type { Audit } from '../../audit/audit.ts';
import { implement } from '../../frame/implement.ts';
import type { SettingsAccess } from '../../settings/settings.ts';

export interface Needs {
  readonly settings: SettingsAccess;
  readonly audit: Audit;
}

export const settings = implement(api.admin.settings)<Needs>({
  async read({ deps }) {
    return deps.settings.read();
  },

  async update({ deps, caller, write }, { body }) {
    const before = await deps.settings.read();
    const after = { ...before, ...body };
    if (isDeepStrictEqual(after, before)) return before;
    await deps.audit.recorded(write, caller, async (db) => {
      await deps.settings.store(db, body);
      const details = { before: { ...before }, after };
      return { result: null, event: { action: 'settings.changed', accountId: null, subject: 'settings', details } };
    });
    return deps.settings.read();
  },
});
