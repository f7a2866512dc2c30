import { api } from '@touchstone/core/api/api.ts';
import { toBase64, wipe } from '@touchstone/core/bytes.ts';
import { expandKemSeed } from '@touchstone/core/kem/ml-kem.ts';
import { kem } from '../../crypto/kem.ts';
import { implement } from '../../frame/implement.ts';
import { brokenKey, decapsulationInput, encapsulationKey } from '../../ml-kem/work.ts';

export const kyber = implement(api.crypto.kyber)({
  async keygen(_context, { body: { security_level: algorithm } }) {
    const { publicKey, secretKey: seed } = await kem.generateKeyPair(algorithm);
    const expanded = expandKemSeed(algorithm, seed);
    try {
      return { public_key: toBase64(publicKey), secret_key: toBase64(expanded), algorithm };
    } finally {
      wipe(seed, expanded);
    }
  },

  async encapsulate(_context, { body }) {
    const { algorithm, publicKey } = encapsulationKey(body);
    const made = await kem.encapsulate(algorithm, publicKey);
    if (made === null) throw new TypeError('internal: a key that passed its checks is refused');
    const { ciphertext, sharedSecret } = made;
    try {
      return { ciphertext: toBase64(ciphertext), shared_secret: toBase64(sharedSecret) };
    } finally {
      wipe(sharedSecret);
    }
  },

  async decapsulate(_context, { body }) {
    const { algorithm, secretKey, ciphertext } = decapsulationInput(body);
    try {
      const sharedSecret = await kem.decapsulate(algorithm, secretKey, ciphertext);
      // Beyond its hash, an expanded key may hold coefficients that are out of range.
      if (sharedSecret === null) throw brokenKey();
      const text = toBase64(sharedSecret);
      wipe(sharedSecret);
      return { shared_secret: text };
    } finally {
      wipe(secretKey);
    }
  },
});
