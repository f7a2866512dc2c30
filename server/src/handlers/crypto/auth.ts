import { api } from '@touchstone/core/api/api.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import { implement } from '../../frame/implement.ts';
import { sessionIdOf, sessionNamed } from '../../platform/sessions.ts';
import type { Db } from '../../store/engine.ts';

export interface Needs {
  readonly db: Db;
  readonly clock: Clock;
}

export const auth = implement(api.crypto.auth)<Needs>({
  async verify({ deps, caller }, { params }) {
    const token_id = sessionIdOf(params.token_id);
    const session = await sessionNamed(deps, caller.projectId, params.token_id);
    if (session === null) return { token_id, valid: false, user_id: null, issued_at: null, expires_at: null };
    const { userId, issuedAt, expiresAt, hasEnded } = session;
    return {
      token_id,
      valid: !hasEnded,
      user_id: userId,
      issued_at: formatIsoTime(issuedAt),
      expires_at: formatIsoTime(expiresAt),
    };
  },
});
