/** Text that people paste, type or bring as a file: measurements, sizes, names, ages, and the JSON of the API. */
import { ai } from '@touchstone/core/api/crypto/ai.ts';
import { Check } from 'typebox/value';
import { numberList } from '../../../lib/text/number-list.ts';
import type { AlgorithmsBody, TimingsBody, TrafficBody } from './results.ts';

const { timing_samples: SAMPLES, input_classes: CLASSES } = ai.sideChannel.body.properties;
const { algorithms_in_use: NAMES, key_ages_days: AGES } = ai.cryptoHealth.body.properties;

export type Measurements = Pick<TimingsBody, 'timing_samples' | 'input_classes'>;

export type MeasurementsRead =
  | { readonly ok: true; readonly measurements: Measurements }
  /** The first line that is none, from 1. */
  | { readonly ok: false; readonly line: number };

const NUMBER = String.raw`\d{1,16}(?:\.\d{1,9})?`;
const WITH_CLASS = new RegExp(`^([01])[,;\\t ]+(${NUMBER})$`);
const ALONE = new RegExp(`^${NUMBER}$`);

/** One measurement a line, all with a class or all without; lines that begin with # and empty ones do not count. */
export function readMeasurements(text: string): MeasurementsRead {
  const timing_samples: number[] = [];
  const input_classes: number[] = [];
  for (const [index, raw] of text.split(/\r\n|[\r\n]/).entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const found = WITH_CLASS.exec(line);
    const isFirst = timing_samples.length === 0;
    const isAlone = found === null && ALONE.test(line) && input_classes.length === 0;
    if (!isAlone && (found === null || (input_classes.length === 0 && !isFirst))) return { ok: false, line: index + 1 };
    timing_samples.push(Number(found?.[2] ?? line));
    if (found !== null) input_classes.push(Number(found[1]));
  }
  const classes = input_classes.length === 0 ? {} : { input_classes };
  return { ok: true, measurements: { timing_samples, ...classes } };
}

export function measurementsText({ timing_samples, input_classes }: Measurements): string {
  return timing_samples
    .map((sample, index) => (input_classes === undefined ? `${sample}` : `${input_classes[index]},${sample}`))
    .join('\n');
}

/** Numbers apart by blanks, commas or lines; null where something else is among them, or a place is empty or in doubt. */
export function readNumbers(text: string): readonly number[] | null {
  const list = numberList(text, true);
  return list.ok && list.parts.every((part) => ALONE.test(part)) ? list.parts.map(Number) : null;
}

/** The lines that are not empty. */
export function readLines(text: string): readonly string[] {
  return text
    .split(/\r\n|[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** `name, days` a line; the number of the first line that is none, from 1, where there is one. */
export function readAges(text: string): Readonly<Record<string, number>> | number {
  const entries: [string, number][] = [];
  for (const [index, line] of text.split(/\r\n|[\r\n]/).entries()) {
    if (line.trim() === '') continue;
    const found = /^(.{1,100}?)\s*,\s*(\d{1,6}(?:\.\d{1,6})?)$/.exec(line.trim());
    if (found === null) return index + 1;
    entries.push([found[1] ?? '', Number(found[2])]);
  }
  return Object.fromEntries(entries);
}

export type Brought =
  | { readonly kind: 'timings'; readonly body: Measurements & Partial<Pick<TimingsBody, 'operation' | 'algorithm'>> }
  | { readonly kind: 'traffic'; readonly sample: TrafficBody['traffic_sample'] }
  | { readonly kind: 'algorithms'; readonly body: Pick<AlgorithmsBody, 'algorithms_in_use' | 'key_ages_days'> };

/** What a file holds, by its content; else the line that is no measurement, or null where it is nothing of ours. */
export function readFile(text: string): Brought | { readonly kind: 'line'; readonly line: number } | null {
  const json = parsed(text);
  if (json !== undefined) return fromJson(json);
  const read = readMeasurements(text);
  if (!read.ok) return /^\s*[#\d]/.test(text) ? { kind: 'line', line: read.line } : null;
  return Check(SAMPLES, read.measurements.timing_samples) ? { kind: 'timings', body: read.measurements } : null;
}

/** The object that the text is; undefined for everything else. */
function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function fromJson(json: Readonly<Record<string, unknown>>): Brought | null {
  const { timing_samples, input_classes, operation, algorithm, algorithms_in_use, key_ages_days = {} } = json;
  const sample = json.traffic_sample ?? json;
  const { traffic_sample: Sample } = ai.harvestDetect.body.properties;
  if (Check(Sample, sample)) return { kind: 'traffic', sample };
  if (Check(SAMPLES, timing_samples) && (input_classes === undefined || Check(CLASSES, input_classes))) {
    const classes = input_classes === undefined ? {} : { input_classes };
    const names = {
      ...(typeof operation === 'string' ? { operation } : {}),
      ...(typeof algorithm === 'string' ? { algorithm } : {}),
    };
    return { kind: 'timings', body: { timing_samples, ...classes, ...names } };
  }
  if (Check(NAMES, algorithms_in_use) && Check(AGES, key_ages_days)) {
    return { kind: 'algorithms', body: { algorithms_in_use, key_ages_days } };
  }
  return null;
}
