import Type from 'typebox';
import { IsoTime, object } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

export const unlock = group({
  open: endpoint({
    id: 'console.unlock.open',
    service: 'console',
    method: 'POST',
    path: '/unlock',
    body: object({ passphrase: Type.String({ minLength: 1, maxLength: 1024 }) }),
    response: object({ session_token: Type.String(), expires_at: IsoTime }),
    auth: 'none',
    isForConsole: true,
    scope: null,
    minTier: null,
    units: 0,
    bodyLimit: 16 * 1024,
    errors: ['INVALID_KEY', 'CONFLICT', 'ROLLED_BACK'],
    summary: 'Unlock the server, or sign in, with the passphrase of the data folder.',
    description:
      'For a data folder whose master key is under a passphrase (`touchstone passphrase`). Until it is unlocked, a server that was started without the passphrase answers LOCKED to everything but this, `/health` and the files of the console. Five tries a minute are allowed in all. Answers the console only, at its own address. CONFLICT: the data folder has no passphrase. ROLLED_BACK: the database is older than the mark beside it; `touchstone serve --accept-rollback` goes on with it.',
    example: { body: { passphrase: 'correct horse battery staple' } },
  }),
});
