/**
 * The work that is too heavy for the event loop: FALCON and SLH-DSA keys and signatures, Argon2id. Runs in a worker
 * thread; what it is given and what it answers is copied. It wipes its copies of secrets.
 */
import * as nodeCrypto from 'node:crypto';
import { wipe } from '@touchstone/core/bytes.ts';
import { generateKeySet, type KeySetPlan } from '@touchstone/core/keys/generate.ts';
import { publicJwk, sealKeySet } from '@touchstone/core/keys/key-set.ts';
import { nobleArgon2id, nodeArgon2id } from '@touchstone/core/keys/passphrase.ts';
import type { SignatureAlgorithm } from '@touchstone/core/sign/family.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { createServerSigner } from '../signer.ts';

export interface Jobs {
  generateKeySet: { input: KeySetPlan; output: { keySet: unknown; secretKeys: ReadonlyMap<string, Uint8Array> } };
  /** A set with the one ML-KEM-1024 key that clients seal to. */
  generateEncSet: {
    input: Omit<KeySetPlan, 'algorithms'>;
    output: { keySet: unknown; secretKeys: ReadonlyMap<string, Uint8Array> };
  };
  sign: {
    input: { algorithm: SignatureAlgorithm; secretKey: Uint8Array; message: Uint8Array };
    output: Uint8Array;
  };
  argon2id: { input: { passphrase: Uint8Array; salt: Uint8Array }; output: Uint8Array };
}

export type JobName = keyof Jobs;

const signer = createServerSigner();

const jobs: { readonly [J in JobName]: (input: Jobs[J]['input']) => Promise<Jobs[J]['output']> } = {
  generateKeySet: (plan) => generateKeySet(plan, signer),

  async generateEncSet(plan) {
    const { publicKey, privateKey } = nodeCrypto.generateKeyPairSync('ml-kem-1024');
    const key = publicJwk('ML-KEM-1024', new Uint8Array(publicKey.export({ format: 'raw-public' })));
    // FIPS 203 section 7.1: the 64-byte seed d ‖ z.
    const seed = new Uint8Array(privateKey.export({ format: 'raw-seed' }));
    const keySet = sealKeySet({
      keyset_id: plan.keyset_id,
      issuer: plan.issuer,
      principal: plan.principal,
      use: plan.use,
      serial: plan.serial,
      not_before: formatIsoTime(plan.notBefore),
      not_after: formatIsoTime(plan.notAfter),
      keys: [key],
    });
    return { keySet, secretKeys: new Map([[key.kid, seed]]) };
  },

  async sign({ algorithm, secretKey, message }) {
    try {
      return await signer.sign(algorithm, secretKey, message);
    } finally {
      wipe(secretKey);
    }
  },

  async argon2id({ passphrase, salt }) {
    try {
      return await (nodeArgon2id(nodeCrypto) ?? nobleArgon2id)(passphrase, salt);
    } finally {
      wipe(passphrase);
    }
  },
};

export interface Task<J extends JobName = JobName> {
  readonly job: J;
  readonly input: Jobs[J]['input'];
}

/** What piscina calls with every task. */
export default function run<J extends JobName>(task: Task<J>): Promise<Jobs[J]['output']> {
  return jobs[task.job](task.input);
}
