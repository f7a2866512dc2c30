/**
 * What leaves a CKKS session (security, S29): small Gaussian noise, then rounding. It makes it harder to learn the key from
 * results, not impossible.
 */

/** Standard deviation of the noise. */
const SIGMA = 2 ** -19;
/** Values are rounded to multiples of this. */
const STEP = 2 ** -18;

/** Bytes of noise that a number of values takes. */
export function noiseBytes(count: number): number {
  return 16 * Math.ceil(count / 2);
}

/** The first `count` values as they are answered. The same bytes give the same noise. */
export function releasedValues(values: Float64Array, count: number, noise: Uint8Array): readonly number[] {
  const uniform = new DataView(noise.buffer, noise.byteOffset, noise.byteLength);
  return Array.from(values.subarray(0, count), (value, at) => {
    const pair = 16 * (at >> 1);
    // Box and Muller (1958): two uniform numbers make two normal ones. The first is never zero.
    const radius = Math.sqrt(-2 * Math.log((Number(uniform.getBigUint64(pair) >> 11n) + 1) / 2 ** 53));
    const angle = 2 * Math.PI * (Number(uniform.getBigUint64(pair + 8) >> 11n) / 2 ** 53);
    const normal = radius * ((at & 1) === 0 ? Math.cos(angle) : Math.sin(angle));
    const rounded = Math.round((value + SIGMA * normal) / STEP) * STEP;
    // No negative zero: JSON would not keep it.
    return rounded === 0 ? 0 : rounded;
  });
}
