import { expect, it } from 'vitest';
import { readSteps, readValues } from '../../../../src/pages/compute/encrypted-compute/typed-values.ts';

it('reads numbers as people separate them, and names the first that will not do', () => {
  expect(readValues(' 12, −7;3\n-0', 'bfv-standard')).toEqual({ ok: true, values: [12, -7, 3, 0] });
  expect(readValues('0.5 -1.25 .5 1e-3', 'ckks')).toEqual({ ok: true, values: [0.5, -1.25, 0.5, 0.001] });
  expect(readValues('393216 -393216', 'bfv-standard').ok).toBe(true);
  expect(readValues('1 393217', 'bfv-standard')).toEqual({ ok: false, reason: 'out-of-range', at: 2, text: '393217' });
  expect(readValues('393217', 'bfv-wide').ok).toBe(true);
  expect(readValues('549755813889', 'bfv-wide')).toMatchObject({ reason: 'out-of-range' });
  expect(readValues('1.5', 'bfv-standard')).toEqual({ ok: false, reason: 'no-number', at: 1, text: '1.5' });
  for (const text of ['NaN', 'Infinity', '0x10', '--1', '.', 'e5']) {
    expect(readValues(text, 'ckks'), text).toMatchObject({ reason: 'no-number' });
  }
  expect(readValues('1,,2', 'bfv-standard')).toEqual({ ok: false, reason: 'empty', at: 2 });
  expect(readValues('1,000', 'bfv-standard')).toEqual({ ok: false, reason: 'grouped', at: 1, text: '1,000' });
  expect(readValues('1,5', 'ckks')).toEqual({ ok: false, reason: 'decimal-comma', at: 1, text: '1,5' });
  expect(readValues(' ,; ', 'ckks')).toEqual({ ok: false, reason: 'none' });
  expect(readValues('1 '.repeat(8_193), 'ckks')).toEqual({ ok: false, reason: 'too-many' });
});

it('reads slots to rotate by', () => {
  expect(['1', '-3', '−3', ' 8191 '].map(readSteps)).toEqual([1, -3, -3, 8_191]);
  expect(['0', '8192', '1.5', '', 'x'].map(readSteps)).toEqual([null, null, null, null, null]);
});
