/**
 * How many hashes and multiplications a proof costs, from its shape alone. core/test/stark/operations.test.ts counts those that a
 * prover really makes.
 */
import { graphOf, type Instance } from '../src/stark/air.ts';
import { quotientWidthOf } from '../src/stark/codec.ts';
import { DEGREE } from '../src/stark/extension.ts';
import { NONCES_AT_ONCE } from '../src/stark/prove.ts';
import type { Shape } from '../src/stark/shape.ts';

export interface Hashes {
  readonly bytes: number;
  readonly count: number;
}

const LEAF_BYTES = 4;
const NODE_BYTES = 65;
const GRINDING_BYTES = 37;
/** Multiplications in the base field that one in the extension takes. */
const EXTENSION = DEGREE * DEGREE;

/** All hashes but the some hundred of the transcript; of a proof with this nonce. */
export function hashesOf(shape: Shape, nonce: number): Hashes[] {
  const { domainSize, width, profile, layers } = shape;
  const row = (columns: number) => LEAF_BYTES + profile.saltBytes + 4 * columns;
  const hashes = [
    { bytes: row(width), count: domainSize },
    { bytes: row(quotientWidthOf(shape)), count: domainSize },
    { bytes: NODE_BYTES, count: 2 * (domainSize - 1) },
    { bytes: GRINDING_BYTES, count: Math.ceil((nonce + 1) / NONCES_AT_ONCE) * NONCES_AT_ONCE },
  ];
  for (let size = domainSize, layer = 0; layer < layers; size /= profile.foldingArity, layer++) {
    const leaves = size / profile.foldingArity;
    hashes.push({ bytes: LEAF_BYTES + 4 * profile.foldingArity * DEGREE, count: leaves });
    hashes.push({ bytes: NODE_BYTES, count: leaves - 1 });
  }
  return hashes;
}

/** Multiplications of field elements, those in the extension counted as 25. */
export function multiplicationsOf(instance: Instance, shape: Shape): number {
  const { rows, width, degreeBound, domainSize, quotientCoefficients, profile, layers } = shape;
  const { nodes, roots } = graphOf(instance.air.constraints);
  const fixed = instance.air.periodic.length + instance.publicColumns.length;
  const quotientSize = 2 ** Math.ceil(Math.log2(quotientCoefficients + rows));
  const interpolation = (size: number) => (size / 2) * Math.log2(size) + 2 * size;
  const extension = (coefficients: number, size: number) => coefficients + (size / 2) * Math.log2(coefficients);
  const products = nodes.filter(({ op }) => op === 'multiply').length;

  const committing =
    (width + quotientWidthOf(shape)) * extension(degreeBound, domainSize) + width * interpolation(rows);
  const quotient =
    fixed * (interpolation(rows) + extension(rows, quotientSize)) +
    (products + DEGREE * roots.length + DEGREE) * quotientSize +
    DEGREE * (interpolation(quotientSize) + 2 * degreeBound);
  // Powers of three points, values at them, sums for the batch, and three divisions.
  const outside = degreeBound * (3 * EXTENSION + 2 * DEGREE * width + (profile.quotientSegments + 1) * EXTENSION);
  const batch = degreeBound * (2 * DEGREE * width + (profile.quotientSegments + 1) * EXTENSION + 3 * EXTENSION);
  let folding = 0;
  for (let bound = degreeBound, layer = 0; layer < layers; bound /= profile.foldingArity, layer++) {
    folding += DEGREE * extension(bound, bound * profile.blowUp) + EXTENSION * bound;
  }
  return committing + quotient + outside + batch + folding;
}
