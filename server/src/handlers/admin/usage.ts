import { api } from '@touchstone/core/api/api.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import { invalid } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { listUsage } from '../../store/accounts.ts';

const DAYS = 30;

export const usage = implement(api.admin.usage)({
  async list({ deps }, { query }) {
    const { account_id, to } = query;
    requireDay('from', query.from);
    requireDay('to', to);
    const from = query.from ?? new Date(deps.clock() - (DAYS - 1) * 86_400_000).toISOString().slice(0, 10);
    const rows = await listUsage(deps.db, {
      from,
      ...(account_id === undefined ? {} : { accountId: account_id }),
      ...(to === undefined ? {} : { to }),
    });
    return {
      usage: rows.map(({ accountId, ...rest }) => ({ account_id: accountId, ...rest })),
      total_calls: rows.reduce((sum, { calls }) => sum + calls, 0),
      total_units: rows.reduce((sum, { units }) => sum + units, 0),
    };
  },
});

/** Throws INVALID_REQUEST for a date that no calendar has. */
function requireDay(field: string, day: string | undefined): void {
  if (day === undefined || parseIsoTime(`${day}T00:00:00Z`) !== null) return;
  throw invalid(field, `\`${field}\` is no date that exists.`);
}
