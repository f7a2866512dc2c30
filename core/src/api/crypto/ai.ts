import Type from 'typebox';
import { Count, LatencyUs, nullable, object, recordOf, text } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

const NAME_LENGTH = 100;
/** What is beyond is a mistake in the unit, and would make sums that JSON cannot say. */
const MOST_NUMBER = 1e15;
const Name = Type.String({
  pattern: `^.{1,${NAME_LENGTH}}$`,
  'x-expects': `a name of 1 to ${NAME_LENGTH} characters on one line`,
});
const namesOf = (description: string) => Type.Array(Name, { maxItems: 1_000, description });

const Findings = Type.Array(
  object({
    rule: Type.String({ description: 'Its name in docs/user-guide/detection.md.' }),
    severity: Type.Enum(['critical', 'high', 'medium', 'low', 'info']),
    finding: Type.String({ description: 'One sentence.' }),
    evidence: Type.String({ description: 'What was measured, beside the limit.' }),
  }),
  { description: 'What the rules found, the gravest first.' },
);
const Notice = Type.String({ description: 'That this is a heuristic and not a proof.' });

export const ai = group({
  harvestDetect: endpoint({
    id: 'crypto.ai.harvest-detect',
    service: 'crypto',
    method: 'POST',
    path: '/ai/harvest-detect',
    body: object({
      traffic_sample: object({
        source_ip: text(64, 'An IPv4 or IPv6 address. It is not looked up anywhere.'),
        request_count: Type.Integer({ minimum: 0, maximum: MOST_NUMBER }),
        time_window_seconds: Type.Number({ minimum: 0.001, maximum: 1e9 }),
        payload_sizes: Type.Array(Type.Number({ minimum: 0, maximum: MOST_NUMBER }), {
          maxItems: 100_000,
          description: 'In bytes: of all requests, or of some that stand for all; at most one for each request.',
        }),
        encryption_types: namesOf('What protects the traffic, for example `RSA-2048` or `ML-KEM-768`.'),
      }),
    }),
    response: object({
      threat_detected: Type.Boolean(),
      threat_type: Type.Enum(['none', 'harvest_now_decrypt_later', 'bulk_collection'], {
        description: 'Harvesting where a quantum computer would break what protects the traffic, else collection.',
      }),
      confidence: Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'The weights of the rules that matched, together. A threat from 0.6 on.',
      }),
      indicators: Type.Array(Type.String(), { description: 'The rules that matched, in words.' }),
      recommended_action: Type.String(),
      findings: Findings,
      notice: Notice,
      latency_us: LatencyUs,
    }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 1,
    errors: [],
    summary: 'Judge whether traffic looks like harvesting for later decryption.',
    description:
      'A heuristic, not a proof. Fixed, documented rules look at rate, volume, evenness of sizes, duration and at encryption that a quantum computer would break. There is no learned model, and nothing but the sample is looked at or kept. Wanted copies, such as backups, look the same. An answer without a threat means that too few rules matched, not that nobody records the traffic: passive recording leaves no trace. Limits and measured error rates: docs/user-guide/detection.md.',
    refused: {
      body: {
        traffic_sample: {
          source_ip: 'somewhere',
          request_count: 1,
          time_window_seconds: 1,
          payload_sizes: [],
          encryption_types: [],
        },
      },
    },
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
    method: 'POST',
    path: '/ai/side-channel',
    body: object({
      timing_samples: Type.Array(Type.Number({ minimum: 0, maximum: MOST_NUMBER }), {
        minItems: 2,
        maxItems: 100_000,
        description: 'Durations in nanoseconds, in the order measured.',
      }),
      input_classes: Type.Optional(
        Type.Array(Type.Integer({ minimum: 0, maximum: 1 }), {
          maxItems: 100_000,
          description:
            'For each duration whether its input was the fixed one (0) or a random one (1), drawn anew for each measurement. Without them only the shape of the durations is judged.',
        }),
      ),
      operation: text(100, 'What was measured, for example `decapsulate`.'),
      algorithm: text(100, 'For example `ML-KEM-768`.'),
    }),
    response: object({
      threat_detected: Type.Boolean(),
      timing_variance_ns: Type.Number({ minimum: 0, description: 'Sample variance, in square nanoseconds.' }),
      cache_pattern: Type.Enum(['uniform', 'clustered', 'outliers', 'undetermined'], {
        description: 'The shape of the durations, from which cache effects are inferred; no cache is looked at.',
      }),
      confidence: Type.Number({
        minimum: 0,
        maximum: 1,
        description:
          'Of a threat: how far beyond its limit the statistic is; at most 0.5 without classes. Of no threat: the chance that a small effect (d = 0.2) would have been found. 0 where too little was measured.',
      }),
      verdict: Type.Enum(['leak_suspected', 'none_found', 'undetermined']),
      test: nullable(
        object(
          {
            kind: Type.Enum(['all', 'cropped', 'second_order'], {
              description: 'On all durations, on those below a percentile, or on squared distances from the mean.',
            }),
            percentile: nullable(Type.Number({ description: 'Below which durations were kept.' })),
            t: Type.Number({ description: "Welch's t; positive where the fixed class is slower." }),
            degrees_of_freedom: Type.Number(),
            effect_size: Type.Number({ description: "Cohen's d." }),
            difference_ns: Type.Number({ description: 'Of the means; in square nanoseconds for `second_order`.' }),
            counts: Type.Array(Count, { minItems: 2, maxItems: 2, description: 'Durations of the classes 0 and 1.' }),
            needed: nullable(
              Type.Number({ description: 'About so many measurements would barely show this effect (t = 5).' }),
            ),
          },
          {
            description:
              'The one of the 102 tests with the greatest t; null without classes or with too few durations.',
          },
        ),
      ),
      findings: Findings,
      notice: Notice,
      latency_us: LatencyUs,
    }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 1,
    errors: [],
    summary: 'Look for patterns in timings that could leak a secret.',
    description:
      "A heuristic, not a proof. With the class of each input, Welch's t-test as in dudect: on all durations, on those below 100 percentiles, and on their squared distances from the mean, from 1,000 durations of each class on. Without classes only the shape is judged, with a confidence of at most 0.5. No finding does not show that an implementation runs in constant time. Limits and measured error rates: docs/user-guide/detection.md. Nothing that is sent is kept.",
    refused: {
      body: { timing_samples: [1, 2], input_classes: [0], operation: 'decapsulate', algorithm: 'ML-KEM-768' },
    },
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
    method: 'POST',
    path: '/ai/crypto-health',
    body: object({
      algorithms_in_use: namesOf('For example `ML-DSA-65`, `RSA-2048`, `AES-256-GCM`, or a cipher suite.'),
      key_ages_days: recordOf(
        Type.Number({ minimum: 0, maximum: 1e6 }),
        NAME_LENGTH,
        'Age in days by the name of the key.',
        { maxProperties: 10_000 },
      ),
      security_level: Type.Union([text(20, 'A name such as `L3`.'), Type.Integer({ minimum: 1, maximum: 512 })], {
        description: 'What is aimed at: `L1` to `L5`, the number 1 to 5, or bits from 112 on, such as 128, 192 or 256.',
      }),
    }),
    response: object({
      overall_health: Type.Enum(['good', 'fair', 'poor', 'critical']),
      score: Type.Integer({ minimum: 0, maximum: 100 }),
      algorithm_status: recordOf(
        object({
          status: Type.Enum(['recommended', 'acceptable', 'deprecated', 'broken', 'unknown']),
          nist_level: Type.Optional(
            Type.Integer({ minimum: 1, maximum: 5, description: 'Of post-quantum algorithms whose name says it.' }),
          ),
          quantum_safe: Type.Optional(Type.Boolean({ description: 'Of all other known ones.' })),
        }),
        NAME_LENGTH,
        'By the names as given.',
      ),
      key_status: recordOf(Type.Enum(['fresh', 'due', 'overdue']), NAME_LENGTH, 'By the names as given.'),
      recommendations: Type.Array(Type.String()),
      findings: Findings,
      notice: Notice,
      latency_us: LatencyUs,
    }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 1,
    errors: [],
    summary: 'Grade the algorithms and key ages in use.',
    description:
      'A heuristic, not a proof. Looks names up in a table and compares ages with usual rotation periods; the rules are in docs/user-guide/detection.md. It grades what you list: it does not look at your systems, keeps nothing, and a name that it does not know counts as unknown, not as safe.',
    refused: { body: { algorithms_in_use: [], key_ages_days: {}, security_level: 'high' } },
    example: {
      body: {
        algorithms_in_use: ['ML-DSA-65', 'ML-KEM-1024', 'RSA-2048'],
        key_ages_days: { signing: 40, 'legacy-tls': 800 },
        security_level: 'L3',
      },
    },
  }),
});
