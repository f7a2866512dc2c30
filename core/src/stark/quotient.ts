/** The quotient of the combined constraints by the zerofier, which is a polynomial where the trace keeps them. */
import type { Instance } from './air.ts';
import { bitsOf } from './domain.ts';
import { combineOnDomain } from './evaluate-domain.ts';
import { invertAll, multiply, power, powersOfBase, subtract, twoAdicGenerator } from './field.ts';
import { evaluateOnCoset, interpolateOnCoset } from './ntt.ts';
import { SHIFT, type Shape } from './shape.ts';

/**
 * The coefficients of Σ α_j · C_j / (Xᴺ − 1), five columns. They follow from the values on a coset of as
 * many points as the sum has coefficients, or more, which is a part of the evaluation domain. With fewer a rest of the division
 * could hide. Throws RangeError where there is one.
 */
export function quotientOf(
  instance: Instance,
  trace: readonly Uint32Array[],
  alpha: Uint32Array,
  shape: Shape,
): Uint32Array[] {
  const { rows, quotientCoefficients, domainSize } = shape;
  const size = 2 ** Math.ceil(Math.log2(quotientCoefficients + rows));
  const every = domainSize / size;
  const shifts = powersOfBase(SHIFT, rows);
  const fixed = [...instance.air.periodic, ...instance.publicColumns].map((values) => {
    const target = new Uint32Array(size);
    evaluateOnCoset(interpolateOnCoset(Uint32Array.from(values), 1), shifts, target);
    return target;
  });
  const thinned = trace.map((column) => {
    const target = new Uint32Array(size);
    for (let i = 0; i < size; i++) target[i] = column[i * every] as number;
    return target;
  });
  const sums = combineOnDomain(instance, { size, stride: size / rows, trace: thinned, fixed }, alpha);
  const zerofier = inverseZerofier(rows, size);
  return sums.map((sum) => {
    for (let i = 0; i < size; i++) sum[i] = multiply(sum[i] as number, zerofier[i % zerofier.length] as number);
    const coefficients = interpolateOnCoset(sum, SHIFT);
    if (coefficients.subarray(quotientCoefficients).some((coefficient) => coefficient !== 0)) {
      throw new RangeError('the trace does not keep the constraints');
    }
    return coefficients;
  });
}

/** 1 / (xᴺ − 1) on the coset, where it takes size / rows different values in turn. */
function inverseZerofier(rows: number, size: number): Uint32Array {
  const generator = twoAdicGenerator(bitsOf(size / rows));
  const values = powersOfBase(generator, size / rows);
  const first = power(SHIFT, rows);
  for (let i = 0; i < values.length; i++) values[i] = subtract(multiply(first, values[i] as number), 1);
  invertAll(values);
  return values;
}
