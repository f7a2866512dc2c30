/** What the server finds: how each kind looks, and where it is shown. */
import type { FoundKind, find } from '@touchstone/core/api/console/find.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { ObjectKind } from '../../parts/objects/object-tile.tsx';

export type FoundItem = OutputOf<typeof find.objects>['items'][number];

/** An address of the console. */
export interface Place {
  readonly to: string;
  readonly search: Readonly<Record<string, string | number | boolean>>;
}

interface Showing {
  readonly look: ObjectKind;
  readonly place: (item: Pick<FoundItem, 'id'> & { readonly within: string }) => Place;
}

const inSession = (session: string, search: Place['search']): Place => ({ to: `/agents/sessions/${session}`, search });

const SHOWN: Readonly<Record<FoundKind, Showing>> = {
  agent: { look: 'agent', place: ({ id }) => ({ to: '/agents', search: { tab: 'agents', agent: id } }) },
  session: { look: 'session', place: ({ id }) => inSession(id, {}) },
  artifact: { look: 'artifact', place: ({ id }) => ({ to: '/artifacts', search: { id } }) },
  receipt: { look: 'receipt', place: ({ id }) => ({ to: '/receipts', search: { name: id } }) },
  proof: { look: 'proof', place: ({ id }) => ({ to: '/proofs', search: { proof: id } }) },
  secret: { look: 'secret', place: ({ id }) => ({ to: '/secrets', search: { secret: id } }) },
  key: { look: 'key', place: ({ id }) => ({ to: '/keys', search: { key: id } }) },
  'wrapped-key': { look: 'key', place: ({ id }) => ({ to: '/keys', search: { tab: 'wrapped', wrapped: id } }) },
  'fhe-key': { look: 'fheKey', place: ({ id }) => ({ to: '/encrypted-compute', search: { key: id } }) },
  target: { look: 'target', place: ({ id }) => ({ to: '/keys', search: { tab: 'gateway', target: id } }) },
  'key-set': { look: 'keySet', place: ({ id }) => ({ to: '/trust', search: { set: id } }) },
  account: { look: 'account', place: ({ id }) => ({ to: '/accounts', search: { account: id } }) },
  'api-key': {
    look: 'apiKey',
    place: ({ id, within }) => ({ to: '/accounts', search: { account: within, tab: 'keys', key: id } }),
  },
  webhook: { look: 'webhook', place: () => ({ to: '/webhooks', search: {} }) },
  notice: { look: 'webhook', place: ({ id }) => ({ to: '/webhooks', search: { delivery: id } }) },
  device: { look: 'device', place: ({ within }) => ({ to: '/devices', search: { user: within } }) },
  'platform-user': { look: 'device', place: ({ id }) => ({ to: '/devices', search: { user: id } }) },
  'health-session': { look: 'validation', place: ({ id }) => ({ to: '/health', search: { session: id } }) },
  approval: { look: 'approval', place: ({ id }) => ({ to: '/agents', search: { tab: 'approvals', approval: id } }) },
  'agent-receipt': { look: 'receipt', place: ({ id, within }) => inSession(within, { node: id }) },
  fork: { look: 'session', place: ({ id, within }) => inSession(within, { view: 'fork', fork: id }) },
  invoice: { look: 'invoice', place: ({ id }) => ({ to: '/payments', search: { invoice: id } }) },
  call: { look: 'call', place: ({ id }) => ({ to: '/calls', search: { call: id } }) },
  computation: { look: 'computation', place: ({ id }) => ({ to: '/joint-computation', search: { session: id } }) },
  'search-index': { look: 'searchIndex', place: ({ id }) => ({ to: '/search', search: { index: id } }) },
  'enrolled-user': { look: 'person', place: ({ id }) => ({ to: '/biometrics', search: { user: id } }) },
  anchor: {
    look: 'anchor',
    place: ({ id, within }) => ({ to: '/ledger', search: { chain: within, view: 'anchors', tx: id } }),
  },
  block: {
    look: 'block',
    place: ({ id, within }) => ({ to: '/ledger', search: { chain: within, block: Number(id) } }),
  },
  'audit-entry': { look: 'auditEntry', place: ({ id }) => ({ to: '/ledger', search: { tab: 'audit', entry: id } }) },
  'cache-entry': { look: 'cacheEntry', place: ({ id }) => ({ to: '/cache', search: { key: id } }) },
};

export function lookOf({ kind }: FoundItem): ObjectKind {
  return SHOWN[kind].look;
}

export function placeOf({ kind, id, within }: FoundItem): Place {
  return SHOWN[kind].place({ id, within: within ?? '' });
}

/** Whether what was found for a shorter text may be found for this one too: it stays until the server has answered. */
export function stillFits({ id, name }: FoundItem, text: string): boolean {
  const begin = text.trim().toLowerCase();
  return (name ?? '').toLowerCase().startsWith(begin) || id.toLowerCase().startsWith(begin);
}
