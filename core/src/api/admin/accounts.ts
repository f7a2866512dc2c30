import Type from 'typebox';
import { Count, Email, IsoTime, ListQuery, nullable, object } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';
import { PLAN_SLUGS } from '../plans.ts';

const Plan = Type.Enum([...PLAN_SLUGS]);
const Status = Type.Enum(['active', 'suspended']);
const Credits = Type.Integer({ minimum: 0, maximum: 1_000_000_000_000, description: 'Units that remain.' });

const members = {
  id: Type.String(),
  email: Type.String(),
  plan: Plan,
  credits: Count,
  status: Status,
  created_at: IsoTime,
};
const Account = object(members);

const NextCursor = nullable(Type.String({ description: 'Null on the last page.' }));

const AccountId = object({ id: Type.String({ maxLength: 100 }) });

export const accounts = group({
  list: endpoint({
    id: 'admin.accounts.list',
    service: 'admin',
    method: 'GET',
    path: '/accounts',
    query: ListQuery,
    response: object({ accounts: Type.Array(Account), total: Count, next_cursor: NextCursor }),
    auth: 'admin',
    scope: null,
    minTier: null,
    units: 0,
    errors: [],
    summary: 'All accounts, the oldest first.',
    description:
      '`total` counts all, also beyond this page. The account `local` is the one that console and administrator act for. They act for another with the header `X-Svc-Project`, which names one of its projects.',
    example: { query: { limit: 20 } },
  }),
  create: endpoint({
    id: 'admin.accounts.create',
    service: 'admin',
    method: 'POST',
    path: '/accounts',
    body: object({ email: Email, plan: Type.Optional(Plan), credits: Type.Optional(Credits) }),
    response: object({ ...members, project_id: Type.String({ description: 'The first, empty project.' }) }),
    auth: 'admin',
    scope: null,
    minTier: null,
    units: 0,
    errors: ['CONFLICT'],
    summary: 'Open an account.',
    description:
      'For servers that do not issue keys to strangers. Without `plan` and `credits` it is as one that `POST /api/auth/request` opens: free, 1,000 units. A known address is a CONFLICT.',
    example: { body: { email: 'grace@example.com', plan: 'pro', credits: 50_000 } },
  }),
  read: endpoint({
    id: 'admin.accounts.read',
    service: 'admin',
    method: 'GET',
    path: '/accounts/:id',
    params: AccountId,
    query: ListQuery,
    response: object({
      ...members,
      projects: Type.Array(object({ id: Type.String(), created_at: IsoTime, active_keys: Count })),
      next_cursor: NextCursor,
      granted: Type.Integer({ description: 'Units ever granted: what was spent and what remains.' }),
      spent: Count,
    }),
    auth: 'admin',
    scope: null,
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND'],
    summary: 'One account with its projects and the sums of its units.',
    description:
      '`granted` is always `spent` and `credits` together. The projects come in pages, the oldest first; `limit`, `cursor` and `next_cursor` are about them.',
    example: { params: { id: 'acc_local' }, query: { limit: 20 } },
  }),
  update: endpoint({
    id: 'admin.accounts.update',
    service: 'admin',
    method: 'PATCH',
    path: '/accounts/:id',
    params: AccountId,
    body: object({ plan: Type.Optional(Plan), credits: Type.Optional(Credits), status: Type.Optional(Status) }),
    response: Account,
    auth: 'admin',
    scope: null,
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND', 'CONFLICT'],
    summary: 'Change plan, balance or status of an account.',
    description:
      '`credits` sets the balance. All keys of a suspended account are refused at once and work again when it is active. The account `local` can be neither suspended nor moved to another plan.',
    example: {
      params: { id: 'acc_0000000000000000' },
      body: { plan: 'business', credits: 250_000, status: 'active' },
      after: { operation: 'admin.accounts.create', use: { 'params.id': 'id' } },
    },
  }),
});
