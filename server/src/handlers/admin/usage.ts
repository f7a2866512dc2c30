import { api } from '@touchstone/core/api/api.ts';
import { type Clock, parseIsoTime } from '@touchstone/core/time.ts';
import { listUsage, sumUsage } from '../../accounts/store/accounts.ts';
import { invalid } from '../../frame/errors.ts';
import { implement } from '../../frame/implement.ts';
import { cursorParts, cutPage, PAGE_ITEMS } from '../../frame/list-pages.ts';
import type { Db } from '../../store/engine.ts';

export interface Needs {
  readonly db: Db;
  readonly clock: Clock;
}

const DAYS = 30;

export const usage = implement(api.admin.usage)<Needs>({
  async list({ deps }, { query }) {
    const { account_id, to, limit = PAGE_ITEMS, cursor } = query;
    requireDay('from', query.from);
    requireDay('to', to);
    const from = query.from ?? new Date(deps.clock() - (DAYS - 1) * 86_400_000).toISOString().slice(0, 10);
    const filter = {
      from,
      ...(account_id === undefined ? {} : { accountId: account_id }),
      ...(to === undefined ? {} : { to }),
    };
    const [day, accountId, operation] = cursorParts(cursor, /^(\d{4}-\d\d-\d\d) (\w{1,100}) ([\w.-]{1,80})$/) ?? [];
    const isFirst = day === undefined || accountId === undefined || operation === undefined;
    const range = { limit: limit + 1, ...(isFirst ? {} : { after: { day, accountId, operation } }) };
    const { page, nextCursor } = cutPage(
      await listUsage(deps.db, { ...filter, ...range }),
      limit,
      (last) => `${last.day} ${last.accountId} ${last.operation}`,
    );
    const { calls, units } = await sumUsage(deps.db, filter);
    return {
      usage: page.map(({ accountId: id, ...rest }) => ({ account_id: id, ...rest })),
      total_calls: calls,
      total_units: units,
      next_cursor: nextCursor,
    };
  },
});

/** Throws INVALID_REQUEST for a date that no calendar has. */
function requireDay(field: string, day: string | undefined): void {
  if (day === undefined || parseIsoTime(`${day}T00:00:00Z`) !== null) return;
  throw invalid(field, `\`${field}\` is no date that exists.`);
}
