import { api } from '@touchstone/core/api/api.ts';
import { implement } from '../../implement.ts';

export const trustStore = implement(api.admin.trustStore)({
  async read({ deps }) {
    const store = deps.trustStore.read();
    return {
      version: 1,
      key_sets: store.key_sets.map((entry) => ({
        ...entry,
        key_set: { ...entry.key_set, keys: [...entry.key_set.keys] },
      })),
      revocations: [...store.revocations],
    };
  },
});
