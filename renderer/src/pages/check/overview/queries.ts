import { type QueryKey, useQuery } from '@tanstack/react-query';
import { client } from '../../../lib/client.ts';
import { queryClient } from '../../../lib/query.ts';
import { allPages, wholeAnswer } from '../../../parts/list-page/all-pages.ts';
import {
  activeSecretsQuery,
  newestArtifactsQuery,
  refreshWaiting,
  waitingApprovalsQuery,
} from '../../../parts/waiting/queries.ts';

const DAY_MS = 86_400_000;
export const RECENT = 5;
/** More than these are not looked through; the page says so. */
const MOST_KEYS = 5_000;
const MOST_ACCOUNTS = 10_000;
const MOST_USAGE = 10_000;
const MOST_INVOICES = 50;
const MOST_PROOFS = 100;
const MOST_CALLS = 50;
const MOST_ENROLMENTS = 200;

/** What the Overview asks. Each question fails by itself, so that one refusal hides nothing else. */
export function useOverview() {
  return {
    artifacts: useQuery(newestArtifactsQuery),
    receipts: useAsked('receipts', (signal) => client.receipts.receipts.list({ query: { limit: RECENT } }, { signal })),
    serviceKeys: useAsked('service-keys', (signal) => client.signing.svcKey.publicKeys({}, { signal })),
    accounts: useAsked('accounts', (signal) =>
      wholeAnswer('accounts', (query) => client.admin.accounts.list({ query }, { signal }), MOST_ACCOUNTS),
    ),
    usage: useAsked('usage', (signal) =>
      wholeAnswer(
        'usage',
        (page) => {
          const from = new Date(Date.now() - 6 * DAY_MS).toISOString().slice(0, 10);
          return client.admin.usage.list({ query: { from, ...page } }, { signal });
        },
        MOST_USAGE,
      ),
    ),
    apiKeys: useAsked('api-keys', (signal) =>
      allPages((query) => client.admin.keys.list({ query }, { signal }), MOST_KEYS),
    ),
    approvals: useQuery(waitingApprovalsQuery),
    secrets: useQuery(activeSecretsQuery),
    invoices: useAsked('invoices', (signal) =>
      client.privacy.commerce.list({ query: { status: 'expired', limit: MOST_INVOICES } }, { signal }),
    ),
    proofs: useAsked('proofs', (signal) => client.privacy.privacy.list({ query: { limit: MOST_PROOFS } }, { signal })),
    computations: useAsked('computations', (signal) =>
      client.crypto.mpc.list({ query: { limit: MOST_PROOFS } }, { signal }),
    ),
    calls: useAsked('calls', (signal) =>
      client.crypto.video.listSessions({ query: { limit: MOST_CALLS } }, { signal }),
    ),
    enrolments: useAsked('enrolments', (signal) =>
      client.crypto.key.fheEnrolments({ query: { limit: MOST_ENROLMENTS } }, { signal }),
    ),
    ckks: useAsked('ckks', (signal) =>
      allPages((query) => client.crypto.fhe.ckksSessions({ query }, { signal }), MOST_KEYS),
    ),
    storage: useAsked('storage', (signal) => client.admin.storage.read({}, { signal })),
  };
}

export type OverviewAnswers = ReturnType<typeof useOverview>;

function useAsked<T>(name: string, ask: (signal: AbortSignal) => Promise<T>) {
  const queryKey: QueryKey = ['overview', name];
  return useQuery({ queryKey, queryFn: ({ signal }) => ask(signal) });
}

/** Asks all of it anew. */
export async function refreshOverview(): Promise<void> {
  await Promise.all([queryClient.invalidateQueries({ queryKey: ['overview'] }), refreshWaiting()]);
}
