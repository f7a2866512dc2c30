import { api } from '@touchstone/core/api/api.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import type { OpenedSession } from '../../console/sessions.ts';
import { ApiError } from '../../frame/errors.ts';
import { implement } from '../../frame/implement.ts';

export interface Needs {
  /**
   * Opens a console session for whoever has the passphrase of the data folder; null where it has none. Rejects with INVALID_KEY
   * or RATE_LIMITED.
   */
  readonly unlock: ((passphrase: string) => Promise<OpenedSession>) | null;
}

export const unlock = implement(api.console.unlock)<Needs>({
  async open({ deps }, { body }) {
    if (deps.unlock === null) throw new ApiError('CONFLICT', 'The data folder has no passphrase.');
    const { sessionToken, expiresAt } = await deps.unlock(body.passphrase);
    return { session_token: sessionToken, expires_at: formatIsoTime(expiresAt) };
  },
});
