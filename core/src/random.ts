/** A source of random bytes. It is an argument wherever it is used, so that tests can fix it. */
export type Random = (length: number) => Uint8Array;

declare const crypto: { getRandomValues(array: Uint8Array): Uint8Array };

/** The platform's cryptographically secure source. Web Crypto hands out at most 65,536 bytes a call. */
export const systemRandom: Random = (length) => {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
  return bytes;
};
