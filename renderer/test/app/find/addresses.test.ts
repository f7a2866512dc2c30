/** The palette leads to addresses that pages read: none of their members is dropped there. */
import { FOUND_KINDS } from '@touchstone/core/api/console/find.ts';
import { describe, expect, it } from 'vitest';
import { type FoundItem, lookOf, placeOf, stillFits } from '../../../src/app/find/found.ts';
import { VERBS } from '../../../src/app/find/verbs.ts';
import type { AddressReader } from '../../../src/lib/address.ts';
import { readAccountsSearch } from '../../../src/pages/administration/accounts/search.ts';
import { readCacheSearch } from '../../../src/pages/administration/cache/search.ts';
import { readDevicesSearch } from '../../../src/pages/administration/devices/search.ts';
import { readSettingsSearch } from '../../../src/pages/administration/settings/section-address.ts';
import { readWebhooksSearch } from '../../../src/pages/administration/webhooks/search.ts';
import { readTrustSearch } from '../../../src/pages/check/trust/search.ts';
import { readFheSearch } from '../../../src/pages/compute/encrypted-compute/search.ts';
import { readFraudSearch } from '../../../src/pages/compute/fraud/search.ts';
import { readSessionsSearch } from '../../../src/pages/compute/joint-computation/search.ts';
import { readIndexSearch } from '../../../src/pages/compute/search/search.ts';
import { readArtifactsSearch } from '../../../src/pages/issue/artifacts/search.ts';
import { readProofsSearch } from '../../../src/pages/issue/proofs/search.ts';
import { readReceiptsSearch } from '../../../src/pages/issue/receipts/search.ts';
import { readBiometricsSearch } from '../../../src/pages/protect/biometrics/search.ts';
import { readKeysSearch } from '../../../src/pages/protect/keys/search.ts';
import { readSecretsSearch } from '../../../src/pages/protect/secrets/search.ts';
import { readAddress } from '../../../src/pages/record/agents/address.ts';
import { readCallsSearch } from '../../../src/pages/record/calls/search.ts';
import { readDetectionSearch } from '../../../src/pages/record/detection/search.ts';
import { readHealthSearch } from '../../../src/pages/record/health/search.ts';
import { readLedgerSearch } from '../../../src/pages/record/ledger/search.ts';
import { readPaymentsSearch } from '../../../src/pages/record/payments/search.ts';
import { OBJECTS } from '../../../src/parts/objects/object-tile.tsx';

const READERS: Readonly<Record<string, AddressReader<object>>> = {
  accounts: readAccountsSearch,
  agents: readAddress,
  artifacts: readArtifactsSearch,
  biometrics: readBiometricsSearch,
  cache: readCacheSearch,
  calls: readCallsSearch,
  detection: readDetectionSearch,
  devices: readDevicesSearch,
  'encrypted-compute': readFheSearch,
  fraud: readFraudSearch,
  health: readHealthSearch,
  'joint-computation': readSessionsSearch,
  keys: readKeysSearch,
  ledger: readLedgerSearch,
  payments: readPaymentsSearch,
  proofs: readProofsSearch,
  receipts: readReceiptsSearch,
  search: readIndexSearch,
  secrets: readSecretsSearch,
  settings: readSettingsSearch,
  trust: readTrustSearch,
  webhooks: readWebhooksSearch,
};

const HEX = '0123456789abcdef';
const ITEMS: Readonly<Record<FoundItem['kind'], readonly [id: string, within: string | null]>> = {
  agent: [`agt_${HEX}`, null],
  session: [`ags_${HEX}`, null],
  artifact: ['ART-2026-Q2-001-4f1d5c5f', null],
  receipt: [`rcp_${HEX}`, null],
  proof: [HEX.repeat(4), null],
  secret: ['019a1b2c-0000-7000-8000-000000000000', null],
  key: [`key_${HEX}`, null],
  'wrapped-key': [`wk_${HEX}`, null],
  'fhe-key': [`ckks_${HEX}`, null],
  target: ['payments.example', null],
  'key-set': [HEX.repeat(4), null],
  account: [`acc_${HEX}`, null],
  'api-key': [`ak_${HEX}`, `acc_${HEX}`],
  webhook: [`whk_${HEX}`, null],
  notice: [`whd_${HEX}`, null],
  device: ['AbC-_', `usr_${HEX}`],
  'platform-user': [`usr_${HEX}`, null],
  'health-session': [`sess_${HEX}`, null],
  approval: [`node_${HEX}`, null],
  'agent-receipt': [`node_${HEX}`, `ags_${HEX}`],
  fork: [`fork_${HEX}`, `ags_${HEX}`],
  invoice: [`inv_${HEX}`, null],
  call: [`vs_${HEX}`, null],
  computation: ['3f0c8a52-7d1e-4b69-9a37-5c2e8f14d0b6', null],
  'search-index': ['contracts of 2026', null],
  'enrolled-user': ['ü ☃', null],
  anchor: ['5VERYv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRn', 'solana'],
  block: ['12', 'ethereum'],
  'audit-entry': [`aud_${HEX}`, null],
  'cache-entry': ['user:1', null],
};

function readerOf(to: string): AddressReader<object> {
  const reader = READERS[to.split('/')[1] ?? ''];
  if (reader === undefined) throw new TypeError(`${to} has no reader`);
  return reader;
}

describe('what the server finds', () => {
  it.each(FOUND_KINDS.filter((kind) => kind !== 'artifact'))(
    '%s has a look and an address that its page reads',
    (kind) => {
      const [id, within] = ITEMS[kind];
      const item = { kind, id, within, name: null };
      expect(OBJECTS).toHaveProperty(lookOf(item));
      const { to, search } = placeOf(item);
      expect(readerOf(to)(search)).toEqual(search);
      if (within !== null) expect(`${to} ${JSON.stringify(search)}`).toContain(within);
    },
  );

  it('stays while typing goes on as long as it fits', () => {
    const item = { kind: 'secret', id: '019a1b2c', name: 'Stripe live key', within: null } as const;
    expect(['str', 'STRIPE', ' stripe l ', '019A1'].map((text) => stillFits(item, text))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['strix', 'tripe', 'live', '19a1'].map((text) => stillFits(item, text))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('the verbs of pages', () => {
  it.each(VERBS.map((verb) => [verb.title, verb] as const))(
    '%s opens at an address that its page reads',
    (_, { to, search }) => {
      expect(readerOf(to)(search)).toEqual(search);
    },
  );

  it('are told apart by title and page', () => {
    const names = VERBS.map(({ title, to }) => `${to} ${title}`);
    expect(new Set(names).size).toBe(names.length);
  });
});
