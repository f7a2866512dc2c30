/** The results of this window. The server keeps none, so they live here until the window is closed or locked. */
import type { ai } from '@touchstone/core/api/crypto/ai.ts';
import type { InputOf, OutputOf } from '@touchstone/core/api/endpoint.ts';
import { useSyncExternalStore } from 'react';
import type { Kind } from './search.ts';

export type TimingsBody = InputOf<typeof ai.sideChannel>['body'];
export type TrafficBody = InputOf<typeof ai.harvestDetect>['body'];
export type AlgorithmsBody = InputOf<typeof ai.cryptoHealth>['body'];

interface Checked<K extends Kind, B, A> {
  readonly kind: K;
  readonly body: B;
  readonly answer: A;
}

export type Check =
  | Checked<'timings', TimingsBody, OutputOf<typeof ai.sideChannel>>
  | Checked<'traffic', TrafficBody, OutputOf<typeof ai.harvestDetect>>
  | Checked<'algorithms', AlgorithmsBody, OutputOf<typeof ai.cryptoHealth>>;

export type Result = Check & {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
};

/** Each may hold 100,000 durations. */
const MOST_RESULTS = 30;

export class Results {
  private current: readonly Result[] = [];
  private count = 0;
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The newest first. */
  readonly snapshot = (): readonly Result[] => this.current;

  /** Answers the new result's id. The oldest goes where there are too many. */
  add(check: Check, at: number): string {
    this.count += 1;
    const id = `${check.kind}-${this.count}`;
    this.publish([{ ...check, id, at }, ...this.current].slice(0, MOST_RESULTS));
    return id;
  }

  readonly forget = (): void => this.publish([]);

  private publish(next: readonly Result[]): void {
    this.current = next;
    for (const listener of this.listeners) listener();
  }
}

export const results = new Results();

export function useResults(): readonly Result[] {
  return useSyncExternalStore(results.subscribe, results.snapshot);
}

/** What was checked, in a few words. It may come from a file. */
export function subjectOf(check: Check): string {
  if (check.kind === 'timings') return `${check.body.operation}, ${check.body.algorithm}`;
  if (check.kind === 'traffic') return check.body.traffic_sample.source_ip;
  const { algorithms_in_use: names, key_ages_days: ages } = check.body;
  return [...names, ...Object.keys(ages)].slice(0, 3).join(', ');
}
