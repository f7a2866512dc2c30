/**
 * Whether traffic from one source looks like collection of what can be decrypted later. Fixed rules with weights; a heuristic,
 * not a proof: who records passively leaves no trace, and a wanted backup looks like theft.
 */
import { judgeAlgorithm } from './algorithms.ts';
import { bySeverity, type Finding, figure } from './finding.ts';

/** Limits, and how much each rule that matches adds. From `THREAT_SCORE` on, the sample counts as collection. */
export const TRAFFIC_RULES = {
  rate: { limit: 10, weight: 0.2 },
  throughput: { limit: 1_250_000, weight: 0.2 },
  volume: { limit: 1_000_000_000, weight: 0.3 },
  even: { limit: 0.1, weight: 0.2 },
  long: { limit: 86_400, weight: 0.3 },
  handshakes: { limit: 50, weight: 0.2 },
} as const;
export const THREAT_SCORE = 0.6;
/** Sizes; with fewer nothing is said about their evenness. */
export const LEAST_SIZES = 20;
/** Requests; with fewer a long window says nothing. */
export const LEAST_REQUESTS = 100;
/** Bytes. A key exchange with certificates is smaller. */
export const HANDSHAKE_BYTES = 8_192;
const MOST = 0.99;

export interface TrafficSample {
  readonly requestCount: number;
  readonly windowSeconds: number;
  /** Bytes of each request, or of some of them. */
  readonly payloadSizes: readonly number[];
  readonly encryptionTypes: readonly string[];
}

export type TrafficThreat = 'none' | 'harvest_now_decrypt_later' | 'bulk_collection';

export interface TrafficResult {
  readonly threat: TrafficThreat;
  /** The weights of the rules that matched, together; at most 0.99. */
  readonly confidence: number;
  readonly findings: readonly Finding[];
  readonly action: string;
}

const ACTIONS: Readonly<Record<TrafficThreat, string>> = {
  none: 'Nothing. An answer without a threat does not show that nobody records the traffic.',
  harvest_now_decrypt_later:
    'Find out who the source is and whether it is wanted. Limit its rate. Move the key exchange to ML-KEM or a hybrid: what was recorded so far stays readable for a quantum computer.',
  bulk_collection:
    'Find out who the source is and whether it is wanted. Limit its rate. The key exchange is not known to be breakable by a quantum computer.',
};

export function judgeTraffic(sample: TrafficSample): TrafficResult {
  const matched = RULES.flatMap((rule) => {
    const evidence = rule.match(sample);
    return evidence === null ? [] : [{ ...rule, evidence }];
  });
  const score = matched.reduce((sum, { name }) => sum + TRAFFIC_RULES[name].weight, 0);
  const vulnerable = [...new Set(sample.encryptionTypes)].filter((name) => judgeAlgorithm(name).isHarvestable);
  // A sum of tenths in binary may lie below one that is equal.
  const isCollection = score > THREAT_SCORE - 1e-9;
  const threat = !isCollection ? 'none' : vulnerable.length > 0 ? 'harvest_now_decrypt_later' : 'bulk_collection';
  const findings: Finding[] = matched.map(({ name, finding, evidence }) => ({
    rule: `traffic-${name}`,
    severity: isCollection ? 'medium' : 'low',
    finding,
    evidence,
  }));
  if (vulnerable.length > 0) {
    findings.push({
      rule: 'traffic-vulnerable',
      severity: isCollection ? 'high' : 'info',
      finding: 'The traffic is protected by what a quantum computer would break.',
      evidence: vulnerable.slice(0, MOST_NAMES).join(', '),
    });
  }
  return {
    threat,
    confidence: Math.min(MOST, Math.round(score * 100) / 100),
    findings: bySeverity(findings),
    action: ACTIONS[threat],
  };
}

/** In one finding. */
const MOST_NAMES = 5;

interface Rule {
  readonly name: keyof typeof TRAFFIC_RULES;
  readonly finding: string;
  /** The evidence; null where it does not match. */
  readonly match: (sample: TrafficSample) => string | null;
}

const RULES: readonly Rule[] = [
  {
    name: 'rate',
    finding: 'More requests a second than people make.',
    match: (sample) => atLeast(rateOf(sample), TRAFFIC_RULES.rate.limit, 'requests a second'),
  },
  {
    name: 'throughput',
    finding: 'As much data a second as a copy makes.',
    match: (sample) =>
      atLeast(volumeOf(sample) / sample.windowSeconds, TRAFFIC_RULES.throughput.limit, 'bytes a second'),
  },
  {
    name: 'volume',
    finding: 'A large volume from one source.',
    match: (sample) => atLeast(volumeOf(sample), TRAFFIC_RULES.volume.limit, 'bytes'),
  },
  {
    name: 'even',
    finding: 'Payloads of nearly the same size, as when blocks or pages are read one after the other.',
    match({ payloadSizes }) {
      if (payloadSizes.length < LEAST_SIZES) return null;
      const variation = variationOf(payloadSizes);
      const { limit } = TRAFFIC_RULES.even;
      return variation <= limit ? `coefficient of variation ${figure(variation)}, limit ${limit}` : null;
    },
  },
  {
    name: 'long',
    finding: 'The source stays for a day or longer.',
    match: ({ windowSeconds, requestCount }) =>
      requestCount < LEAST_REQUESTS ? null : atLeast(windowSeconds, TRAFFIC_RULES.long.limit, 'seconds'),
  },
  {
    name: 'handshakes',
    finding: 'Very many small exchanges, as when connections are opened for their key exchange alone.',
    match(sample) {
      if (sample.payloadSizes.length === 0 || medianOf(sample.payloadSizes) > HANDSHAKE_BYTES) return null;
      return atLeast(
        rateOf(sample),
        TRAFFIC_RULES.handshakes.limit,
        `exchanges a second of at most ${HANDSHAKE_BYTES} bytes`,
      );
    },
  },
];

function atLeast(value: number, limit: number, unit: string): string | null {
  return value >= limit ? `${figure(value)} ${unit}, limit ${figure(limit)}` : null;
}

function rateOf({ requestCount, windowSeconds }: TrafficSample): number {
  return requestCount / windowSeconds;
}

/** Where only some sizes are given, the others are taken to be like them. */
function volumeOf({ payloadSizes, requestCount }: TrafficSample): number {
  if (payloadSizes.length === 0) return 0;
  const sum = payloadSizes.reduce((total, size) => total + size, 0);
  return payloadSizes.length >= requestCount ? sum : (sum / payloadSizes.length) * requestCount;
}

/** Standard deviation beside the mean. */
function variationOf(sizes: readonly number[]): number {
  const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  if (mean === 0) return 0;
  const squares = sizes.reduce((sum, size) => sum + (size / mean - 1) ** 2, 0);
  return Math.sqrt(squares / sizes.length);
}

function medianOf(sizes: readonly number[]): number {
  return Float64Array.from(sizes).sort()[sizes.length >> 1] ?? 0;
}
