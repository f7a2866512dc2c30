/** For tests that examine one folder, or copies of it, again and again: each signature is made and verified once. */
import * as nodeCrypto from 'node:crypto';
import { createKem } from '@touchstone/core/kem/kem.ts';
import { nodeKem } from '@touchstone/core/kem/node-kem.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { createServerSigner } from '../../src/crypto/signer.ts';
import type { DoctorTools } from '../../src/doctor/doctor.ts';
import { remembered } from '../backup/remembered.ts';

export function rememberedTools(): DoctorTools {
  return {
    signer: remembered(createServerSigner()),
    kem: remembered(createKem([nodeKem(nodeCrypto)], systemRandom)),
  };
}
