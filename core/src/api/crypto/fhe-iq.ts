import Type from 'typebox';
import { IsoTime, object } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

const Scheme = Type.Enum(['BFV', 'CKKS']);
const Degree = Type.Enum([1024, 2048, 4096, 8192, 16_384, 32_768], { description: 'Degree of the polynomials.' });
/** SEAL knows at most 64 primes of at most 60 bits (SEAL_COEFF_MOD_COUNT_MAX, SEAL_USER_MOD_BIT_COUNT_MAX). */
const MOST_PRIMES = 64;
const MOST_PRIME_BITS = 60;
const TotalBits = Type.Integer({
  minimum: 1,
  maximum: MOST_PRIMES * MOST_PRIME_BITS,
  description: 'Total log2 Q, the last prime included.',
});
const PlainModulus = Type.Union([Type.Integer({ minimum: 2 }), Type.Null()], {
  description: 'The plaintext modulus of BFV; null for CKKS.',
});

const Security = object({
  statement: Type.String({ description: 'What is claimed about attacks, by which table, and what is not.' }),
  q_bits_most_2024: Type.Integer({ minimum: 0, description: 'The most that the tables of 2024 allow; enforced.' }),
  q_bits_most_2018: Type.Integer({ minimum: 0, description: 'The most that those of 2018 allow; only shown.' }),
});

export const fheIq = group({
  select: endpoint({
    id: 'crypto.fhe-iq.select',
    service: 'crypto',
    method: 'POST',
    path: '/fhe-iq/select',
    body: object({
      workload: Type.Enum([
        'biometric_match',
        'key_verification',
        'aggregate',
        'statistics',
        'similarity_search',
        'ml_inference',
        'polynomial',
        'general',
      ]),
      security_level: Type.Enum([128, 192, 256], { description: 'Bits of classical security at least.' }),
      max_latency_ms: Type.Number({
        exclusiveMinimum: 0,
        description: 'The longest one step of the workload may take.',
      }),
    }),
    response: object({
      scheme: Scheme,
      n: Degree,
      q_bits: TotalBits,
      t: PlainModulus,
      security_level: Type.Integer({
        minimum: 128,
        description: 'Bits that the parameters reach; never fewer than asked.',
      }),
      estimated_latency_ms: Type.Number({
        minimum: 0,
        description: 'Of one step on this machine without HTTP; an estimate.',
      }),
      security: Security,
    }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 1,
    errors: [],
    summary: 'Choose encryption parameters for a workload.',
    description:
      'Takes the fastest parameters whose depth suits the workload and that stay inside the 2024 security tables. Latency is estimated from times measured on this machine; the very first call waits some seconds for them. If nothing is fast enough the request is refused, and the message says what the fastest would take. The tables speak of known attacks on lattices; they promise nothing about new ones.',
    example: { body: { workload: 'biometric_match', security_level: 128, max_latency_ms: 1_000 } },
  }),
  optimize: endpoint({
    id: 'crypto.fhe-iq.optimize',
    service: 'crypto',
    method: 'POST',
    path: '/fhe-iq/optimize',
    body: object({
      current_params: object({
        n: Degree,
        q_bits: Type.Union(
          [
            TotalBits,
            Type.Array(Type.Integer({ minimum: 1, maximum: MOST_PRIME_BITS }), { minItems: 1, maxItems: MOST_PRIMES }),
          ],
          {
            description: 'Total log2 Q, or the bits of each prime.',
          },
        ),
      }),
      target: Type.Enum(['latency', 'security']),
      constraint_ms: Type.Number({ exclusiveMinimum: 0, description: 'The longest a multiplication may take.' }),
    }),
    response: object({
      optimized: object({ n: Degree, q_bits: TotalBits }),
      improvement: Type.String({ description: 'What is gained, in words and numbers.' }),
      tradeoff: Type.String({ description: 'What it costs, in words and numbers.' }),
      security: Security,
    }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 1,
    errors: [],
    summary: 'Improve parameters for speed or for security.',
    description:
      'Searches among parameters of BFV (t = 786433) inside the 2024 security tables that keep the depth and `constraint_ms`: for `latency` the fastest, for `security` the strongest. If nothing better is found the parameters come back as they are, and the texts say so. Current parameters under which nothing is sure to decrypt are refused; those outside the tables are taken as they are; no answer ever is outside. Where nothing keeps to the demands the request is refused, and the message says what comes nearest.',
    example: {
      body: { current_params: { n: 16_384, q_bits: 438 }, target: 'latency', constraint_ms: 5_000 },
    },
  }),
  benchmark: endpoint({
    id: 'crypto.fhe-iq.benchmark',
    service: 'crypto',
    method: 'GET',
    path: '/fhe-iq/benchmark',
    query: object({
      measure: Type.Optional(
        Type.Literal('again', { description: 'Measure again, unless that was done within the last minute.' }),
      ),
    }),
    response: object({
      benchmarks: Type.Array(
        object({
          params: object({
            scheme: Scheme,
            n: Degree,
            q_bits: TotalBits,
            prime_bits: Type.Array(Type.Integer({ minimum: 1, maximum: MOST_PRIME_BITS }), {
              description: 'Bits of each prime of Q; of several the last one serves key switching alone.',
            }),
            t: PlainModulus,
          }),
          encrypt_us: Type.Number({ minimum: 0 }),
          decrypt_us: Type.Number({ minimum: 0 }),
          multiply_us: Type.Number({
            minimum: 0,
            description: 'With relinearisation; 0 where the parameters leave no room for a product.',
          }),
          multiply_plain_us: Type.Number({ minimum: 0, description: 'By what is not encrypted.' }),
          add_us: Type.Number({ minimum: 0 }),
          security: Security,
        }),
      ),
      measured_at: IsoTime,
    }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 0,
    errors: [],
    summary: 'What encrypted computation takes on this machine.',
    description:
      'Medians in microseconds without HTTP, measured once and kept in the data folder, and anew on another machine or with `measure=again`; the answer waits some seconds for it. Other work on the machine makes real calls slower.',
    example: {},
  }),
});
