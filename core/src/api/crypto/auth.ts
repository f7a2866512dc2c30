import Type from 'typebox';
import { IsoTime, object } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

export const auth = group({
  verify: endpoint({
    id: 'crypto.auth.verify',
    service: 'crypto',
    method: 'GET',
    path: '/auth/verify/:token_id',
    params: object({
      token_id: Type.String({
        pattern: '^tok_[A-Za-z0-9_-]{1,64}(?:\\.[A-Za-z0-9_-]{1,256})?$',
        'x-expects': 'a token: tok_ and its id, with or without a dot and its secret',
        description: '`tok_<id>`, or the whole session token `tok_<id>.<secret>`.',
      }),
    }),
    response: object({
      token_id: Type.String({ description: '`tok_<id>`; the secret part is never repeated.' }),
      valid: Type.Boolean(),
      user_id: Type.Union([Type.String(), Type.Null()]),
      issued_at: Type.Union([IsoTime, Type.Null()]),
      expires_at: Type.Union([IsoTime, Type.Null()]),
    }),
    auth: 'bearer',
    scope: 'platform',
    minTier: null,
    units: 0,
    errors: [],
    summary: 'Say whether a session token of the platform is valid.',
    description:
      'With `tok_<id>` alone, `valid` says that this session exists and has not ended; it does not say that somebody holds its secret, because the id is not the token. Send the whole token to check that too, but note that it then stands in an address, which programs on the way may keep. A token that is unknown, of another project or with a wrong secret is `valid` false with the other members null; an ended one is `valid` false with its user and times.',
    example: { params: { token_id: 'tok_0123456789abcdef' } },
  }),
});
