import { api } from '@touchstone/core/api/api.ts';
import type { Audit } from '../../audit/audit.ts';
import { implement } from '../../frame/implement.ts';
import type { KeySets } from '../../key-sets/key-sets.ts';

export interface Needs {
  readonly keySets: KeySets;
  readonly audit: Audit;
}

export const keySets = implement(api.admin.keySets)<Needs>({
  async list({ deps }) {
    const stored = await deps.keySets.all();
    return {
      key_sets: stored.map(({ keySet, state }) => ({ key_set: { ...keySet, keys: [...keySet.keys] }, state })),
    };
  },

  async rotate({ deps, caller, write }, { params }) {
    const keySet = await deps.keySets.rotate(params.use);
    const { keyset_id, fingerprint, serial } = keySet;
    await deps.audit.recorded(write, caller, async () => ({
      result: null,
      event: {
        action: 'key-set.rotated',
        accountId: null,
        subject: keyset_id,
        details: { use: params.use, fingerprint, serial },
      },
    }));
    return { key_set: { ...keySet, keys: [...keySet.keys] } };
  },
});
