/** The error rates of docs/user-guide/detection.md are those of the rules: a part of its cases, made again. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { blockedShare, sumOf, timingShare, trafficShare } from './evaluation.ts';

const guide = readFileSync(new URL('../../../docs/user-guide/detection.md', import.meta.url), 'utf8');

/** The cells of a table's rows, below its heading. */
function rowsOf(heading: string): readonly (readonly string[])[] {
  const [, section = ''] = guide.split(`### ${heading}\n`);
  const lines = (section.split('\n#')[0] ?? '').split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const shareIn = (cell = '') => Number(cell.replace(' %', '')) / 100;

const [TIMING, TRAFFIC] = [rowsOf('Timing, held out'), rowsOf('Traffic, held out')];
/** Of fewer cases than the guide's: a share of 20 lies within this of the one of 50, nineteen times in twenty or more often. */
const NEAR = 0.25;

test('the tables are there', () => {
  expect([TIMING.length, TRAFFIC.length]).toEqual([15, 12]);
});

describe('timing, 4,000 durations', () => {
  test.each(TIMING)('%s, %s', (noise = '', leak = '', share, _middle, _large, withoutClasses) => {
    const found = timingShare('held out', noise, leak, 4_000, 20);
    expect(Math.abs(found.hits / found.of - shareIn(share))).toBeLessThanOrEqual(leak === 'none' ? 0 : NEAR);
    const shape = timingShare('held out', noise, leak, 4_000, 10, false);
    expect(Math.abs(shape.hits / shape.of - shareIn(withoutClasses))).toBeLessThanOrEqual(leak === 'none' ? 0 : 0.35);
  });
});

test('drift is no leak where the classes were measured in long runs', () => {
  expect(blockedShare('held out', 'two kinds of cores', 4_000, 10)).toEqual({ hits: 0, of: 10 });
});

describe('traffic', () => {
  test.each(TRAFFIC)('%s', (family = '', _label, share) => {
    const { found } = trafficShare('held out', family, 200);
    expect(Math.abs(found.hits / found.of - shareIn(share))).toBeLessThanOrEqual(0.1);
  });

  test('the sums that the guide states', () => {
    const of = (label: string) =>
      sumOf(
        TRAFFIC.filter((row) => row[1] === label).map(([family = '']) => trafficShare('held out', family, 100).found),
      );
    const [benign, collection] = [of('benign'), of('collection')];
    expect(Math.abs(benign.hits / benign.of - 0.3)).toBeLessThan(0.05);
    expect(Math.abs(collection.hits / collection.of - 0.76)).toBeLessThan(0.05);
  });
});
