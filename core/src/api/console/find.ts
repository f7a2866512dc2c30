import Type from 'typebox';
import { listOf, nullable, object } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

/** What can be found, in the order in which it is answered. */
export const FOUND_KINDS = [
  'agent',
  'session',
  'artifact',
  'receipt',
  'proof',
  'secret',
  'key',
  'wrapped-key',
  'fhe-key',
  'target',
  'key-set',
  'account',
  'api-key',
  'webhook',
  'notice',
  'device',
  'platform-user',
  'health-session',
  'approval',
  'agent-receipt',
  'fork',
  'invoice',
  'call',
  'computation',
  'search-index',
  'enrolled-user',
  'anchor',
  'block',
  'audit-entry',
  'cache-entry',
] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];

export const LEAST_SOUGHT = 2;
export const MOST_SOUGHT = 200;

export const find = group({
  objects: endpoint({
    id: 'console.find.objects',
    service: 'console',
    method: 'GET',
    path: '/find',
    query: object({
      text: Type.String({
        minLength: LEAST_SOUGHT,
        maxLength: MOST_SOUGHT,
        description:
          'How a name or an id begins. Names: whatever the case, save of cached keys, search indexes and enrolled users. Ids: from 8 characters on.',
      }),
    }),
    response: object({
      items: listOf(
        object({
          kind: Type.Enum([...FOUND_KINDS]),
          id: Type.String({ description: 'What names it in an address; of a block its height.' }),
          name: nullable(Type.String({ description: 'null where it has none.' })),
          within: nullable(
            Type.String({
              description:
                'What it is shown with: the chain of a block or an anchor, the account of an API key, the user of a device, the session of a receipt, a fork or an approval of an agent.',
            }),
          ),
        }),
      ),
      has_more: Type.Boolean({ description: 'Of a kind there are more than are answered.' }),
    }),
    auth: 'admin',
    isOfProject: true,
    scope: null,
    minTier: null,
    units: 0,
    errors: [],
    summary: 'Find objects whose name or id begins with a text.',
    description:
      'For the search of the console. Objects of projects are those of the project that is acted for; accounts, API keys, key sets and the ledger are the whole server’s, as on their pages. At most five of each kind are answered. What was deleted is not found.',
    example: { query: { text: 'example' } },
  }),
});
