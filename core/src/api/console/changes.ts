import Type from 'typebox';
import { CHANGED_KINDS } from '../changed-kinds.ts';
import { listOf, object } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

export const changes = group({
  events: endpoint({
    id: 'console.changes.events',
    service: 'console',
    method: 'GET',
    path: '/changes',
    stream: 'sse',
    response: Type.Union([
      object({ event: Type.Literal('ready'), data: object({}) }),
      object({
        event: Type.Literal('changed'),
        data: object({ kinds: listOf(Type.Enum([...CHANGED_KINDS]), { maxItems: CHANGED_KINDS.length }) }),
      }),
    ]),
    auth: 'admin',
    isOfProject: true,
    scope: null,
    minTier: null,
    units: 0,
    errors: [],
    summary: 'Which lists have changed, so that the console asks for them anew.',
    description:
      'Server-sent events. `ready` says that all that changes from then on is told; what changed before is not. `changed` names kinds of lists, at most four times a second: those of the project that is acted for, and those of the whole server. It says nothing of what has changed in them. A session has at most 20 streams; they end with it.',
    example: {},
  }),
});
