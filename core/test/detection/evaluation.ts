/** How often the rules are right on the generator's cases: for docs/user-guide/detection.md, its bench and its test. */
import { analyseTimings } from '../../src/detection/timing.ts';
import { judgeTraffic } from '../../src/detection/traffic.ts';
import * as timings from './generator/timings.ts';
import * as traffic from './generator/traffic.ts';

/** How many of how many. */
export interface Share {
  readonly hits: number;
  readonly of: number;
}

/** The generator's parts. The seeds of two never meet. */
const PARTS = {
  tuning: { timings: timings.TUNING, traffic: traffic.TUNING },
  development: { timings: timings.DEVELOPMENT, traffic: traffic.DEVELOPMENT },
  'held out': { timings: timings.HELD_OUT, traffic: traffic.HELD_OUT },
} as const;
export type PartName = keyof typeof PARTS;

/** Of cases of one noise, leak and size: in how many a leak was suspected. */
export function timingShare(
  part: PartName,
  noise: string,
  leak: string,
  size: number,
  repeats: number,
  withClasses = true,
): Share {
  return shareOf(repeats, (repeat) => {
    const { samples, classes } = timings.timingCase(PARTS[part].timings, noise, leak, size, `${part} ${repeat}`);
    return analyseTimings(samples, withClasses ? classes : null).verdict === 'leak_suspected';
  });
}

/** Of cases measured in long runs of one class, without a leak: in how many a leak was suspected. */
export function blockedShare(part: PartName, noise: string, size: number, repeats: number): Share {
  return shareOf(repeats, (repeat) => {
    const { samples, classes } = timings.blockedCase(PARTS[part].timings, noise, size, `${part} ${repeat}`);
    return analyseTimings(samples, classes).verdict === 'leak_suspected';
  });
}

/** Of the samples of one family: in how many a threat was found, and in how many the one that it is labelled with. */
export function trafficShare(part: PartName, family: string, repeats: number): { found: Share; right: Share } {
  const results = Array.from({ length: repeats }, (_, repeat) => {
    const sample = traffic.trafficCase(PARTS[part].traffic, family, `${part} ${repeat}`);
    const { threat } = judgeTraffic({
      requestCount: sample.request_count,
      windowSeconds: sample.time_window_seconds,
      payloadSizes: sample.payload_sizes,
      encryptionTypes: sample.encryption_types,
    });
    return { isFound: threat !== 'none', isRight: threat === sample.label };
  });
  return {
    found: { hits: results.filter(({ isFound }) => isFound).length, of: repeats },
    right: { hits: results.filter(({ isRight }) => isRight).length, of: repeats },
  };
}

export function sumOf(shares: readonly Share[]): Share {
  return { hits: shares.reduce((sum, { hits }) => sum + hits, 0), of: shares.reduce((sum, { of }) => sum + of, 0) };
}

function shareOf(repeats: number, isHit: (repeat: number) => boolean): Share {
  return { hits: Array.from({ length: repeats }, (_, repeat) => repeat).filter(isHit).length, of: repeats };
}
