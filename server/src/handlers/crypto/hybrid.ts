import { api } from '@touchstone/core/api/api.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { toBase64, toHex, wipe } from '@touchstone/core/bytes.ts';
import type { LayerBytes, LayeredSignature, LayeredVerified } from '@touchstone/core/composite/layered.ts';
import {
  HYBRID_SCHEMES,
  type HybridConfiguration,
  type HybridMode,
  type HybridSchemeName,
  hybridAlgorithms,
  LAYER_NAMES,
} from '@touchstone/core/composite/schemes.ts';
import type { Random } from '@touchstone/core/random.ts';
import type { SignatureProvider } from '@touchstone/core/sign/provider.ts';
import type { Clock } from '@touchstone/core/time.ts';
import type { Caller } from '../../frame/caller.ts';
import type { Context } from '../../frame/context.ts';
import { ApiError, invalid } from '../../frame/errors.ts';
import { implement } from '../../frame/implement.ts';
import type { RunJob } from '../../frame/job.ts';
import { byWork } from '../../frame/work.ts';
import {
  chosenScheme,
  generateHybridKeyJob,
  type LayerTexts,
  type SignChoice,
  signWork,
  type VerifyChoice,
  verifyWork,
} from '../../hybrid/work.ts';
import { publicKeysOf, sealProjectKey, withProjectSecrets } from '../../signing/project-keys.ts';
import {
  findCurrentSigningKey,
  findSigningKey,
  insertSigningKey,
  lockCurrentSigningKey,
  type StoredSigningKey,
} from '../../signing/store.ts';
import { type Db, write } from '../../store/engine.ts';
import type { Vault } from '../../vault/envelope.ts';

export interface Needs {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly vault: Vault;
  readonly run: RunJob;
  readonly signer: SignatureProvider;
}

const { hybrid: contract } = api.crypto;

export const hybrid = implement(contract)<Needs>({
  async keygen({ deps, caller, write }, { body: { scheme } }) {
    const key = await newKey(deps, caller.projectId, scheme);
    await write((db) => insertSigningKey(db, key, { isCurrent: true, now: deps.clock() }));
    return { key_id: key.id, scheme, public_keys: layerTexts(publicKeysOf(key)) };
  },

  sign: byWork(signWork, async (context, { body }, run) => signed(context, body, run)),

  verify: byWork(verifyWork, async ({ deps, caller }, { body }, run) =>
    verdict(await run(await keysToVerify(deps, caller, body))),
  ),

  async algorithms() {
    const { available, configurations, labels, note } = hybridAlgorithms();
    return {
      available: {
        classical: [...available.classical],
        lattice: [...available.lattice],
        hashBased: [...available.hashBased],
      },
      configurations: {
        H0: configurationAnswer(configurations.H0),
        SVC: configurationAnswer(configurations.SVC),
        'H-256-L': configurationAnswer(configurations['H-256-L']),
        'H-256-H': configurationAnswer(configurations['H-256-H']),
        'SVC-Archival': configurationAnswer(configurations['SVC-Archival']),
      },
      labels,
      note,
    };
  },
});

/** The surcharge that the contract names for a mode. */
const SURCHARGES: Readonly<Record<HybridMode, string | null>> = {
  concatenated: null,
  nested: null,
  'triple-nested': 'triple',
  archival: 'archival',
};

async function signed(
  { deps, caller, surcharge }: Context<typeof contract.sign, Needs>,
  choice: SignChoice,
  sign: (facts: { readonly scheme: HybridSchemeName; readonly secretKeys: LayerBytes }) => Promise<LayeredSignature>,
): Promise<OutputOf<typeof contract.sign>> {
  const scheme = chosenScheme(choice);
  const name = SURCHARGES[HYBRID_SCHEMES[scheme].mode];
  if (name !== null) await surcharge(name);
  const key = await keyToSign(deps, caller.projectId, scheme, choice.key_id);
  const { signatures, wireVersion, onchainHash } = await withProjectSecrets(deps.vault, key, (secretKeys) =>
    sign({ scheme, secretKeys }),
  );
  return {
    signatures: layerTexts(signatures),
    scheme,
    key_id: key.id,
    public_keys: layerTexts(publicKeysOf(key)),
    ...(wireVersion === null ? {} : { wireVersion }),
    ...(onchainHash === null ? {} : { onchain_hash: onchainHash }),
  };
}

/** The named key, or the current one of the scheme, which is made where the project has none. */
async function keyToSign(
  deps: Needs,
  projectId: string,
  scheme: HybridSchemeName,
  keyId: string | undefined,
): Promise<StoredSigningKey> {
  if (keyId !== undefined) {
    const key = await namedKey(deps, projectId, keyId);
    if (key.scheme === scheme) return key;
    throw invalid('key_id', `\`key_id\` names a key of ${key.scheme}, which signs for no other scheme.`);
  }
  const current = await findCurrentSigningKey(deps.db, projectId, 'hybrid', scheme);
  if (current !== null) return current;
  const key = await newKey(deps, projectId, scheme);
  return write(deps.db, async (db) => {
    // Another request may have made one meanwhile; what that one has signed must stay verifiable.
    const first = await lockCurrentSigningKey(db, projectId, 'hybrid', scheme);
    if (first !== null) return first;
    await insertSigningKey(db, key, { isCurrent: true, now: deps.clock() });
    return key;
  });
}

/** Throws NOT_FOUND where the project has no hybrid key of this id. */
async function namedKey(deps: Needs, projectId: string, keyId: string): Promise<StoredSigningKey> {
  const key = await findSigningKey(deps.db, projectId, 'hybrid', keyId);
  if (key === null) throw new ApiError('NOT_FOUND', 'This project has no hybrid key with this id.');
  return key;
}

async function newKey(deps: Needs, projectId: string, scheme: HybridSchemeName): Promise<StoredSigningKey> {
  const { publicKeys, secretKeys } = await deps.run(generateHybridKeyJob, scheme);
  try {
    const id = `key_hyb_${toHex(deps.random(8))}`;
    return sealProjectKey(deps.vault, { id, projectId, use: 'hybrid', scheme, publicKeys, secretKeys });
  } finally {
    wipe(...Object.values(secretKeys));
  }
}

/** The public keys to judge under; none where there is no key of the scheme; null where the body carries them. */
async function keysToVerify(deps: Needs, { projectId }: Caller, choice: VerifyChoice): Promise<LayerBytes | null> {
  const { scheme, key_id: keyId, public_keys: carried } = choice;
  if (carried !== undefined) {
    if (keyId !== undefined) throw invalid('public_keys', '`public_keys` and `key_id` exclude each other.');
    return null;
  }
  const key =
    keyId === undefined
      ? await findCurrentSigningKey(deps.db, projectId, 'hybrid', scheme)
      : await namedKey(deps, projectId, keyId);
  return key?.scheme === scheme ? publicKeysOf(key) : {};
}

function verdict({ valid, layers }: LayeredVerified): OutputOf<typeof contract.verify> {
  return { valid, layers: { ...layers } };
}

function layerTexts(bytes: LayerBytes): LayerTexts {
  return Object.fromEntries(
    LAYER_NAMES.flatMap((layer) => {
      const value = bytes[layer];
      return value === undefined ? [] : [[layer, toBase64(value)]];
    }),
  );
}

function configurationAnswer({ layers, schemes, ...rest }: HybridConfiguration) {
  return { ...rest, layers: [...layers], schemes: [...schemes] };
}
