import { api } from '@touchstone/core/api/api.ts';
import { describe, expect, test } from 'vitest';
import {
  measurementsText,
  readAges,
  readFile,
  readLines,
  readMeasurements,
  readNumbers,
} from '../../../../src/pages/record/detection/read-input.ts';

describe('measurements', () => {
  test('with a class, and alone', () => {
    expect(readMeasurements('# class,ns\n0,41200\r\n1; 41310.5\n\n')).toEqual({
      ok: true,
      measurements: { timing_samples: [41_200, 41_310.5], input_classes: [0, 1] },
    });
    expect(readMeasurements('5\n6')).toEqual({ ok: true, measurements: { timing_samples: [5, 6] } });
  });

  test.each([
    ['0,1\n2,1', 2],
    ['0,1\n7', 2],
    ['7\n0,1', 2],
    ['1,-5', 1],
    ['0,1\n\n1,1e3', 3],
    ['class,ns', 1],
  ])('%j is refused at its line', (text, line) => {
    expect(readMeasurements(text)).toEqual({ ok: false, line });
  });

  test('are written as they are read', () => {
    const text = '0,1\n1,2.5';
    const read = readMeasurements(text);
    expect(read.ok && measurementsText(read.measurements)).toBe(text);
  });
});

test('numbers, lines and ages', () => {
  expect([readNumbers('1, 2\n3;4'), readNumbers(''), readNumbers('1 x')]).toEqual([[1, 2, 3, 4], [], null]);
  expect(['1,,2', '1,500', '1,5'].map(readNumbers)).toEqual([null, null, null]);
  expect(readLines(' a \n\nb')).toEqual(['a', 'b']);
  expect(readAges('signing, 40\nold, key, 800.5\n')).toEqual({ signing: 40, 'old, key': 800.5 });
  expect(readAges('signing, 40\nsigning')).toBe(2);
});

describe('a file', () => {
  const { harvestDetect, sideChannel, cryptoHealth } = api.crypto.ai;

  test("that holds the API's JSON is recognised", () => {
    const { traffic_sample: sample } = harvestDetect.example.body;
    for (const body of [harvestDetect.example.body, sample]) {
      expect(readFile(JSON.stringify(body))).toEqual({ kind: 'traffic', sample });
    }
    expect(readFile(JSON.stringify(sideChannel.example.body))).toEqual({
      kind: 'timings',
      body: sideChannel.example.body,
    });
    const { algorithms_in_use, key_ages_days } = cryptoHealth.example.body;
    expect(readFile(JSON.stringify(cryptoHealth.example.body))).toEqual({
      kind: 'algorithms',
      body: { algorithms_in_use, key_ages_days },
    });
  });

  test('of lines is measurements, or names the line that is none', () => {
    expect(readFile('0,1\n1,2')).toEqual({
      kind: 'timings',
      body: { timing_samples: [1, 2], input_classes: [0, 1] },
    });
    expect(readFile('0,1\n1,x')).toEqual({ kind: 'line', line: 2 });
  });

  test.each([
    '',
    'hello',
    '{}',
    '[]',
    'null',
    '{"timing_samples":["a","b"]}',
    '{"traffic_sample":{"source_ip":1}}',
    '7',
  ])('%j is nothing of ours', (text) => {
    expect(readFile(text)).toBeNull();
  });
});
