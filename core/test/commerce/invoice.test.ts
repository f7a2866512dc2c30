/** S16: the commitment of an invoice and its opening. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { concat, fromBase64Url, toBase64Url, utf8 } from '../../src/bytes.ts';
import { canonicalJson } from '../../src/canonical-json.ts';
import { commitInvoice, type Invoice, LONGEST_OPENING, openInvoice, paymentPath } from '../../src/commerce/invoice.ts';

const INVOICE: Invoice = {
  invoice_id: 'inv_2c71f08be94d35a6',
  amount_cents: 4_999,
  currency: 'USD',
  description: 'Support, January',
  recipient_wallet: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
  chain: 'solana',
  issued_at: '2026-04-01T12:00:00.000Z',
  expires_at: '2026-04-02T12:00:00.000Z',
};
const BLINDING = Uint8Array.from({ length: 32 }, (_, i) => i);

/** As a stranger would compute it from docs/formats.md. */
function commitmentOf(opened: Uint8Array): string {
  return createHash('sha3-256').update('svc-invoice/v1\0').update(opened).digest('hex');
}

const openingOf = (text: string) => toBase64Url(concat(BLINDING, utf8(text)));

test('S16: the commitment is SHA3-256 of the tag, 32 random bytes and the canonical invoice; published, so never another', () => {
  const { commitment, opening } = commitInvoice(INVOICE, BLINDING);
  const text =
    '{"amount_cents":4999,"chain":"solana","currency":"USD","description":"Support, January","expires_at":"2026-04-02T12:00:00.000Z","invoice_id":"inv_2c71f08be94d35a6","issued_at":"2026-04-01T12:00:00.000Z","recipient_wallet":"7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU"}';
  expect(opening).toBe(openingOf(text));
  expect(commitment).toBe(commitmentOf(concat(BLINDING, utf8(text))));
  expect(openInvoice(commitment, opening)).toEqual({ ok: true, invoice: INVOICE });
  expect(paymentPath({ commitment, opening })).toBe(`/pay/${commitment}#${opening}`);
});

test('S16: equal invoices have unlike commitments under other random bytes, and amounts cannot be tried', () => {
  const other = BLINDING.with(0, 1);
  expect(commitInvoice(INVOICE, other).commitment).not.toBe(commitInvoice(INVOICE, BLINDING).commitment);
  for (const length of [0, 16, 31, 33])
    expect(() => commitInvoice(INVOICE, new Uint8Array(length))).toThrow(RangeError);
});

describe('S16: an opening that is not that of the commitment', () => {
  const { commitment, opening } = commitInvoice(INVOICE, BLINDING);

  test.each([
    ['another amount', { ...INVOICE, amount_cents: 5_000 }],
    ['another recipient', { ...INVOICE, recipient_wallet: 'mallory' }],
    ['another end', { ...INVOICE, expires_at: '2027-04-02T12:00:00.000Z' }],
  ])('%s', (_name, changed) => {
    expect(openInvoice(commitment, commitInvoice(changed, BLINDING).opening)).toEqual({ ok: false, code: 'MISMATCH' });
  });

  test('other random bytes', () => {
    const wrong = commitInvoice(INVOICE, BLINDING.with(31, 0)).opening;
    expect(openInvoice(commitment, wrong)).toEqual({ ok: false, code: 'MISMATCH' });
  });

  test('a commitment in capital letters, or of nothing', () => {
    for (const wrong of [commitment.toUpperCase(), '', '0'.repeat(64)]) {
      expect(openInvoice(wrong, opening)).toEqual({ ok: false, code: 'MISMATCH' });
    }
  });

  test('any one character that is changed, left out or added', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/ %'];
    const change = fc.record({
      at: fc.nat(opening.length - 1),
      letter: fc.constantFrom(...letters),
      how: fc.constantFrom('put', 'cut', 'add'),
    });
    fc.assert(
      fc.property(change, ({ at, letter, how }) => {
        const kept = how === 'cut' ? '' : how === 'add' ? letter + opening.charAt(at) : letter;
        const changed = opening.slice(0, at) + kept + opening.slice(at + 1);
        expect(openInvoice(commitment, changed).ok).toBe(changed === opening);
      }),
    );
  });
});

describe('what is no opening', () => {
  const text = canonicalJson({ ...INVOICE });
  const { description: _, ...short } = INVOICE;
  test.each([
    ['nothing', ''],
    ['fewer than 32 bytes', toBase64Url(BLINDING.subarray(1))],
    ['random bytes alone', toBase64Url(BLINDING)],
    ['no base64url', `${openingOf(text)}=`],
    ['spaces', openingOf(text.replace(':', ': '))],
    ['another order of members', openingOf(JSON.stringify(INVOICE))],
    ['a member twice', openingOf(text.replace('{', '{"amount_cents":1,'))],
    ['a member too many', openingOf(canonicalJson({ ...INVOICE, paid: true }))],
    ['a member too few', openingOf(canonicalJson(short))],
    ['an amount that is no whole number', openingOf(canonicalJson({ ...INVOICE, amount_cents: 1.5 }))],
    ['an amount of nothing', openingOf(canonicalJson({ ...INVOICE, amount_cents: 0 }))],
    ['a time that is none', openingOf(canonicalJson({ ...INVOICE, expires_at: 'tomorrow' }))],
    ['no recipient', openingOf(canonicalJson({ ...INVOICE, recipient_wallet: '' }))],
    ['another document', openingOf('[]')],
    ['more than any invoice has', 'A'.repeat(LONGEST_OPENING + 4)],
  ])('%s', (_name, opening) => {
    const opened = fromBase64Url(opening);
    // Also under the very commitment of those bytes.
    const commitment = opened === null ? '0'.repeat(64) : commitmentOf(opened);
    expect(openInvoice(commitment, opening)).toEqual({ ok: false, code: 'MALFORMED' });
  });

  test('nothing from outside makes it throw', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), fc.string({ maxLength: 80 }), (opening, commitment) => {
        expect(openInvoice(commitment, opening).ok).toBe(false);
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(openInvoice(commitmentOf(bytes), toBase64Url(bytes)).ok).toBe(false);
      }),
    );
  });
});

test('the longest invoice that the contract takes has a shorter opening than is read', () => {
  const invoice = { ...INVOICE, description: '\u0001'.repeat(1_000), recipient_wallet: '\u0001'.repeat(128) };
  const largest = { ...invoice, amount_cents: Number.MAX_SAFE_INTEGER };
  const { commitment, opening } = commitInvoice(largest, BLINDING);
  expect(opening.length).toBeLessThan(LONGEST_OPENING);
  expect(openInvoice(commitment, opening)).toEqual({ ok: true, invoice: largest });
});
