import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../lib/client.ts';
import { queryClient } from '../../../lib/query.ts';
import { allPages } from '../../../parts/list-page/all-pages.ts';

const ROOT = 'biometrics';

/** More users than anybody looks through; the page says when there are more. */
const MOST_USERS = 20_000;

export const usersQuery = queryOptions({
  queryKey: [ROOT, 'users'],
  queryFn: ({ signal }) => allPages((query) => client.crypto.biometric.users({ query }, { signal }), MOST_USERS),
});

export function userQuery(userId: string) {
  return queryOptions({
    queryKey: [ROOT, 'user', userId],
    queryFn: ({ signal }) => client.crypto.biometric.user({ params: { user_id: userId } }, { signal }),
  });
}

export const thresholdsQuery = queryOptions({
  queryKey: [ROOT, 'thresholds'],
  queryFn: async ({ signal }) => (await client.crypto.biometric.thresholds({}, { signal })).thresholds,
});

/** After a change: everything about templates is asked for anew. Resolves when what is shown is up to date. */
export async function refreshBiometrics(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [ROOT] });
}
