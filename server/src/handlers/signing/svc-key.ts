import { api } from '@touchstone/core/api/api.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { toBase64, wipe } from '@touchstone/core/bytes.ts';
import type { ThreeKeySigned } from '@touchstone/core/composite/sign-three-key.ts';
import { isEditionRevoked } from '@touchstone/core/keys/editions.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import type { Random } from '@touchstone/core/random.ts';
import type { SignatureProvider } from '@touchstone/core/sign/provider.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import { newId } from '../../frame/ids.ts';
import { implement } from '../../frame/implement.ts';
import type { RunJob } from '../../frame/job.ts';
import { byWork } from '../../frame/work.ts';
import { type KeySets, requireUnrevoked } from '../../key-sets/key-sets.ts';
import type { ManagedKeys } from '../../keys/managed-keys.ts';
import { insertWrappedKey } from '../../keys/store/wrapped-keys.ts';
import { ownWrappedKey, wrappedEvent } from '../../keys/wrapped-keys.ts';
import {
  DEFAULT_TIER,
  kemOfTier,
  unwrapForProject,
  wrapForProject,
  wrapForRecipient,
  wrapInput,
} from '../../keys/wrapping.ts';
import { keyActor, type Provenance } from '../../provenance/provenance.ts';
import type { Db } from '../../store/engine.ts';
import { signWork, verifyWork } from '../../three-key/work.ts';
import type { TrustStoreAccess } from '../../trust/store-file.ts';
import type { Vault } from '../../vault/envelope.ts';

export interface Needs {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly vault: Vault;
  readonly run: RunJob;
  readonly signer: SignatureProvider;
  readonly keySets: KeySets;
  readonly provenance: Provenance;
  readonly managedKeys: ManagedKeys;
  readonly trustStore: TrustStoreAccess;
}

export const svcKey = implement(api.signing.svcKey)<Needs>({
  async publicKeys({ deps }) {
    const stored = await deps.keySets.all();
    const trust = deps.trustStore.read();
    const usable = stored.filter(({ keySet, state }) => state !== 'revoked' && !isEditionRevoked(trust, keySet));
    return { keysets: usable.map(({ keySet }) => ({ ...keySet, keys: [...keySet.keys] })) };
  },

  sign3key: byWork(signWork, async ({ deps }, _input, run) =>
    signedAnswer(
      await deps.keySets.withSecrets('3key', (keySet, secrets) => {
        requireUnrevoked(deps.trustStore.read(), keySet);
        return run({ secrets, time: deps.clock() });
      }),
    ),
  ),

  verify3key: byWork(verifyWork, async ({ deps }, _input, run) => run(await verifyingSets(deps))),

  async wrap({ deps, caller, write }, { body }) {
    const { tier = DEFAULT_TIER } = body;
    const name = { projectId: caller.projectId, id: newId('wk', deps.random), tier };
    const now = deps.clock();
    const { material, recipient } = wrapInput(body);
    try {
      const boxed = recipient === null ? null : await wrapForRecipient(deps, name, material, recipient);
      const wrapped = await deps.provenance.recording((append) =>
        write(async (db) => {
          const key = boxed ?? (await wrapForProject(db, deps, name, material));
          await insertWrappedKey(db, caller.projectId, key, now);
          await append(db, wrappedEvent(caller, key, now));
          return key;
        }),
      );
      return {
        wrapped_key_id: wrapped.id,
        algorithm: `${kemOfTier(tier)}+AES-256-GCM` as const,
        kem_ciphertext: toBase64(wrapped.kemCiphertext),
        wrapped_key: toBase64(wrapped.wrappedKey),
        nonce: toBase64(wrapped.nonce),
        tier,
        envelope_version: wrapped.envelopeVersion,
        created_at: formatIsoTime(now),
      };
    } finally {
      wipe(material);
    }
  },

  async unwrap({ deps, caller, write }, { body }) {
    const { projectId } = caller;
    const stored = await ownWrappedKey(deps.db, projectId, body.wrapped_key_id);
    const open = () => unwrapForProject(deps.db, deps, projectId, stored);
    const { id, managedKeyId } = stored;
    return deps.provenance.recording(async (append) => {
      const told = async (db: Db, text: string) => {
        const event = { event: 'decrypted', projectId, keyId: id, actor: keyActor(caller), details: {} } as const;
        await append(db, { ...event, at: deps.clock() });
        return { key_material: text };
      };
      if (managedKeyId !== null) {
        return deps.managedKeys.use(write, { projectId, keyId: managedKeyId, work: open, store: told });
      }
      const text = await open();
      return write((db) => told(db, text));
    });
  },
});

/** The service's own sets without those that hold a revoked key. */
async function verifyingSets(deps: Needs): Promise<readonly KeySet[]> {
  const trust = deps.trustStore.read();
  const own = await deps.keySets.verifying('3key');
  return own.filter((keySet) => !isEditionRevoked(trust, keySet));
}

function signedAnswer(signed: ThreeKeySigned): OutputOf<typeof api.signing.svcKey.sign3key> {
  return { ...signed, families: [...signed.families] };
}
