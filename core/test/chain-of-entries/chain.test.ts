import * as nodeCrypto from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_AUDIT } from '../../src/administration/audit-chain.ts';
import { toHex, utf8 } from '../../src/bytes.ts';
import { canonicalJson, type JsonObject } from '../../src/canonical-json.ts';
import {
  type ChainDescription,
  type ChainOwner,
  EMPTY_CHAIN,
  entryHash,
  nextPlace,
  placeFault,
} from '../../src/chain-of-entries/chain.ts';
import { type ChainEntry, walkChain } from '../../src/chain-of-entries/walk.ts';
import { sha3_256 } from '../../src/hash.ts';
import { HEALTH_EVENTS } from '../../src/health/event-chain.ts';
import { KEY_PROVENANCE } from '../../src/keys/provenance.ts';
import { PLATFORM_AUDIT } from '../../src/platform/audit-chain.ts';
import { systemRandom } from '../../src/random.ts';
import { SECRET_AUDIT } from '../../src/secrets/audit-chain.ts';
import { nodeBackend } from '../../src/sign/node-backend.ts';
import { createSignatureProvider } from '../../src/sign/provider.ts';
import { signStatement } from '../../src/sign/sign-statement.ts';
import { verifyStatement } from '../../src/sign/statement.ts';

/** Every chain of the service, and the members of its first entry that follow from its place, as `docs/formats.md` names them. */
const CHAINS: readonly (readonly [ChainDescription, ChainOwner, JsonObject])[] = [
  [ADMIN_AUDIT, {}, { position: 1, previous: null, keyset_id: 'ks_1' }],
  [SECRET_AUDIT, { project_id: 'p' }, { project_id: 'p', position: 1, previous_hash: null, keyset_id: 'ks_1' }],
  [PLATFORM_AUDIT, { projectId: 'p' }, { projectId: 'p', position: 1, previousHash: null, keysetId: 'ks_1' }],
  [
    HEALTH_EVENTS,
    { project_id: 'p', session_id: 's' },
    { project_id: 'p', session_id: 's', position: 1, previous_hash: null, keyset_id: 'ks_1' },
  ],
  [KEY_PROVENANCE, { key_id: 'k' }, { key_id: 'k', previous_hash: null, keyset_id: 'ks_1' }],
];

const provider = createSignatureProvider([nodeBackend(nodeCrypto)], systemRandom);
let publicKey: Uint8Array;
let secretKey: Uint8Array;
beforeAll(async () => {
  ({ publicKey, secretKey } = await provider.generateKeyPair('ML-DSA-65'));
});

describe.each(CHAINS)('a chain of $statement', (chain, owner, firstPlace) => {
  const check = (body: JsonObject, signature: string) =>
    verifyStatement(chain.statement, body, signature, publicKey, provider);
  const walk = (entries: readonly ChainEntry[], of = owner) => walkChain(chain, of, EMPTY_CHAIN, entries, check);

  async function made(length: number): Promise<readonly ChainEntry[]> {
    const entries: ChainEntry[] = [];
    let head = EMPTY_CHAIN;
    for (let position = 1; position <= length; position++) {
      const body = { action: `act ${position}`, ...nextPlace(chain, owner, head, 'ks_1') };
      const signature = await signStatement(chain.statement, body, secretKey, provider);
      entries.push({ body, signature, signedPosition: position });
      head = { position, hash: entryHash(chain, body, signature) };
    }
    return entries;
  }

  test('names the members of the place as its format does', () => {
    expect(nextPlace(chain, owner, EMPTY_CHAIN, 'ks_1')).toEqual(firstPlace);
  });

  test('hashes the JCS, whatever the order of members', () => {
    const body = { action: 'a', ...firstPlace };
    const hashed = chain.hashed === 'body' ? body : { ...body, signature: 'AA==' };
    const hash = entryHash(chain, body, 'AA==');
    expect(hash).toBe(toHex(sha3_256(utf8(canonicalJson(hashed)))));
    expect(entryHash(chain, Object.fromEntries(Object.entries(body).reverse()), 'AA==')).toBe(hash);
    expect(entryHash(chain, { ...body, action: 'b' }, 'AA==')).not.toBe(hash);
  });

  test('holds, and an entry follows exactly the one before it', async () => {
    const entries = await made(3);
    const bodies = entries.map(({ body }) => body);
    const walked = await walk(entries);
    expect(walked).toMatchObject({ brokenAt: null, fault: null, head: { position: 3 } });
    const [first = {}, second = {}] = bodies;
    expect(placeFault(chain, owner, EMPTY_CHAIN, first)).toBeNull();
    expect(placeFault(chain, owner, EMPTY_CHAIN, second)).toBe('LINK');
    const wrong = { ...first, [chain.previousHash]: 'a'.repeat(64) };
    expect(placeFault(chain, owner, EMPTY_CHAIN, wrong)).toBe('LINK');
    for (const member of chain.owner) {
      expect(placeFault(chain, owner, EMPTY_CHAIN, { ...first, [member]: 'x' })).toBe('FOREIGN');
    }
  });

  test('breaks at what was changed, removed, signed otherwise or belongs to another owner', async () => {
    const entries = await made(3);
    const [first, second, third] = entries as readonly [ChainEntry, ChainEntry, ChainEntry];
    const changed = { ...second, body: { ...second.body, action: 'another' } };
    expect(await walk([first, changed, third])).toMatchObject({
      brokenAt: 2,
      fault: 'SIGNATURE',
      head: { position: 1 },
    });
    expect(await walk([first, { ...third, signedPosition: 2 }])).toMatchObject({ brokenAt: 2, fault: 'LINK' });
    const resigned = { ...second, signature: third.signature };
    expect(await walk([first, resigned])).toMatchObject({ brokenAt: 2, fault: 'SIGNATURE' });
    for (const member of chain.owner) {
      expect(await walk(entries, { ...owner, [member]: 'x' })).toMatchObject({ brokenAt: 1, fault: 'FOREIGN' });
    }
  });
});

test('an entry whose hash covers the signature is not hashed without one', () => {
  expect(() => entryHash(KEY_PROVENANCE, {})).toThrow(TypeError);
});
