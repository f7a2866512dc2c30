/**
 * How often the heuristics of detection are right on the generator's cases: the tables of docs/user-guide/detection.md. The same
 * seeds make the same cases, so the shares are the same on every machine.
 */
import { analyseTimings } from '../src/detection/timing.ts';
import {
  blockedShare,
  type PartName,
  type Share,
  sumOf,
  timingShare,
  trafficShare,
} from '../test/detection/evaluation.ts';
import * as timings from '../test/detection/generator/timings.ts';
import * as traffic from '../test/detection/generator/traffic.ts';
import { print, report } from './_measure.ts';

/** Cases by their size, without and with a leak: large ones take long. */
const REPEATS: Readonly<Record<number, { readonly none: number; readonly leak: number }>> = {
  4000: { none: 200, leak: 50 },
  20000: { none: 100, leak: 25 },
  100000: { none: 20, leak: 10 },
};
const TRAFFIC_REPEATS = 1_000;
const WANTED: ReadonlySet<string> = new Set(['nightly backup', 'game downloaded']);

function measureTimings(part: PartName, { noises, leaks }: { readonly noises: object; readonly leaks: object }) {
  const falsePositives: Share[] = [];
  for (const noise of Object.keys(noises)) {
    for (const leak of Object.keys(leaks)) {
      for (const size of timings.SIZES) {
        const repeats = REPEATS[size]?.[leak === 'none' ? 'none' : 'leak'] ?? 0;
        const found = timingShare(part, noise, leak, size, repeats);
        if (leak === 'none') falsePositives.push(found);
        tell(`${part}: ${noise}, ${leak}, ${size}`, found);
        if (size === 4_000)
          tell(`${part}: ${noise}, ${leak}, ${size}, no classes`, timingShare(part, noise, leak, size, 50, false));
      }
    }
  }
  tell(`${part}: timing, false positives`, sumOf(falsePositives), { limit: 0.005 });
}

function measureTraffic(part: PartName, families: typeof traffic.HELD_OUT) {
  const found: Record<'benign' | 'wanted' | 'collection', Share[]> = { benign: [], wanted: [], collection: [] };
  for (const [family, { isCollection }] of Object.entries(families)) {
    const share = trafficShare(part, family, TRAFFIC_REPEATS);
    tell(`${part}: ${family}`, share.found);
    if (isCollection) tell(`${part}: ${family}, with its kind`, share.right);
    found[isCollection ? 'collection' : WANTED.has(family) ? 'wanted' : 'benign'].push(share.found);
  }
  tell(`${part}: traffic, false positives`, sumOf([...found.benign, ...found.wanted]));
  tell(`${part}: traffic, false positives without wanted copies`, sumOf(found.benign));
  tell(`${part}: traffic, detected`, sumOf(found.collection));
}

function tell(name: string, { hits, of }: Share, bound: { readonly limit?: number } = {}) {
  print({ name, value: hits / of, unit: `of ${of}`, ...bound });
}

for (const part of ['development', 'held out'] as const) {
  const [timing, families] =
    part === 'held out' ? [timings.HELD_OUT, traffic.HELD_OUT] : [timings.DEVELOPMENT, traffic.DEVELOPMENT];
  measureTimings(part, timing);
  measureTraffic(part, families);
}
tell('held out: measured in long runs', blockedShare('held out', 'two kinds of cores', 20_000, 50), { limit: 0 });

const { samples, classes } = timings.timingCase(timings.HELD_OUT, 'virtual machine', 'none', 100_000, 'speed');
await report(
  '100,000 durations tested',
  () => analyseTimings(samples, classes),
  'sorting them three times',
  () => [1, 2, 3].map(() => Float64Array.from(samples).sort()),
);
