/** What `/health` says of every server, locked or not. */

/** ML-DSA, SLH-DSA, FALCON, ML-KEM. */
export const PQ_FAMILIES = 4;

export const SIMULATED: readonly string[] = ['embedded ledger in place of the ten public chains'];

/** This program, as answers name it. */
export interface Product {
  readonly name: string;
  readonly version: string;
}
