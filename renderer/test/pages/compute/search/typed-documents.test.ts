import { expect, it } from 'vitest';
import { readDocuments, readVectors } from '../../../../src/pages/compute/search/typed-documents.ts';
import { sampleVector } from '../../../../src/parts/vector/vector-text.ts';

it('reads texts by line, and names the line that is none', () => {
  expect(readDocuments('a: one\n\n b :two: three')).toEqual({
    ok: true,
    documents: [
      { doc_id: 'a', fields: { text: 'one' } },
      { doc_id: 'b', fields: { text: 'two: three' } },
    ],
  });
  expect(['a: one\nb', 'a:', ': one', `${'x'.repeat(257)}: one`].map(readDocuments)).toMatchObject([
    { ok: false, line: 2 },
    { ok: false, line: 1 },
    { ok: false, line: 1 },
    { ok: false, line: 1 },
  ]);
});

it('reads vectors by line: all as long as those of the index, or as the first', () => {
  const [near, far] = [sampleVector(0.1), sampleVector(0.9)];
  const short = sampleVector(0, 64);
  const lines = `a: ${near}\nb: [${Array.from({ length: 128 }, (_, at) => at).join(', ')}]`;
  expect(readVectors(lines, null)).toMatchObject({
    ok: true,
    documents: [{ doc_id: 'a', fields: { embedding_b64: near } }, { doc_id: 'b' }],
  });
  expect(readVectors(`a: ${near}\nb: ${short}\nc: ${far}`, null)).toEqual({ ok: false, line: 2 });
  expect(readVectors(`a: ${near}`, 64)).toEqual({ ok: false, line: 1 });
  expect(readVectors('a: one two', null)).toEqual({ ok: false, line: 1 });
});
