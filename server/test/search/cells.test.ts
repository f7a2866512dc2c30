import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildPages, CELL_BYTES, openSegment, type Postings, type Touched } from '../../src/search/cells.ts';
import { planMerge } from '../../src/search/merging.ts';
import { addDocument, metaOf } from '../../src/search/postings.ts';

const newKey = () => new Uint8Array(randomBytes(32));
const newTouched = (): Touched => ({ tokens: [], entries: 0, pages: 0 });

function opened(key: Uint8Array, index: ReadonlyMap<string, Postings>, touched = newTouched()) {
  const { pages } = buildPages(key, index);
  return openSegment(key, pages.length, async (page) => pages[page] ?? null, touched);
}

/** Words of 0 to 200 postings. */
function someIndex(): Map<string, Postings> {
  const index = new Map<string, Postings>();
  for (let word = 0; word < 500; word++) {
    const count = word % 7 === 0 ? word % 200 : 1;
    const postings = Array.from({ length: count }, (_, at) => [at + 1, (word * 1000 + at) >>> 0]).flat();
    if (postings.length > 0) index.set(`word${word}`, postings);
  }
  return index;
}

test('every word of an index is found with its postings, and no other', async () => {
  const index = someIndex();
  const touched = newTouched();
  const segment = opened(newKey(), index, touched);
  for (const [word, postings] of index) expect(await segment.postingsOf(word)).toEqual(postings);
  for (const word of ['', 'word', 'word0 ', 'word500']) expect(await segment.postingsOf(word)).toEqual([]);
  expect(touched.tokens.length).toBe(index.size + 4);
});

test('under another key nothing is found: a new segment cannot be searched with tokens of an old one', async () => {
  const index = someIndex();
  const { pages } = buildPages(newKey(), index);
  const segment = openSegment(newKey(), pages.length, async (page) => pages[page] ?? null, newTouched());
  for (const word of index.keys()) expect(await segment.postingsOf(word)).toEqual([]);
});

test('an entry that was changed, or moved, is an error and no answer', async () => {
  const key = newKey();
  const index = new Map([['liability', [1, 2, 3, 4]]]);
  const [page = new Uint8Array()] = buildPages(key, index).pages;
  expect(page.length).toBe(CELL_BYTES);
  for (const at of [20, 100, CELL_BYTES - 1]) {
    const changed = page.with(at, (page[at] ?? 0) ^ 1);
    const segment = openSegment(key, 1, async () => changed, newTouched());
    await expect(segment.postingsOf('liability')).rejects.toThrow('does not open');
  }
  const none = openSegment(key, 1, async () => null, newTouched());
  await expect(none.postingsOf('liability')).rejects.toThrow('missing');
});

test('postings name field, piece, how often, and how long the field is', () => {
  const index = new Map<string, Postings>();
  addDocument(index, 9, [
    { name: 'title', pieces: ['Liability'] },
    { name: 'body', pieces: ['one two ', 'liability and LIABILITY ', 'end'] },
  ]);
  const [first = 0, one = 0, second = 0, two = 0] = index.get('liability') ?? [];
  expect([first, second]).toEqual([9, 9]);
  expect(metaOf(one)).toEqual({ field: 0, piece: 0, times: 1, lengthClass: 0 });
  expect(metaOf(two)).toEqual({ field: 1, piece: 2, times: 2, lengthClass: 2 });
  expect(metaOf(index.get('end')?.[1] ?? 0).piece).toBe(3);
});

test('segments of about one size are merged, large ones are left alone, holes are filled when they are due', () => {
  const full = (...sizes: number[]) => sizes.map((documents) => ({ documents, present: documents }));
  expect(planMerge([], false)).toBe(null);
  expect(planMerge(full(500, 1, 1, 1), false)).toBe(null);
  expect(planMerge(full(500, 1, 1, 1, 1), false)).toEqual([1, 4]);
  expect(planMerge(full(8, 4, 2, 1, 1), false)).toEqual([0, 4]);
  expect(planMerge(full(190_000, 12_000, 6_000, 5_000, 5_000), false)).toEqual([1, 4]);
  const holed = [...full(100), { documents: 100, present: 95 }];
  expect(planMerge(holed, false)).toBe(null);
  expect(planMerge(holed, true)).toEqual([1, 1]);
  expect(planMerge([{ documents: 100, present: 70 }, ...full(10)], false)).toEqual([0, 0]);
});

test('however documents come, a search looks into few segments', () => {
  let segments: { documents: number; present: number }[] = [];
  let merged = 0;
  for (let call = 0; call < 5_000; call++) {
    segments.push({ documents: 1, present: 1 });
    // A sweep every 25 calls.
    for (
      let plan = call % 25 === 0 ? planMerge(segments, false) : null;
      plan !== null;
      plan = planMerge(segments, false)
    ) {
      const documents = segments.slice(plan[0]).reduce((sum, segment) => sum + segment.documents, 0);
      merged += documents;
      segments = [...segments.slice(0, plan[0]), { documents, present: documents }];
    }
    expect(segments.length).toBeLessThan(60);
  }
  // Each document is built anew some log n times.
  expect(merged / 5_000).toBeLessThan(15);
});
