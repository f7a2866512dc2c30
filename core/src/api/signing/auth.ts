import Type from 'typebox';
import { Count, Email, IsoTime, object } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';
import { PLAN_SLUGS } from '../plans.ts';

export const auth = group({
  request: endpoint({
    id: 'signing.auth.request',
    service: 'signing',
    method: 'POST',
    path: '/auth/request',
    body: object({ email: Email }),
    response: object({
      api_key: Type.String({
        pattern: '^svc_live_[0-9a-f]{16}_[0-9a-f]{64}$',
        description: 'The secret key. It is shown this once and stored only as a salted hash.',
      }),
      key_id: Type.String(),
      project_id: Type.String(),
      email: Type.String(),
      plan: Type.Enum([...PLAN_SLUGS]),
      credits: Count,
      created_at: IsoTime,
    }),
    auth: 'none',
    scope: null,
    minTier: null,
    units: 0,
    errors: ['INVALID_SCOPE'],
    summary: 'Issue an API key for an e-mail address.',
    description:
      'A new address opens an account on the free plan with 1,000 credits. Every key from here opens a new, empty project; plan and credits belong to the account, objects to the project. The administrator can turn this operation off, then it answers INVALID_SCOPE.',
    example: { body: { email: 'ada@example.com' } },
  }),
});
