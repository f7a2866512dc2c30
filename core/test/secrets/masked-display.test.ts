import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FULLY_MASKED, maskedSecret } from '../../src/secrets/masked-display.ts';

test('an issued key shows its mark and its last four characters', () => {
  for (const [value, keyPrefix] of [
    ['sk_live_51Hx9TqWoRDzYpLmNbVc4242', 'sk_live_'],
    ['ghp_16C7e42F292c6912E7710c838347Ae178B4a', 'ghp_'],
    ['github_pat_11AAAAAAA0aaaaaaaaaaaa_bbbbbb', 'gith'],
    ['wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY01', 'wJal'],
    ['k-wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY', 'k-wJ'],
    // Words of a passphrase: no mark.
    ['my-cat-likes-fish-and-sleeps-all-day', 'my-c'],
  ] as const) {
    expect(maskedSecret(value)).toEqual({ keyPrefix, maskedDisplay: `${keyPrefix}********${value.slice(-4)}` });
  }
});

test('what is short, has spaces or is no printable ASCII shows nothing, not even its length', () => {
  for (const value of [
    '',
    'x',
    'sk_live_51Hx9TqWoRDzYpLmNbVc424',
    'correct horse battery staple and more',
    '-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQ\n',
    `sk_live_${'é'.repeat(40)}`,
    `${'a'.repeat(40)}\u202e`,
    `${'a'.repeat(40)}\n`,
    '\u0000'.repeat(40),
  ]) {
    expect(maskedSecret(value)).toEqual(FULLY_MASKED);
  }
});

test('of any value at most twelve characters show and at least twenty stay hidden', () => {
  const letters = fc.constantFrom(...'abcXYZ019_-+/=.');
  fc.assert(
    fc.property(fc.oneof(fc.string({ maxLength: 90 }), fc.string({ unit: letters, maxLength: 90 })), (value) => {
      const { keyPrefix, maskedDisplay } = maskedSecret(value);
      const [front = '', back = ''] = maskedDisplay.split('********');
      expect(front).toBe(keyPrefix);
      expect(value.startsWith(front) && value.endsWith(back)).toBe(true);
      const shown = front.length + back.length;
      expect(shown).toBeLessThanOrEqual(12);
      if (shown > 0) expect(value.length - shown).toBeGreaterThanOrEqual(20);
    }),
    { numRuns: 1000 },
  );
});
