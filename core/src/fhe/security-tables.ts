/**
 * How many bits Q may have, special prime included, for a ternary secret, so that the best known attacks take 2^128, 2^192 or
 * 2^256 steps. SEAL enforces only the older table, which allows a little more.
 */

export const SECURITY_LEVELS = [128, 192, 256] as const;
export type SecurityLevel = (typeof SECURITY_LEVELS)[number];

/** n, and the most bits for each level; 0 where there is none. */
type Table = ReadonlyMap<number, readonly [number, number, number]>;

/** Bossuat et al., "Security Guidelines for Implementing Homomorphic Encryption" (ePrint 2024/463), classical attacks. */
export const LIMITS_2024: Table = new Map([
  [1_024, [26, 0, 0]],
  [2_048, [53, 36, 27]],
  [4_096, [106, 73, 56]],
  [8_192, [214, 147, 114]],
  [16_384, [430, 297, 230]],
  [32_768, [868, 597, 462]],
]);

/** The same for quantum attacks. */
export const QUANTUM_LIMITS_2024: Table = new Map([
  [1_024, [20, 0, 0]],
  [2_048, [40, 29, 22]],
  [4_096, [80, 59, 47]],
  [8_192, [161, 119, 95]],
  [16_384, [322, 239, 192]],
  [32_768, [644, 479, 385]],
]);

/** Albrecht et al., "Homomorphic Encryption Standard" (HomomorphicEncryption.org, 2018), classical: only shown beside. */
export const LIMITS_2018: Table = new Map([
  [1_024, [27, 19, 14]],
  [2_048, [54, 37, 29]],
  [4_096, [109, 75, 58]],
  [8_192, [218, 152, 118]],
  [16_384, [438, 305, 237]],
  [32_768, [881, 611, 476]],
]);

/** The most bits for a level; 0 where no Q reaches it. */
export function mostBits(table: Table, n: number, level: SecurityLevel): number {
  return table.get(n)?.[SECURITY_LEVELS.indexOf(level)] ?? 0;
}

/** The highest level that a table grants; null below 128. */
export function reachedLevel(table: Table, n: number, bits: number): SecurityLevel | null {
  return SECURITY_LEVELS.findLast((level) => bits <= mostBits(table, n, level)) ?? null;
}

export interface SecurityStatement {
  /** What is claimed and what is not, for people. */
  readonly statement: string;
  readonly q_bits_most_2024: number;
  readonly q_bits_most_2018: number;
}

/** What can be said of parameters. The limits are those of the level that they reach by the table of 2024, or else of 128. */
export function securityStatement(n: number, bits: number): SecurityStatement {
  const level = reachedLevel(LIMITS_2024, n, bits);
  const quantum = reachedLevel(QUANTUM_LIMITS_2024, n, bits);
  const [of2024, of2018] = [LIMITS_2024, LIMITS_2018].map((table) => mostBits(table, n, level ?? 128)) as [
    number,
    number,
  ];
  const classical =
    level === null
      ? `fewer than 128 bits against classical attacks: ${bits} bits of Q are more than the ${of2024} that the tables of 2024 (ePrint 2024/463) allow for n = ${n}`
      : `${level} bits against known classical attacks: ${bits} of at most ${of2024} bits of Q for n = ${n} by the tables of 2024 (ePrint 2024/463)`;
  const later = quantum === null ? 'fewer than 128 bits' : `${quantum} bits`;
  return {
    statement: `Estimated ${classical}; ${later} against quantum attacks by the same tables. The tables of 2018 would allow ${of2018} bits. They speak of known attacks on lattices and promise nothing about new ones.`,
    q_bits_most_2024: of2024,
    q_bits_most_2018: of2018,
  };
}
