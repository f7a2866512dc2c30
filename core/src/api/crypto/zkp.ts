import Type from 'typebox';
import { anyObject, base64, object, text } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

export const zkp = group({
  starkVerify: endpoint({
    id: 'crypto.zkp.stark-verify',
    service: 'crypto',
    method: 'POST',
    path: '/zkp/stark/verify',
    body: object({
      proof: base64('The proof, 8 to 64 KiB.'),
      statement: text(64, 'What is proven: `identity`, or the `statement` among the public inputs of a privacy proof.'),
      public_inputs: anyObject(
        'For `identity`: `commitment` (base64 of 32 bytes) and, where it has to be a certain one, `attribute`. For a privacy proof: its public inputs exactly as `?include=proof` answers them.',
      ),
    }),
    response: object({
      valid: Type.Boolean({ description: 'True only if the proof holds for exactly these public inputs.' }),
      verify_time_ns: Type.Number({ minimum: 0, description: 'Measured duration in nanoseconds.' }),
    }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 0,
    errors: ['INVALID_PROOF'],
    summary: 'Verify a STARK proof.',
    description:
      'Every public input is bound by the proof. Bytes that are no proof of this kind are INVALID_PROOF; a proof that does not hold is 200 with `valid` false; an unknown statement is refused. A valid proof says that somebody knew a fitting witness. It does not say who, whether the value is true in the world, or that a privacy proof is anchored and unexpired: ask `/api/v1/privacy/verify` for that. The proof system has 106 proven bits of security and has not been audited.',
    refused: { body: { proof: 'AAAA', statement: 'unknown/v1', public_inputs: {} } },
    example: {
      body: {
        proof: 'c3ZjLXN0YXJrL3YxAHByb29m',
        statement: 'identity',
        public_inputs: { commitment: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=' },
      },
      after: {
        operation: 'crypto.zkp.stark-prove',
        use: { 'body.proof': 'proof', 'body.public_inputs': 'public_inputs' },
      },
    },
  }),
  starkProve: endpoint({
    id: 'crypto.zkp.stark-prove',
    service: 'crypto',
    method: 'POST',
    path: '/zkp/stark/prove',
    body: object({
      statement: Type.Enum(['identity'], {
        description: 'The other statements are proven by the privacy operations, which also anchor them.',
      }),
      attribute: text(64, 'Which attribute the value is of, for example `nationality`. Public.'),
      witness: object({ value: text(1_000, 'The value. Secret: it does not appear in the proof.') }),
    }),
    response: object({
      proof: base64('The proof, 8 to 64 KiB.'),
      public_inputs: object({
        commitment: base64('The 32 bytes that the value and its blinding are committed to.'),
        attribute: Type.String(),
      }),
    }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 1,
    errors: [],
    summary: 'Prove knowledge of a committed value without showing it.',
    description:
      'Commits to the value with fresh randomness and proves knowledge of what is inside. Values of up to 7 bytes of UTF-8 enter the circuit as they are, longer ones as their SHA3-256 hash. The service sees the value once and drops it; those who see the proof learn only the attribute. Nobody checks that the value is true.',
    example: { body: { statement: 'identity', attribute: 'nationality', witness: { value: 'CH' } } },
  }),
});
