/** A service on 127.0.0.1 whose key sets of uses `service` and `3key` are marked demo, over a folder that is dropped, with a clock of its own. */
import type { AddressInfo } from 'node:net';
import { api } from '@touchstone/core/api/api.ts';
import { type Client, createClient, type Fetch } from '@touchstone/core/api/client.ts';
import { ISSUER_NAME } from '@touchstone/core/artifact/artifact.ts';
import { wipe } from '@touchstone/core/bytes.ts';
import { THREE_KEY_FAMILIES } from '@touchstone/core/composite/three-key.ts';
import { generateKeySet } from '@touchstone/core/keys/generate.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import { RECEIPT_ALGORITHMS, RECEIPT_SLOTS } from '@touchstone/core/receipt/receipt.ts';
import type { SignatureAlgorithm } from '@touchstone/core/sign/family.ts';
import { createApp } from '@touchstone/server/app.ts';
import { loopbackHosts } from '@touchstone/server/frame/own-address.ts';
import { createSecretKeyStore } from '@touchstone/server/key-sets/secret-keys.ts';
import { insertKeySet, listKeySets } from '@touchstone/server/key-sets/store.ts';
import { openService, type Service } from '@touchstone/server/service.ts';
import pino from 'pino';
import { signatures } from '../src/keys/signing.ts';

const SERVICE_ALGORITHMS = RECEIPT_SLOTS.map((slot) => RECEIPT_ALGORITHMS[slot]);
const VALID_FROM = Date.UTC(2026, 9, 1);
const DAY_MS = 86_400_000;
/** Between two requests, so that the times in the examples differ as those of real work do. */
const BETWEEN_REQUESTS_MS = 20_000;

export interface DemoService {
  readonly client: Client<typeof api>;
  /** What seals and heads are signed with. */
  readonly keySet: KeySet;
  /** What grades are signed with. */
  readonly threeKeySet: KeySet;
  close(): Promise<void>;
}

/** Milliseconds since 1970; moves on with every request to a service that has it. */
export interface DemoTime {
  now: number;
}

/**
 * Opens a folder, which may be new. `name` becomes id and principal of the key sets of a new one, `-3key` added to the second: the
 * service finds them there and makes none of its own.
 */
export async function openDemoService(dataDir: string, name: string, time: DemoTime): Promise<DemoService> {
  let port: number | null = null;
  const service = await openService({
    dataDir,
    log: pino({ level: 'error', base: null }, pino.destination({ fd: 2, sync: true })),
    masterKey: { kind: 'key-file' },
    anonymousKeys: false,
    consoleDir: null,
    checkAnswers: true,
    allowedHosts: () => loopbackHosts(port),
    onStartTokenSpent: () => undefined,
    clock: () => time.now,
    // Nothing but the requests may add to the log, or the examples would hang on the speed of the machine.
    sweeps: [],
  });
  const { deps } = service;
  const keySet = await demoKeySet(deps, 'service', name, SERVICE_ALGORITHMS);
  const threeKeySet = await demoKeySet(deps, '3key', `${name}-3key`, THREE_KEY_FAMILIES);
  const app = createApp(deps);
  await app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.server.address() as AddressInfo);
  const ticking: Fetch = (url, init) => {
    time.now += BETWEEN_REQUESTS_MS;
    return fetch(url, init);
  };
  return {
    client: createClient(api, {
      baseUrl: `http://127.0.0.1:${port}`,
      token: deps.sessions.adminToken,
      fetch: ticking,
    }),
    keySet,
    threeKeySet,
    async close() {
      await app.close();
      await service.close();
    },
  };
}

/** The set of this use that the folder has, or a new one that is marked demo. */
async function demoKeySet(
  { db, vault, clock }: Service['deps'],
  use: 'service' | '3key',
  name: string,
  algorithms: readonly SignatureAlgorithm[],
): Promise<KeySet> {
  const known = (await listKeySets(db)).find(({ keySet, state }) => keySet.use === use && state === 'current');
  if (known !== undefined) return known.keySet;
  const { keySet, secretKeys } = await generateKeySet(
    {
      keyset_id: name,
      issuer: ISSUER_NAME,
      principal: name,
      use,
      serial: 1,
      notBefore: VALID_FROM,
      notAfter: VALID_FROM + 3650 * DAY_MS,
      demo: true,
      algorithms,
    },
    signatures,
  );
  try {
    await insertKeySet(db, keySet, createSecretKeyStore(db, vault).seal(keySet, secretKeys), clock());
    return keySet;
  } finally {
    wipe(...secretKeys.values());
  }
}
