import { describe, expect, it } from 'vitest';
import { placeAfter } from '../../../src/parts/chart/point-picker.tsx';
import { type ChartData, chartCsv, chartLines, mostOf, pointText, totalAt } from '../../../src/parts/chart/series.ts';
import { pathOf } from '../../../src/parts/chart/value-chart.tsx';
import { plainTextOf } from '../../../src/parts/page/text-lines.ts';

const point = (id: string) => ({ id, label: id, title: `day ${id}` });
const data: ChartData = {
  title: 'Units by day',
  summary: '8 in total.',
  points: [point('1'), point('2'), point('3')],
  pointTitle: 'Day, UTC',
  series: [
    { id: 'a', name: 'secrets', kind: 'bar', values: [1, 0, 4] },
    { id: 'b', name: '=receipts', kind: 'bar', values: [2, 0, 1] },
    { id: 'e', name: 'expected', kind: 'estimatedBar', values: [null, null, 3] },
  ],
  limit: { name: 'Limit of the plan', value: 10 },
  format: (value) => `${value} u`,
};

describe('a chart in words', () => {
  it('says of each point its total and what it is made of', () => {
    expect(totalAt(data, 0)).toBe(3);
    expect(pointText(data, 0)).toBe('day 1: 3 u (secrets: 1 u, =receipts: 2 u)');
    expect(pointText(data, 1)).toBe('day 2: 0 u');
    expect(pointText(data, 2)).toBe('day 3: 5 u (secrets: 4 u, =receipts: 1 u, expected: 3 u)');
  });

  it('leaves out points at which nothing is known', () => {
    expect(plainTextOf(data.title, chartLines(data))).toBe(
      'Units by day\n\n- 8 in total.\n- Limit of the plan: 10 u\n- 2 values\n' +
        '  - day 1: 3 u (secrets: 1 u, =receipts: 2 u)\n  - day 3: 5 u (secrets: 4 u, =receipts: 1 u, expected: 3 u)\n',
    );
  });

  it('is a table of plain numbers', () => {
    expect(chartCsv(data).split('\r\n').slice(0, 4)).toEqual([
      'day_utc,secrets,receipts,expected',
      '"1",1,2,""',
      '"2",0,0,""',
      '"3",4,1,3',
    ]);
  });

  it('needs room for stacks with what is expected on them, and for lines', () => {
    expect(mostOf(data)).toBe(8);
    expect(
      mostOf({ ...data, series: [...data.series, { id: 'l', name: 'l', kind: 'line', values: [9, null, 1] }] }),
    ).toBe(9);
  });
});

it('a line has gaps, and a value between two of them is no line', () => {
  const at = (index: number, value: number) => [index, value] as const;
  expect(pathOf([1, 2, null, 3], at)).toBe('M0.00 1.00L1.00 2.00');
  expect(pathOf([null, 1, null, 2, 3], at)).toBe('M3.00 2.00L4.00 3.00');
  expect(pathOf([null], at)).toBe('');
});

it('keys visit the points', () => {
  expect(placeAfter('ArrowLeft', 3, 10, 7)).toBe(2);
  expect(placeAfter('ArrowLeft', 0, 10, 7)).toBe(0);
  expect(placeAfter('PageUp', 5, 10, 7)).toBe(9);
  expect(placeAfter('Home', 5, 10, 7)).toBe(0);
  expect(placeAfter('End', 5, 10, 7)).toBe(9);
  expect(placeAfter('a', 5, 10, 7)).toBeUndefined();
});
