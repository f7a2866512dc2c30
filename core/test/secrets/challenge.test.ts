import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { proofHolds, secretProof } from '../../src/secrets/challenge.ts';
import { flipBit } from '../vectors.ts';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

test('is HMAC-SHA3-256 over salt and challenge, as node:crypto makes it, and no other proof holds', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      bytes(32),
      bytes(32),
      fc.nat(255),
      (secret, salt, challenge, bit) => {
        const proof = new Uint8Array(createHmac('sha3-256', secret).update(salt).update(challenge).digest());
        expect(secretProof(secret, salt, challenge)).toEqual(proof);
        expect(proofHolds(secret, salt, challenge, proof)).toBe(true);
        expect(proofHolds(secret, salt, challenge, flipBit(proof, bit))).toBe(false);
        expect(proofHolds(secret, salt, challenge, proof.slice(0, 31))).toBe(false);
        expect(proofHolds(secret, salt, flipBit(challenge, bit), proof)).toBe(false);
      },
    ),
  );
});
