/**
 * FALCON signing by our kernel: `node core/bench/falcon.ts` prints one JSON line per measurement. Each stands beside the direct call
 * of noble, run in turns with it; the bound of FALCON-512 is that of issue 21. All of it runs on one thread, and rates are of its
 * CPU time.
 */
import * as noble from '@noble/post-quantum/falcon.js';
import { systemRandom } from '../src/random.ts';
import { falconBackend } from '../src/sign/falcon-backend.ts';
import { liboqsBackend } from '../src/sign/liboqs-backend.ts';
import { createSignatureProvider } from '../src/sign/provider.ts';
import { report } from './_measure.ts';

/** noble's implementation, and how many times its speed the kernel has to sign with. */
const SETS = { 'FALCON-512': [noble.falcon512padded, 8], 'FALCON-1024': [noble.falcon1024padded, 8] } as const;

const message = systemRandom(48);
const provider = createSignatureProvider([liboqsBackend(systemRandom), falconBackend(systemRandom)], systemRandom);

for (const name of Object.keys(SETS) as (keyof typeof SETS)[]) {
  const [direct, least] = SETS[name];
  const { secretKey } = direct.keygen();
  const sign = () => provider.sign(name, secretKey, message);
  await report(`${name} sign`, sign, 'noble, direct', () => direct.sign(message, secretKey), { least });
}
