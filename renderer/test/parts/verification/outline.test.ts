import { describe, expect, test } from 'vitest';
import { outlineOf } from '../../../src/parts/verification/outline.ts';

const BIG = 'x'.repeat(1024 * 1024);

describe('outline', () => {
  test('what people read stays, what is large goes, nothing is shortened', () => {
    const summary = { claim: 'It holds.', load_bearing_pillars: ['evidence'] };
    const outline = outlineOf({
      subject: { name: 'S' },
      human_summary: summary,
      attestations: { evidence_bundle: { result: 'PASSED', items: [BIG, BIG] }, privacy: BIG },
      notes: BIG,
    });
    expect(JSON.parse(JSON.stringify(outline))).toEqual({
      subject: { name: 'S' },
      human_summary: summary,
      attestations: { evidence_bundle: { result: 'PASSED' } },
    });
  });

  test('many small members are bounded too', () => {
    const document = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`member-${index}`, index]));
    expect(JSON.stringify(outlineOf(document)).length).toBeLessThan(2 * 1024 * 1024);
  });

  test('a small document stays whole', () => {
    const document = { a: [1, null, { b: true }] };
    expect(JSON.parse(JSON.stringify(outlineOf(document)))).toEqual(document);
  });
});
