/** What the three sheets hold while they are filled in; the page fills them from files and examples too. */
import type { ai } from '@touchstone/core/api/crypto/ai.ts';
import { useState } from 'react';
import type { DraftOf, DraftState } from '../../../parts/form/use-draft.ts';
import { words } from '../../../words/record/detection.ts';
import { type Brought, measurementsText } from './read-input.ts';
import { sampleTimings } from './sample-timings.ts';
import type { Kind } from './search.ts';

export const NO_TIMINGS = { timing_samples: '', operation: '', algorithm: '' } satisfies DraftOf<typeof ai.sideChannel>;
export const NO_TRAFFIC = {
  'traffic_sample.source_ip': '',
  'traffic_sample.request_count': '',
  'traffic_sample.time_window_seconds': '',
  'traffic_sample.payload_sizes': '',
  'traffic_sample.encryption_types': '',
} satisfies DraftOf<typeof ai.harvestDetect>;
export const NO_ALGORITHMS = {
  algorithms_in_use: '',
  key_ages_days: '',
  security_level: 'L3' as keyof typeof words.algorithms.levels,
} satisfies DraftOf<typeof ai.cryptoHealth>;

export interface Drafts {
  readonly timings: DraftState<typeof NO_TIMINGS>;
  readonly traffic: DraftState<typeof NO_TRAFFIC>;
  readonly algorithms: DraftState<typeof NO_ALGORITHMS>;
  readonly fill: (brought: Brought) => void;
  readonly fillSample: (kind: Kind) => void;
}

export function useDrafts(): Drafts {
  const timings = useState(NO_TIMINGS);
  const traffic = useState(NO_TRAFFIC);
  const algorithms = useState(NO_ALGORITHMS);
  const [, setTimings] = timings;
  const [, setTraffic] = traffic;
  const [, setAlgorithms] = algorithms;
  return {
    timings,
    traffic,
    algorithms,
    fill(brought) {
      if (brought.kind === 'timings') {
        const { operation = '', algorithm = '', ...measurements } = brought.body;
        setTimings({ timing_samples: measurementsText(measurements), operation, algorithm });
      } else if (brought.kind === 'traffic') {
        setTraffic(trafficDraft(brought.sample));
      } else {
        const { algorithms_in_use: names, key_ages_days: ages } = brought.body;
        const lines = Object.entries(ages).map(([name, days]) => `${name}, ${days}`);
        setAlgorithms({ ...NO_ALGORITHMS, algorithms_in_use: names.join('\n'), key_ages_days: lines.join('\n') });
      }
    },
    fillSample(kind) {
      if (kind === 'timings') setTimings({ timing_samples: sampleTimings(), ...words.timings.sample });
      else if (kind === 'algorithms') setAlgorithms({ ...NO_ALGORITHMS, ...words.algorithms.sample });
      else setTraffic(withPaths(words.traffic.sample));
    },
  };
}

function trafficDraft(sample: Extract<Brought, { kind: 'traffic' }>['sample']): typeof NO_TRAFFIC {
  return withPaths({
    source_ip: sample.source_ip,
    request_count: String(sample.request_count),
    time_window_seconds: String(sample.time_window_seconds),
    payload_sizes: sample.payload_sizes.join(' '),
    encryption_types: sample.encryption_types.join('\n'),
  });
}

/** The fields bear the paths that a refusal names. */
function withPaths(sample: Readonly<Record<keyof typeof words.traffic.sample, string>>): typeof NO_TRAFFIC {
  return {
    'traffic_sample.source_ip': sample.source_ip,
    'traffic_sample.request_count': sample.request_count,
    'traffic_sample.time_window_seconds': sample.time_window_seconds,
    'traffic_sample.payload_sizes': sample.payload_sizes,
    'traffic_sample.encryption_types': sample.encryption_types,
  };
}
