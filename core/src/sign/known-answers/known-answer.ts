/**
 * A signature that noble made, with the key of the seed 00 01 02 …, over `KNOWN_MESSAGE` of `../known-answer.ts`; deterministically: with
 * FALCON, where only a public key pair may be used so, by the nonce that is in it and a seed of zeros. All members are base64.
 */
export interface KnownAnswer {
  readonly secretKey: string;
  readonly publicKey: string;
  readonly signature: string;
}
