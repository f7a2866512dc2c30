import { api } from '@touchstone/core/api/api.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { ApiError } from '../../frame/errors.ts';
import { implement } from '../../frame/implement.ts';

export const unlock = implement(api.console.unlock)({
  async open({ deps }, { body }) {
    if (deps.unlock === null) throw new ApiError('CONFLICT', 'The data folder has no passphrase.');
    const { sessionToken, expiresAt } = await deps.unlock(body.passphrase);
    return { session_token: sessionToken, expires_at: formatIsoTime(expiresAt) };
  },
});
