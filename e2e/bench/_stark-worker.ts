/** The worker of `stark.ts`: proves and verifies as a page would, noble's hashes and all. Each message is one task. */
import { systemRandom } from '@touchstone/core/random.ts';
import { prove } from '@touchstone/core/stark/prove.ts';
import { verify } from '@touchstone/core/stark/verify.ts';
import { PUBLIC_BYTES, toy } from '../../core/test/stark/toy.ts';

/** As `core/bench/stark.ts` has it. */
const COLUMNS = 48;

interface Order {
  readonly rows: number;
  /** What is to be verified; absent where a proof is to be made. */
  readonly proof?: Uint8Array;
}

interface Worker {
  onmessage: ((event: { readonly data: Order }) => void) | null;
  postMessage(answer: Uint8Array | boolean): void;
}

const worker = globalThis as unknown as Worker;
const statements = new Map<number, ReturnType<typeof toy>>();

worker.onmessage = ({ data: { rows, proof } }) => {
  const statement = statements.get(rows) ?? toy({ rows, width: COLUMNS, degree: 4 });
  statements.set(rows, statement);
  const { instance, trace } = statement;
  worker.postMessage(
    proof === undefined
      ? prove(instance, PUBLIC_BYTES, trace, { random: systemRandom, profile: 'STANDARD' })
      : verify(instance, PUBLIC_BYTES, proof, { accept: ['STANDARD'] }).ok,
  );
};
