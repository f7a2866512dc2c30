import nodeCrypto from 'node:crypto';
import { systemRandom } from '@touchstone/core/random.ts';
import { falconBackend } from '@touchstone/core/sign/falcon-backend.ts';
import { createNodeSignatures } from '@touchstone/core/sign/node-signatures.ts';

/** Signs and verifies for the commands of `touchstone`. `pq-verify` never reaches this module. */
export const signatures = createNodeSignatures(nodeCrypto, 'loop', process.env, [falconBackend(systemRandom)]);
