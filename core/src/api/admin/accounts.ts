import Type from 'typebox';
import { Count, IsoTime, object } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';
import { PLAN_SLUGS } from '../plans.ts';

const Account = object({
  id: Type.String(),
  email: Type.String(),
  plan: Type.Enum([...PLAN_SLUGS]),
  credits: Count,
  status: Type.Enum(['active', 'suspended']),
  created_at: IsoTime,
});

export const accounts = group({
  list: endpoint({
    id: 'admin.accounts.list',
    service: 'admin',
    method: 'GET',
    path: '/accounts',
    response: object({ accounts: Type.Array(Account), total: Count }),
    auth: 'admin',
    scope: null,
    minTier: null,
    units: 0,
    errors: [],
    summary: 'All accounts, the oldest first.',
    description: 'The account `local` is the one that the console and the administrator act for.',
    example: {},
  }),
});
