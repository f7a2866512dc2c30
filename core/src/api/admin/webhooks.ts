import Type from 'typebox';
import { Count, IsoTime, ListQuery, nullable, object, pageOf, prefixedId, timeOf } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

const WebhookId = prefixedId('whk', 'The webhook.');
const DeliveryId = prefixedId('whd', 'The notice; receivers tell repetitions by it.');
const ProjectId = prefixedId('prj', 'The project; without one the webhook is for all that have none of their own.');
const Url = Type.String({
  maxLength: 2_000,
  pattern: '^https?://[^\\s@#]+$',
  'x-expects': 'an address that begins with https:// or http://, without a user name, a fragment or spaces',
  description: 'https, or http to an IP address and port.',
});

const Webhook = object({
  id: WebhookId,
  project_id: nullable(ProjectId),
  url: Url,
  allow_private: Type.Boolean({ description: 'Addresses in private networks are allowed for this webhook.' }),
  created_at: IsoTime,
  changed_at: IsoTime,
});

const DeliveryState = Type.Enum(['queued', 'delivered', 'dead'], {
  description: '`dead`: given up after the last attempt, or because the webhook was removed.',
});

const Delivery = object({
  id: DeliveryId,
  webhook_id: nullable(WebhookId),
  project_id: Type.String(),
  event: Type.String({ description: 'For example `key.revoked`.' }),
  state: DeliveryState,
  attempts: Count,
  next_attempt_at: nullable(timeOf('Null where there will be none.')),
  last_status: nullable(Type.Integer({ description: 'HTTP status of the last answer.' })),
  last_error: nullable(Type.String()),
  created_at: IsoTime,
  finished_at: nullable(IsoTime),
});

const admin = { service: 'admin', auth: 'admin', scope: null, minTier: null, units: 0 } as const;

export const webhooks = group({
  set: endpoint({
    ...admin,
    id: 'admin.webhooks.set',
    method: 'PUT',
    path: '/webhooks',
    body: object({
      url: nullable(Url),
      project_id: Type.Optional(ProjectId),
      allow_private: Type.Optional(
        Type.Boolean({
          description: 'Unless stated, true where `url` names an IP address, because you named that one.',
        }),
      ),
    }),
    response: object({
      webhook: nullable(Webhook),
      secret: nullable(Type.String({ description: 'Of the MAC; `whsec_<64 hex digits>`. It is shown this once.' })),
    }),
    errors: ['NOT_FOUND'],
    summary: 'Set the address to which notices are sent, or remove it.',
    description:
      'Each call makes a new secret, also for the address that is set already; null for `url` removes the webhook and gives up what is queued for it. A notice is a POST of JSON with `event`, `id` and its facts. `X-Svc-Signature` is HMAC-SHA3-256 in hexadecimal, keyed by the text of the secret, over `svc-webhook/v1`, a zero byte, `X-Svc-Webhook-Id`, a line feed, `X-Svc-Webhook-Time`, a line feed and the body. Any answer of 2xx takes it; else it is tried again for about two days. A notice can come more than once.',
    example: { body: { url: 'https://hooks.example.com/touchstone' } },
  }),
  list: endpoint({
    ...admin,
    id: 'admin.webhooks.list',
    method: 'GET',
    path: '/webhooks',
    query: ListQuery,
    response: object({
      webhooks: Type.Array(Webhook),
      next_cursor: nullable(Type.String({ description: 'Null on the last page.' })),
      sending: Type.Boolean({ description: 'False where this server has no way out: notices stay queued.' }),
      queued: Count,
      dead: Count,
    }),
    errors: [],
    summary: 'The webhooks of this server, the one for all first.',
    description: 'Secrets are not shown again: set the webhook anew for a new one.',
    example: { query: { limit: 20 } },
  }),
  deliveries: endpoint({
    ...admin,
    id: 'admin.webhooks.deliveries',
    method: 'GET',
    path: '/webhooks/deliveries',
    query: object({ ...ListQuery.properties, state: Type.Optional(DeliveryState) }),
    response: pageOf(Delivery),
    errors: [],
    summary: 'Notices, the newest first; `state=dead` lists those that were given up.',
    description: 'What a notice said is not shown: what it tells of has it, such as a key, a proof or an invoice.',
    example: { query: { state: 'dead', limit: 20 } },
  }),
  retry: endpoint({
    ...admin,
    id: 'admin.webhooks.retry',
    method: 'POST',
    path: '/webhooks/deliveries/:id/retry',
    params: object({ id: DeliveryId }),
    response: Delivery,
    errors: ['NOT_FOUND', 'CONFLICT'],
    summary: 'Queue a dead notice again.',
    description: 'It goes to the present address, under the present secret. One that is not dead is CONFLICT.',
    example: { params: { id: 'whd_0123456789abcdef' } },
  }),
});
