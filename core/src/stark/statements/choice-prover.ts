/** The prover's side of one-of-three.ts. */
import { hashBytes, hashLanes } from '../encoding.ts';
import { defineProver, type Prover } from './prover.ts';
import type { Statement } from './statement.ts';

export interface ChoiceWitness {
  /** Any text; only one of the three choices makes the claim true. */
  readonly choice: string;
  /** 64 hexadecimal digits. It is committed, and nothing is proven about it. */
  readonly providerHash: string;
}

export function choiceProver(statement: Statement, tag: number, choices: readonly string[]): Prover<ChoiceWitness> {
  return defineProver<ChoiceWitness>({
    statement,
    encode({ choice, providerHash }) {
      const bytes = hashBytes(providerHash);
      if (bytes === null) throw new RangeError('a hash is 64 hexadecimal digits');
      const { lanes, rest } = hashLanes(bytes);
      // 0 for what is no choice.
      return { tag, limbs: [choices.indexOf(choice) + 1, rest], lanes };
    },
    fill: () => {},
  });
}
