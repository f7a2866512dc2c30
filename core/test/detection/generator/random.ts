/** Random numbers from a seed, so that every case can be made again. Not for secrets. */

export interface Draw {
  /** Uniform in [0, 1). */
  uniform(): number;
  between(low: number, high: number): number;
  /** Uniform in the logarithm: as many between 1 and 10 as between 10 and 100. */
  logBetween(low: number, high: number): number;
  chance(probability: number): boolean;
  normal(mean: number, deviation: number): number;
  /** `exp` of a normal number of this mean and deviation. */
  lognormal(mean: number, deviation: number): number;
  pareto(least: number, shape: number): number;
  /** Gamma of the shape 2. */
  gamma2(scale: number): number;
  binomial(count: number, probability: number): number;
}

/** sfc32 (Doty-Humphrey, PractRand), seeded by FNV-1a over the text. */
export function drawFrom(seed: string): Draw {
  let hash = 0x811c9dc5;
  for (const character of seed) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  let [a, b, c, counter] = [hash | 0, Math.imul(hash, 0x9e3779b1), Math.imul(hash, 0x85ebca6b), 1];
  const uniform = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return (sum >>> 0) / 2 ** 32;
  };
  // The first numbers still show the seed.
  for (let round = 0; round < 16; round++) uniform();
  const positive = () => 1 - uniform();
  const normal = (mean: number, deviation: number) =>
    mean + deviation * Math.sqrt(-2 * Math.log(positive())) * Math.cos(2 * Math.PI * uniform());
  return {
    uniform,
    between: (low, high) => low + (high - low) * uniform(),
    logBetween: (low, high) => low * (high / low) ** uniform(),
    chance: (probability) => uniform() < probability,
    normal,
    lognormal: (mean, deviation) => Math.exp(normal(mean, deviation)),
    pareto: (least, shape) => least / positive() ** (1 / shape),
    gamma2: (scale) => -scale * Math.log(positive() * positive()),
    binomial(count, probability) {
      let sum = 0;
      for (let trial = 0; trial < count; trial++) if (uniform() < probability) sum++;
      return sum;
    },
  };
}
