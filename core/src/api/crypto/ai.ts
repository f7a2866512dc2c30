import Type from 'typebox';
import { Count, LatencyUs, object, recordOf, text } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

const Confidence = Type.Number({ minimum: 0, maximum: 1, description: 'How strongly the rules speak, 0 to 1.' });
const NAME_LENGTH = 100;
const Name = Type.String({
  pattern: `^.{1,${NAME_LENGTH}}$`,
  'x-expects': `a name of 1 to ${NAME_LENGTH} characters on one line`,
});
const namesOf = (description: string) => Type.Array(Name, { maxItems: 1_000, description });

export const ai = group({
  harvestDetect: endpoint({
    id: 'crypto.ai.harvest-detect',
    service: 'crypto',
    planned: true,
    method: 'POST',
    path: '/ai/harvest-detect',
    body: object({
      traffic_sample: object({
        source_ip: text(64, 'An IPv4 or IPv6 address.'),
        request_count: Count,
        time_window_seconds: Type.Number({ exclusiveMinimum: 0 }),
        payload_sizes: Type.Array(Type.Number({ minimum: 0 }), { maxItems: 100_000, description: 'In bytes.' }),
        encryption_types: namesOf('What protects the traffic, for example `RSA-2048` or `ML-KEM-768`.'),
      }),
    }),
    response: object({
      threat_detected: Type.Boolean(),
      threat_type: Type.Enum(['none', 'harvest_now_decrypt_later', 'bulk_collection']),
      confidence: Confidence,
      indicators: Type.Array(Type.String(), { description: 'The rules that matched, in words.' }),
      recommended_action: Type.String(),
      latency_us: LatencyUs,
    }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 1,
    errors: [],
    summary: 'Judge whether traffic looks like harvesting for later decryption.',
    description:
      'Fixed, documented rules look at rate, volume, evenness of sizes and at encryption that a quantum computer would break. There is no learned model, and nothing but the sample is looked at. An answer without a threat means that no rule matched, not that nobody records the traffic: passive recording leaves no trace.',
    example: {
      body: {
        traffic_sample: {
          source_ip: '203.0.113.7',
          request_count: 4_800,
          time_window_seconds: 60,
          payload_sizes: [1_048_576, 1_048_576, 1_048_576],
          encryption_types: ['RSA-2048', 'ECDHE-P256'],
        },
      },
    },
  }),
  sideChannel: endpoint({
    id: 'crypto.ai.side-channel',
    service: 'crypto',
    planned: true,
    method: 'POST',
    path: '/ai/side-channel',
    body: object({
      timing_samples: Type.Array(Type.Number({ minimum: 0 }), {
        minItems: 2,
        maxItems: 100_000,
        description: 'Durations in nanoseconds, in the order measured.',
      }),
      operation: text(100, 'What was measured, for example `decapsulate`.'),
      algorithm: text(100, 'For example `ML-KEM-768`.'),
    }),
    response: object({
      threat_detected: Type.Boolean(),
      timing_variance_ns: Type.Number({ minimum: 0, description: 'Sample variance, in square nanoseconds.' }),
      cache_pattern: Type.Enum(['uniform', 'clustered', 'outliers', 'undetermined'], {
        description: 'The shape of the durations, from which cache effects are inferred; no cache is looked at.',
      }),
      confidence: Confidence,
      latency_us: LatencyUs,
    }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 1,
    errors: [],
    summary: 'Look for patterns in timings that could leak a secret.',
    description:
      'Statistics over the samples given. Few samples give a low confidence. Even timings do not show that an implementation runs in constant time; only measurements against chosen inputs can come near to that.',
    example: {
      body: {
        timing_samples: [41_200, 41_310, 41_180, 58_900, 41_260, 41_240, 59_120, 41_190],
        operation: 'decapsulate',
        algorithm: 'ML-KEM-768',
      },
    },
  }),
  cryptoHealth: endpoint({
    id: 'crypto.ai.crypto-health',
    service: 'crypto',
    planned: true,
    method: 'POST',
    path: '/ai/crypto-health',
    body: object({
      algorithms_in_use: namesOf('For example `ML-DSA-65`, `RSA-2048`, `AES-256-GCM`.'),
      key_ages_days: recordOf(Type.Number({ minimum: 0 }), NAME_LENGTH, 'Age in days by the name of the key.'),
      security_level: Type.Union([text(20, 'A name such as `L3`.'), Type.Integer({ minimum: 1, maximum: 512 })], {
        description: 'What is aimed at: `L1` to `L5`, the number 1 to 5, or bits such as 128, 192 or 256.',
      }),
    }),
    response: object({
      overall_health: Type.Enum(['good', 'fair', 'poor', 'critical']),
      score: Type.Integer({ minimum: 0, maximum: 100 }),
      algorithm_status: recordOf(
        object({
          status: Type.Enum(['recommended', 'acceptable', 'deprecated', 'broken', 'unknown']),
          nist_level: Type.Optional(
            Type.Integer({ minimum: 1, maximum: 5, description: 'Of post-quantum algorithms.' }),
          ),
          quantum_safe: Type.Optional(Type.Boolean({ description: 'Of all other known ones.' })),
        }),
        NAME_LENGTH,
        'By the names as given.',
      ),
      recommendations: Type.Array(Type.String()),
      latency_us: LatencyUs,
    }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 1,
    errors: [],
    summary: 'Grade the algorithms and key ages in use.',
    description:
      'Looks names up in a table and compares ages with usual rotation periods; the rules are in the documentation. It grades what you list: it does not look at your systems, and a name that it does not know counts as unknown, not as safe.',
    example: {
      body: {
        algorithms_in_use: ['ML-DSA-65', 'ML-KEM-1024', 'RSA-2048'],
        key_ages_days: { signing: 40, 'legacy-tls': 800 },
        security_level: 'L3',
      },
    },
  }),
});
