import { api } from '@touchstone/core/api/api.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import type { Logger } from 'pino';
import type { Identity } from '../../accounts/identity.ts';
import type { ConsoleSessions } from '../../console/sessions.ts';
import { ApiError } from '../../frame/errors.ts';
import { implement } from '../../frame/implement.ts';

export interface Needs {
  readonly log: Logger;
  readonly identity: Pick<Identity, 'forget'>;
  readonly sessions: ConsoleSessions;
  /** Called when a start token was spent, so that the next one can be laid out. */
  readonly onStartTokenSpent: () => void;
}

export const session = implement(api.console.session)<Needs>({
  async open({ deps }, { body }) {
    const opened = await deps.sessions.open(body.start_token);
    if (opened === null) {
      throw new ApiError(
        'INVALID_KEY',
        'The start token is wrong, used or older than ten minutes. Open the console anew.',
      );
    }
    try {
      deps.onStartTokenSpent();
    } catch (error) {
      // The token is spent and the session open: that the next token could not be laid out is not the caller's matter.
      const reason = error instanceof Error ? error.message : 'unknown';
      deps.log.error({ reason }, 'the open page could not be written');
    }
    return { session_token: opened.sessionToken, expires_at: formatIsoTime(opened.expiresAt) };
  },

  async end({ deps, caller }) {
    await caller.session?.end();
    // Streams that were opened with it end now, not at their next look.
    deps.identity.forget();
    return { ended: caller.session !== undefined };
  },
});
