/**
 * The blinded index of a segment. Of each word it has entries, which the word counts: of the first, second … entry the token is
 * HMAC-SHA3-256 under the segment's own key over the word and the count. The token says where the entry stands and gives its
 * nonce. An entry holds up to 16 postings and is always as long. Without the key tokens are random numbers: nobody can tell
 * which entries are of one word, of how many documents, or whether a new segment has a word that was searched before.
 */
import { gcmDecrypt, gcmEncrypt, TAG_BYTES } from '@touchstone/core/aes-gcm.ts';
import { concat, toHex, uint32, utf8, wipe } from '@touchstone/core/bytes.ts';
import { hkdfSha3_256, hmacSha3_256, sha3_256 } from '@touchstone/core/hash.ts';

const LABEL_BYTES = 16;
const NONCE_BYTES = 12;
const POSTINGS = 16;
const POSTING_BYTES = 8;
const BODY_BYTES = POSTINGS * POSTING_BYTES;
export const CELL_BYTES = LABEL_BYTES + BODY_BYTES + TAG_BYTES;
/** Entries of a page on average, at most. */
const CELLS_A_PAGE = 256;

/** Where a word occurs: two numbers of 32 bits for each posting, the document and what `meta` of `postings.ts` says. */
export type Postings = number[];

/** The pages of a segment; `digest` covers them all, in their order. */
export interface Pages {
  readonly pages: readonly Uint8Array[];
  readonly digest: Uint8Array;
}

interface SegmentKeys {
  readonly token: Uint8Array;
  readonly cell: Uint8Array;
}

function segmentKeys(key: Uint8Array): SegmentKeys {
  const derived = (purpose: string) => hkdfSha3_256(key, new Uint8Array(0), `svc-search-${purpose}/v1`, 32);
  return { token: derived('token'), cell: derived('cell') };
}

function tokenOf({ token }: SegmentKeys, word: string, count: number): Uint8Array {
  return hmacSha3_256(token, concat(utf8(word), uint32(count)));
}

/** Builds the index of a segment. `key` is its own and used for nothing else. */
export function buildPages(key: Uint8Array, index: ReadonlyMap<string, Postings>): Pages {
  const keys = segmentKeys(key);
  try {
    const cells: Uint8Array[] = [];
    for (const [word, postings] of index) cells.push(...cellsOf(keys, word, postings));
    cells.sort(compareLabels);
    const bits = Math.max(0, Math.ceil(Math.log2(cells.length / CELLS_A_PAGE)));
    const pages: Uint8Array[] = [];
    let at = 0;
    for (let page = 0; page < 2 ** bits; page++) {
      const from = at;
      while (at < cells.length && pageOf(cells[at] ?? EMPTY, bits) === page) at++;
      pages.push(concat(...cells.slice(from, at)));
    }
    return { pages, digest: digestOf(pages) };
  } finally {
    wipe(keys.token, keys.cell);
  }
}

const EMPTY = new Uint8Array(LABEL_BYTES);

export function digestOf(pages: readonly Uint8Array[]): Uint8Array {
  return sha3_256(concat(...pages.map((page) => sha3_256(page))));
}

function* cellsOf(keys: SegmentKeys, word: string, postings: Postings): Generator<Uint8Array> {
  const body = new Uint8Array(BODY_BYTES);
  const view = new DataView(body.buffer);
  for (let from = 0, count = 0; from < postings.length; from += 2 * POSTINGS, count++) {
    body.fill(0);
    for (let i = 0; i < 2 * POSTINGS && from + i < postings.length; i++) {
      view.setUint32(4 * i, postings[from + i] ?? 0);
    }
    const token = tokenOf(keys, word, count);
    const label = token.subarray(0, LABEL_BYTES);
    yield concat(label, gcmEncrypt(keys.cell, nonceOf(token), label, body));
  }
}

function nonceOf(token: Uint8Array): Uint8Array {
  return token.slice(LABEL_BYTES, LABEL_BYTES + NONCE_BYTES);
}

function compareLabels(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < LABEL_BYTES; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** A page by the first bits of a label. */
function pageOf(label: Uint8Array, bits: number): number {
  const first = new DataView(label.buffer, label.byteOffset).getUint32(0);
  return bits === 0 ? 0 : first >>> (32 - bits);
}

/** What a look-up touches: as much as whoever watches the disk can see. */
export interface Touched {
  /** Tokens in hexadecimal, the first of each word. */
  readonly tokens: string[];
  entries: number;
  pages: number;
}

export interface SegmentReader {
  /** All postings of a word; none where it does not occur. Throws TypeError for entries that were changed. */
  postingsOf(word: string): Promise<Postings>;
  /** Wipes the keys. */
  close(): void;
}

/** Looks words up in a segment. `readPage` is asked for each page once. */
export function openSegment(
  key: Uint8Array,
  pageCount: number,
  readPage: (page: number) => Promise<Uint8Array | null>,
  touched: Touched,
): SegmentReader {
  const keys = segmentKeys(key);
  const bits = Math.log2(pageCount);
  const pages = new Map<number, Uint8Array>();

  async function pageAt(number: number): Promise<Uint8Array> {
    const known = pages.get(number);
    if (known !== undefined) return known;
    const page = await readPage(number);
    if (page === null) throw new TypeError('internal: a page of the search index is missing');
    touched.pages++;
    pages.set(number, page);
    return page;
  }

  return {
    async postingsOf(word) {
      const found: Postings = [];
      for (let count = 0; ; count++) {
        const token = tokenOf(keys, word, count);
        const label = token.subarray(0, LABEL_BYTES);
        if (count === 0) touched.tokens.push(toHex(label));
        const cell = cellIn(await pageAt(pageOf(label, bits)), label);
        if (cell === null) return found;
        touched.entries++;
        const body = gcmDecrypt(keys.cell, nonceOf(token), label, cell.subarray(LABEL_BYTES));
        if (body === null) throw new TypeError('internal: an entry of the search index does not open');
        if (!appendPostings(found, body)) return found;
      }
    },
    close() {
      wipe(keys.token, keys.cell);
    },
  };
}

/** Whether the entry was full, so that another one may follow. */
function appendPostings(found: Postings, body: Uint8Array): boolean {
  const view = new DataView(body.buffer, body.byteOffset);
  for (let at = 0; at < BODY_BYTES; at += POSTING_BYTES) {
    const number = view.getUint32(at);
    if (number === 0) return false;
    found.push(number, view.getUint32(at + 4));
  }
  return true;
}

/** The entry of a label in a page, by halving. */
function cellIn(page: Uint8Array, label: Uint8Array): Uint8Array | null {
  let [low, high] = [0, page.length / CELL_BYTES];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const cell = page.subarray(middle * CELL_BYTES, (middle + 1) * CELL_BYTES);
    const order = compareLabels(cell, label);
    if (order === 0) return cell;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return null;
}
