import { api } from '@touchstone/core/api/api.ts';
import { toBase64, toHex, wipe } from '@touchstone/core/bytes.ts';
import type { Random } from '@touchstone/core/random.ts';
import { expandMlDsaSeed, ML_DSA_ALGORITHMS, type MlDsaAlgorithm } from '@touchstone/core/sign/ml-dsa-expanded.ts';
import type { SignatureProvider } from '@touchstone/core/sign/provider.ts';
import type { Clock } from '@touchstone/core/time.ts';
import type { Pieces } from '../../frame/body.ts';
import type { Caller } from '../../frame/caller.ts';
import { ApiError } from '../../frame/errors.ts';
import { implement } from '../../frame/implement.ts';
import {
  chosenKey,
  type MlDsaKeyChoice,
  type MlDsaSecret,
  messageOf,
  requireLevel,
  signMlDsa,
  verifyMlDsa,
} from '../../ml-dsa/work.ts';
import { sealProjectKey, withProjectSecrets } from '../../signing/project-keys.ts';
import { findSigningKey, insertSigningKey, type StoredSigningKey } from '../../signing/store.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../vault/envelope.ts';
import type { RunJob } from '../../workers/pool.ts';

export interface Needs {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly vault: Vault;
  readonly run: RunJob;
  readonly signer: SignatureProvider;
}

/** An ML-DSA key has one layer. */
const LAYER = 'layer1';

export const dilithium = implement(api.crypto.dilithium)<Needs>(
  {
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

    async sign({ deps, caller }, { body }) {
      return signed(deps, caller, body, (secret) =>
        secret.form === 'seed'
          ? signMlDsa(secret, messageOf(body), deps.signer)
          : deps.run('signMlDsa', { secret, body }),
      );
    },

    async verify({ deps }, { body }) {
      return { valid: await verifyMlDsa(body, deps.signer) };
    },
  },
  {
    async sign({ deps, caller }, _input, pieces) {
      const choice = await keyChoiceOf(deps, pieces);
      return signed(deps, caller, choice, (secret) => deps.run('signMlDsa', { secret, body: pieces }));
    },

    async verify({ deps }, _input, pieces) {
      return { valid: await deps.run('verifyMlDsa', { pieces }) };
    },
  },
);

/** Everything of a large body but the message. */
async function keyChoiceOf(deps: Needs, pieces: Pieces): Promise<MlDsaKeyChoice> {
  const operation = api.crypto.dilithium.sign.id;
  const names = ['key_id', 'secret_key', 'security_level'] satisfies (keyof MlDsaKeyChoice)[];
  // The worker has held the body against the contract from which the type comes.
  return (await deps.run('readMembers', { operation, pieces, names })) as MlDsaKeyChoice;
}

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
  if (key === null) throw new ApiError('NOT_FOUND', 'This project has no ML-DSA key of this id.');
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
