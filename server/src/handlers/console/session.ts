import { api } from '@touchstone/core/api/api.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { ApiError } from '../../errors.ts';
import { implement } from '../../implement.ts';

export const session = implement(api.console.session)({
  async open({ deps }, { body }) {
    const opened = deps.sessions.open(body.start_token);
    if (opened === null) {
      throw new ApiError(
        'INVALID_KEY',
        'The start token is wrong, used or older than ten minutes. Open the console anew.',
      );
    }
    deps.onStartTokenSpent();
    return { session_token: opened.sessionToken, expires_at: formatIsoTime(opened.expiresAt) };
  },
});
