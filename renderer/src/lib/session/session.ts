import type { Fetch } from '@touchstone/core/api/client.ts';

/** What holds the session token of this window. */
export interface SessionHolder {
  token(): string | null;
  /** Opens a new session; null where that is not possible. Called by one request at a time. */
  renew(): Promise<string | null>;
}

/**
 * A fetch that opens a new session when the server does not know the request's session any more, and repeats the request
 * once. The repetition is safe for every operation: a request without a valid session is refused before it does anything.
 */
export function fetchWithRenewal(send: Fetch, session: SessionHolder): Fetch {
  let renewing: Promise<string | null> | null = null;
  const renewOnce = (): Promise<string | null> => {
    renewing ??= session.renew().finally(() => {
      renewing = null;
    });
    return renewing;
  };
  return async (url, init) => {
    const answer = await send(url, init);
    const { authorization } = init.headers;
    if (answer.status !== 401) return answer;
    const current = session.token();
    const isReplaced = current !== null && authorization !== undefined && authorization !== `Bearer ${current}`;
    const token = isReplaced ? current : await renewOnce();
    if (token === null) return answer;
    return send(url, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } });
  };
}
