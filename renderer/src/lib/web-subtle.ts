import type { WebSubtle } from '@touchstone/core/sign/web-backend.ts';

/** `crypto.subtle` for core's backend. The DOM library does not know the key formats of the post-quantum algorithms yet. */
export function webSubtle(subtle: SubtleCrypto): WebSubtle<CryptoKey> {
  return {
    importKey: (format, keyData, algorithm, extractable, usages) =>
      subtle.importKey(format as 'raw', keyData, algorithm, extractable, usages),
    exportKey: (format, key) => subtle.exportKey(format, key),
    sign: (algorithm, key, data) => subtle.sign(algorithm, key, data),
    verify: (algorithm, key, signature, data) => subtle.verify(algorithm, key, signature, data),
  };
}
