import { encodeText } from '../../encoding.ts';
import { inverse } from '../../field.ts';
import { setCell } from '../../opening/trace.ts';
import { defineProver } from '../prover.ts';
import { COLUMNS, identityAttribute, TAG } from './air.ts';

export interface AttributeWitness {
  readonly value: string;
}

export const identityAttributeProver = defineProver<AttributeWitness>({
  statement: identityAttribute,
  encode: ({ value }) => ({ tag: TAG, ...encodeText(value) }),
  fill(trace, { value }) {
    const [limb] = encodeText(value).limbs;
    // The empty value has no inverse, and so no trace.
    if (limb !== 0) setCell(trace, COLUMNS.inverse, 0, inverse(limb));
  },
});
