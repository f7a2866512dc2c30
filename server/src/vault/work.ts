/** Argon2id in a worker: a passphrase takes about a second by design. */
import * as nodeCrypto from 'node:crypto';
import { nobleArgon2id, nodeArgon2id } from '@touchstone/core/keys/passphrase.ts';
import type { Job } from '../frame/job.ts';

export const passphraseKdf = nodeArgon2id(nodeCrypto) ?? nobleArgon2id;

export const argon2idJob: Job<{ readonly passphrase: Uint8Array; readonly salt: Uint8Array }, Uint8Array> = {
  name: 'argon2id',
  run: ({ passphrase, salt }) => passphraseKdf(passphrase, salt),
  secretsIn: ({ passphrase }) => [passphrase],
};

export const jobs = [argon2idJob] as const;
