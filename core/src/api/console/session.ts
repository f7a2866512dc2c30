import Type from 'typebox';
import { IsoTime, object } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

export const session = group({
  open: endpoint({
    id: 'console.session.open',
    service: 'console',
    method: 'POST',
    path: '/session',
    body: object({ start_token: Type.String({ minLength: 1, maxLength: 200 }) }),
    response: object({ session_token: Type.String(), expires_at: IsoTime }),
    auth: 'none',
    scope: null,
    minTier: null,
    units: 0,
    errors: ['INVALID_KEY'],
    summary: 'Exchange the start token for a console session.',
    description:
      'The start token stands in `open-console.html` in the data folder, works once and for ten minutes. The session token goes into the Authorization header as Bearer; it is no cookie and ends when the server stops.',
    example: { body: { start_token: 'from open-console.html' } },
  }),
  end: endpoint({
    id: 'console.session.end',
    service: 'console',
    method: 'DELETE',
    path: '/session',
    response: object({ ended: Type.Boolean({ description: 'false: the administrator token is no session.' }) }),
    auth: 'admin',
    scope: null,
    minTier: null,
    units: 0,
    errors: [],
    summary: 'End the console session that asks.',
    description: 'Its token opens nothing from then on, and its event streams end. Every session ends with the server.',
    example: {},
  }),
});
