/**
 * A signature that noble made, with the key of the seed 00 01 02 …, over `KNOWN_MESSAGE` of `../known-answer.ts`; deterministically except with
 * FALCON, where that is unsafe. All members are base64.
 */
export interface KnownAnswer {
  readonly secretKey: string;
  readonly publicKey: string;
  readonly signature: string;
}
