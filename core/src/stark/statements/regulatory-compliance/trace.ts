import { RATE } from '../../commitment.ts';
import { hashBytes, hashLanes } from '../../encoding.ts';
import { inverse, multiply, subtract } from '../../field.ts';
import { ROWS_PER_BLOCK } from '../../opening/air.ts';
import { setCell } from '../../opening/trace.ts';
import { defineProver } from '../prover.ts';
import { COLUMNS, FIRST_MEMBER_ROW, listedValues, regulatoryCompliance, TAG, valueAt } from './air.ts';
import { LISTED_HASHES } from './list.ts';

export interface ComplianceWitness {
  /** 64 hexadecimal digits. */
  readonly entityHash: string;
}

function bytesOf({ entityHash }: ComplianceWitness): Uint8Array {
  const bytes = hashBytes(entityHash);
  if (bytes === null) throw new RangeError('a hash is 64 hexadecimal digits');
  return bytes;
}

export const regulatoryComplianceProver = defineProver<ComplianceWitness>({
  statement: regulatoryCompliance,
  encode(witness) {
    const { lanes, rest } = hashLanes(bytesOf(witness));
    return { tag: TAG, limbs: [0, rest], lanes };
  },
  /** A hash that is listed is equal to a member at every point. */
  serves: (commitment, witness) =>
    LISTED_HASHES.includes(witness.entityHash) ||
    !listedValues(commitment).includes(valueAt(commitment, bytesOf(witness))),
  fill(trace, witness, { publicValues, publicColumns: [members = []] }) {
    const { rest } = hashLanes(bytesOf(witness));
    const value = valueAt(publicValues.slice(0, RATE), bytesOf(witness));
    trace[COLUMNS.value]?.fill(multiply(publicValues[RATE + 7] ?? 0, rest));
    trace[COLUMNS.value]?.fill(value, ROWS_PER_BLOCK + 1);
    for (const [row, member] of members.entries()) {
      const difference = subtract(value, member);
      if (row >= FIRST_MEMBER_ROW && difference !== 0) setCell(trace, COLUMNS.inverse, row, inverse(difference));
    }
  },
});
