/**
 * STARK proofs of this checkout beside those of another, in turns in one process: `node core/bench/_stark-beside.ts FOLDER
 * [--noble]` prints one JSON line for each ratio of CPU times, above 1 where this checkout is faster. The same randomness has to
 * give the same proof. Hashes are Node's, or noble's.
 */
import * as nodeCrypto from 'node:crypto';
import path from 'node:path';
import type { ProveOptions } from '../src/stark/prove.ts';
import { seededRandom } from '../test/stark/random.ts';
import { print } from './_measure.ts';
import { SUBJECT_NAMES, type Subject, subjectOf } from './_stark-subjects.ts';

const WARM_UP = 10;
const TURNS = 31;
/** Calls of one turn. */
const VERIFICATIONS = 10;

interface Checkout {
  readonly prove: (subject: Subject, options: ProveOptions) => Uint8Array;
  readonly verify: (subject: Subject, proof: Uint8Array, profile: ProveOptions['profile']) => boolean;
}

async function load(folder: string): Promise<Checkout> {
  const of = (file: string) => import(path.join(folder, 'core', file));
  if (!process.argv.includes('--noble')) {
    const [{ chooseHashes }, { nodeHashes }] = [await of('src/hash.ts'), await of('src/node-hash.ts')];
    if (chooseHashes(nodeHashes(nodeCrypto)) !== 'node') throw new Error('the hashes of Node do not serve');
  }
  const [{ prove }, { verify }] = [await of('src/stark/prove.ts'), await of('src/stark/verify.ts')];
  return {
    prove: ({ instance, publicBytes, trace }, options) => prove(instance, publicBytes, trace, options),
    verify: ({ instance, publicBytes }, proof, profile) =>
      verify(instance, publicBytes, proof, { accept: [profile] }).ok,
  };
}

function cpuMs(run: () => void): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** How many times as long as this one the other takes: the median of the turns after those that warm up. */
function ratioOf(own: () => void, other: () => void): number {
  const ratios = Array.from({ length: WARM_UP + TURNS }, () => cpuMs(other) / cpuMs(own));
  return ratios.slice(WARM_UP).sort((a, b) => a - b)[TURNS >> 1] ?? Number.NaN;
}

const [own, other] = await Promise.all(
  [path.resolve(import.meta.dirname, '../..'), path.resolve(process.argv[2] ?? '')].map(load),
);
if (own === undefined || other === undefined) throw new Error('two checkouts');
for (const name of SUBJECT_NAMES) {
  const subject = subjectOf(name);
  for (const profile of ['STANDARD', 'STRONG'] as const) {
    let seed = 0;
    const sides = [own, other].map((checkout) => {
      const proofOf = (of: number) => checkout.prove(subject, { random: seededRandom(of), profile });
      const proof = proofOf(0);
      const verify = () => {
        for (let i = 0; i < VERIFICATIONS; i++) if (!checkout.verify(subject, proof, profile)) throw new Error(name);
      };
      return { proof, prove: () => void proofOf(seed), verify };
    });
    const [here, there] = sides;
    if (here === undefined || there === undefined || Buffer.compare(here.proof, there.proof) !== 0)
      throw new Error(`${name}: other bytes for the same randomness`);
    const proving = ratioOf(here.prove, () => {
      seed++;
      there.prove();
    });
    print({ name: `prove ${name} ${profile}, beside the other checkout`, value: proving, unit: 'x' });
    const verifying = ratioOf(here.verify, there.verify);
    print({ name: `verify ${name} ${profile}, beside the other checkout`, value: verifying, unit: 'x' });
  }
}
