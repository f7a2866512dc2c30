import { describe, expect, test } from 'vitest';
import { judgeInventory, targetLevelOf } from '../../src/detection/inventory.ts';

const nothing = { algorithms: [], keyAges: {}, targetLevel: 3 };

test.each([
  ['L1', 1],
  ['L5', 5],
  [3, 3],
  ['3', 3],
  [112, 1],
  [128, 1],
  [192, 3],
  ['256', 5],
  [512, 5],
])('%s aims at category %s', (given, level) => {
  expect(targetLevelOf(given)).toBe(level);
});

test.each(['L0', 'L6', 'l3', 'high', '', 0, 6, 111, 513, 'L128', '3.0', ' 3'])('%s aims at nothing', (given) => {
  expect(targetLevelOf(given)).toBeNull();
});

test('the points of the guide', () => {
  const judged = judgeInventory({
    algorithms: ['ML-DSA-65', 'ML-KEM-1024', 'RSA-2048'],
    keyAges: { signing: 40, 'legacy-tls': 800, edge: 365, old: 366 },
    targetLevel: 3,
  });
  // 15 and 10 for RSA, 10 for the overdue key, 3 for the due one.
  expect(judged).toMatchObject({ score: 62, health: 'fair' });
  expect([...judged.keys]).toEqual([
    ['signing', 'fresh'],
    ['legacy-tls', 'overdue'],
    ['edge', 'fresh'],
    ['old', 'due'],
  ]);
  expect(judged.findings.map(({ rule }) => rule)).toEqual(['algorithm-harvestable', 'key-overdue', 'key-due']);
  expect(judged.recommendations).toHaveLength(3);
});

describe('health', () => {
  test('is critical with one broken algorithm, however good the rest', () => {
    const judged = judgeInventory({ ...nothing, algorithms: ['ML-KEM-1024', 'RC4'] });
    expect(judged).toMatchObject({ health: 'critical', score: 50, findings: [{ severity: 'critical' }] });
  });

  test('is not good where nothing is listed', () => {
    expect(judgeInventory(nothing)).toMatchObject({
      health: 'fair',
      score: 50,
      findings: [{ rule: 'nothing-listed' }],
    });
  });

  test('never goes below 0', () => {
    const algorithms = Array.from({ length: 20 }, (_, index) => `unknown ${index}`);
    expect(judgeInventory({ ...nothing, algorithms })).toMatchObject({ health: 'critical', score: 0 });
  });

  test('is good for what is recommended at its level, and says what is below', () => {
    expect(judgeInventory({ ...nothing, algorithms: ['ML-KEM-768', 'AES-256-GCM'] })).toMatchObject({
      health: 'good',
      score: 100,
      findings: [],
    });
    expect(judgeInventory({ ...nothing, algorithms: ['ML-KEM-512'] })).toMatchObject({
      score: 95,
      findings: [{ rule: 'algorithm-below-target', evidence: 'category 1, 3 wanted' }],
    });
  });
});
