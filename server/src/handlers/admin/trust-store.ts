import { api } from '@touchstone/core/api/api.ts';
import { trustStoreDocument } from '@touchstone/core/keys/trust-document.ts';
import { implement } from '../../frame/implement.ts';
import type { TrustStoreAccess } from '../../trust/store-file.ts';

export interface Needs {
  readonly trustStore: TrustStoreAccess;
}

export const trustStore = implement(api.admin.trustStore)<Needs>({
  async read({ deps }) {
    const { key_sets, revocations, retired, ...document } = trustStoreDocument(deps.trustStore.read());
    return {
      ...document,
      key_sets: key_sets.map((entry) => ({
        ...entry,
        key_set: { ...entry.key_set, keys: [...entry.key_set.keys] },
      })),
      revocations: [...revocations],
      ...(retired === undefined ? {} : { retired: [...retired] }),
    };
  },
});
