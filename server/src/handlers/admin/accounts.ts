import { api } from '@touchstone/core/api/api.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { implement } from '../../implement.ts';
import { listAccounts } from '../../store/accounts.ts';

export const accounts = implement(api.admin.accounts)({
  async list({ deps }) {
    const all = await listAccounts(deps.db);
    return {
      accounts: all.map(({ createdAt, ...account }) => ({ ...account, created_at: formatIsoTime(createdAt) })),
      total: all.length,
    };
  },
});
