import Type from 'typebox';
import { Count, ListQuery, nullable, object } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

const Day = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  'x-expects': 'a date such as 2026-04-01',
  description: 'A day in UTC, YYYY-MM-DD.',
});

export const usage = group({
  list: endpoint({
    id: 'admin.usage.list',
    service: 'admin',
    method: 'GET',
    path: '/usage',
    query: object({
      ...ListQuery.properties,
      account_id: Type.Optional(Type.String({ maxLength: 100 })),
      from: Type.Optional(Day),
      to: Type.Optional(Day),
    }),
    response: object({
      usage: Type.Array(
        object({ account_id: Type.String(), day: Day, operation: Type.String(), calls: Count, units: Count }),
      ),
      total_calls: Count,
      total_units: Count,
      next_cursor: nullable(Type.String({ description: 'Null on the last page.' })),
    }),
    auth: 'admin',
    scope: null,
    minTier: null,
    units: 0,
    errors: [],
    summary: 'Calls and units by account, day and operation.',
    description:
      'Both days are included; the last 30 days unless stated. `total_calls` and `total_units` are sums of all that fit, also beyond this page. Free calls are written once a second, so the last second may be missing.',
    example: { query: { account_id: 'acc_local', from: '2026-01-01', to: '2026-12-31' } },
  }),
});
