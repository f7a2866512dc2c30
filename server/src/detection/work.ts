/** The heuristics of `/v1/ai`: pure, over what was sent. Large samples are judged in a worker. */
import { isIP } from 'node:net';
import { api } from '@touchstone/core/api/api.ts';
import type { Endpoint, OutputOf } from '@touchstone/core/api/endpoint.ts';
import { HEURISTIC_NOTICE } from '@touchstone/core/detection/finding.ts';
import { judgeInventory, targetLevelOf } from '@touchstone/core/detection/inventory.ts';
import { analyseTimings, type TimingTest } from '@touchstone/core/detection/timing.ts';
import { judgeTraffic } from '@touchstone/core/detection/traffic.ts';
import { bodyCheck } from '../frame/body-check.ts';
import { invalid } from '../frame/errors.ts';
import { type BodyOf, jobsOf, type Work } from '../frame/work.ts';

type Ai = typeof api.crypto.ai;
type Judging<E extends Endpoint> = Work<E, null, null, OutputOf<E>>;

export const harvestWork: Judging<Ai['harvestDetect']> = {
  operation: api.crypto.ai.harvestDetect,
  choose: () => null,
  run(body) {
    checkSample(body);
    const begun = performance.now();
    const { traffic_sample: sample } = body;
    const { threat, confidence, findings, action } = judgeTraffic({
      requestCount: sample.request_count,
      windowSeconds: sample.time_window_seconds,
      payloadSizes: sample.payload_sizes,
      encryptionTypes: sample.encryption_types,
    });
    return {
      threat_detected: threat !== 'none',
      threat_type: threat,
      confidence,
      indicators: findings.map(({ finding, evidence }) => `${finding} (${evidence})`),
      recommended_action: action,
      findings: [...findings],
      notice: HEURISTIC_NOTICE,
      latency_us: since(begun),
    };
  },
};

export const sideChannelWork: Judging<Ai['sideChannel']> = {
  operation: api.crypto.ai.sideChannel,
  choose: () => null,
  run(body) {
    checkClasses(body);
    const begun = performance.now();
    const { verdict, variance, pattern, confidence, findings, test } = analyseTimings(
      body.timing_samples,
      body.input_classes ?? null,
    );
    return {
      threat_detected: verdict === 'leak_suspected',
      timing_variance_ns: variance,
      cache_pattern: pattern,
      confidence,
      verdict,
      test: test === null ? null : answeredTest(test),
      findings: [...findings],
      notice: HEURISTIC_NOTICE,
      latency_us: since(begun),
    };
  },
};

export const cryptoHealthWork: Judging<Ai['cryptoHealth']> = {
  operation: api.crypto.ai.cryptoHealth,
  choose: () => null,
  run(body) {
    const targetLevel = targetIn(body);
    const begun = performance.now();
    const { health, score, algorithms, keys, findings, recommendations } = judgeInventory({
      algorithms: body.algorithms_in_use,
      keyAges: body.key_ages_days,
      targetLevel,
    });
    const statuses = [...algorithms].map(([name, { status, nistLevel, isQuantumSafe }]) => {
      if (nistLevel !== null) return [name, { status, nist_level: nistLevel }] as const;
      return [name, isQuantumSafe === null ? { status } : { status, quantum_safe: isQuantumSafe }] as const;
    });
    return {
      overall_health: health,
      score,
      // Not by assignment: a name may be `__proto__`.
      algorithm_status: Object.fromEntries(statuses),
      key_status: Object.fromEntries(keys),
      recommendations: [...recommendations],
      findings: [...findings],
      notice: HEURISTIC_NOTICE,
      latency_us: since(begun),
    };
  },
};

function answeredTest({ kind, percentile, t, degreesOfFreedom, effectSize, difference, counts, needed }: TimingTest) {
  return {
    kind,
    percentile,
    t,
    degrees_of_freedom: degreesOfFreedom,
    effect_size: effectSize,
    difference_ns: difference,
    counts: [...counts],
    needed,
  };
}

function checkSample({ traffic_sample: sample }: BodyOf<Ai['harvestDetect']>): void {
  if (isIP(sample.source_ip) === 0) {
    const field = 'traffic_sample.source_ip';
    throw invalid(field, `\`${field}\` must be an IPv4 or IPv6 address.`);
  }
  if (sample.payload_sizes.length > sample.request_count) {
    const field = 'traffic_sample.payload_sizes';
    throw invalid(field, `\`${field}\` must have at most one size for each of the ${sample.request_count} requests.`);
  }
}

function checkClasses({ timing_samples: samples, input_classes: classes }: BodyOf<Ai['sideChannel']>): void {
  if (classes === undefined || classes.length === samples.length) return;
  throw invalid('input_classes', `\`input_classes\` must have one for each of the ${samples.length} durations.`);
}

/** 1 to 5. Throws INVALID_REQUEST. */
function targetIn({ security_level: given }: BodyOf<Ai['cryptoHealth']>): number {
  const level = targetLevelOf(given);
  if (level !== null) return level;
  throw invalid('security_level', '`security_level` must be L1 to L5, 1 to 5, or bits from 112 to 512.');
}

function since(begun: number): number {
  return Math.round((performance.now() - begun) * 1_000);
}

export const checks = [
  bodyCheck(api.crypto.ai.harvestDetect, checkSample),
  bodyCheck(api.crypto.ai.sideChannel, checkClasses),
  bodyCheck(api.crypto.ai.cryptoHealth, (body) => {
    targetIn(body);
  }),
];
export const jobs = [...jobsOf(harvestWork), ...jobsOf(sideChannelWork), ...jobsOf(cryptoHealthWork)] as const;
