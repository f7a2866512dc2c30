import { api } from '@touchstone/core/api/api.ts';
import { toBase64, toHex, wipe } from '@touchstone/core/bytes.ts';
import type { Random } from '@touchstone/core/random.ts';
import { expandMlDsaSeed, ML_DSA_ALGORITHMS, type MlDsaAlgorithm } from '@touchstone/core/sign/ml-dsa-expanded.ts';
import type { SignatureProvider } from '@touchstone/core/sign/provider.ts';
import type { Clock } from '@touchstone/core/time.ts';
import type { Caller } from '../../frame/caller.ts';
import { ApiError } from '../../frame/errors.ts';
import { implement } from '../../frame/implement.ts';
import { byWork } from '../../frame/work.ts';
import {
  chosenKey,
  type MlDsaKeyChoice,
  type MlDsaSecret,
  requireLevel,
  signWork,
  verifyWork,
} from '../../ml-dsa/work.ts';
import { sealProjectKey, withProjectSecrets } from '../../signing/project-keys.ts';
import { findSigningKey, insertSigningKey, type StoredSigningKey } from '../../signing/store.ts';
import type { Db } from '../../store/engine.ts';
import type { Vault } from '../../vault/envelope.ts';

export interface Needs {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly vault: Vault;
  readonly signer: SignatureProvider;
}

/** An ML-DSA key has one layer. */
const LAYER = 'layer1';

export const dilithium = implement(api.crypto.dilithium)<Needs>({
  async keygen({ deps, caller, write }, { body }) {
    const { security_level: algorithm, custody = 'server' } = body;
    const { publicKey, secretKey: seed } = await deps.signer.generateKeyPair(algorithm);
    try {
      const answer = { public_key: toBase64(publicKey), algorithm };
      if (custody === 'client') {
        const expanded = expandMlDsaSeed(algorithm, seed);
        try {
          return { ...answer, secret_key: toBase64(expanded) };
        } finally {
          wipe(expanded);
        }
      }
      const key = sealProjectKey(deps.vault, {
        id: `key_dil_${toHex(deps.random(8))}`,
        projectId: caller.projectId,
        use: 'ml-dsa',
        scheme: algorithm,
        publicKeys: { [LAYER]: publicKey },
        secretKeys: { [LAYER]: seed },
      });
      await write((db) => insertSigningKey(db, key, { isCurrent: false, now: deps.clock() }));
      return { ...answer, key_id: key.id };
    } finally {
      wipe(seed);
    }
  },

  sign: byWork(signWork, async ({ deps, caller }, { body }, run) => signed(deps, caller, body, run)),

  verify: byWork(verifyWork, async (_context, _input, run) => ({ valid: await run(null) })),
});

/** Opens the key that the body names, or takes the one that it carries, and wipes it afterwards. */
async function signed(
  deps: Needs,
  caller: Caller,
  choice: MlDsaKeyChoice,
  sign: (secret: MlDsaSecret) => Promise<Uint8Array>,
): Promise<{ signature: string }> {
  const chosen = chosenKey(choice);
  if (chosen.by === 'secret') {
    const { secret } = chosen;
    try {
      return { signature: toBase64(await sign(secret)) };
    } finally {
      wipe(secret.bytes);
    }
  }
  const key = await findSigningKey(deps.db, caller.projectId, 'ml-dsa', chosen.keyId);
  if (key === null) throw new ApiError('NOT_FOUND', 'This project has no ML-DSA key with this id.');
  const algorithm = algorithmOf(key);
  requireLevel(choice.security_level, algorithm);
  return withProjectSecrets(deps.vault, key, async ({ [LAYER]: seed }) => {
    if (seed === undefined) throw new TypeError(`internal: ${key.id} has no secret`);
    return { signature: toBase64(await sign({ algorithm, form: 'seed', bytes: seed })) };
  });
}

function algorithmOf({ id, scheme }: StoredSigningKey): MlDsaAlgorithm {
  const algorithm = ML_DSA_ALGORITHMS.find((name) => name === scheme);
  if (algorithm === undefined) throw new TypeError(`internal: ${id} is of no ML-DSA algorithm`);
  return algorithm;
}
