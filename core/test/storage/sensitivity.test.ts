import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classifyField } from '../../src/storage/classify-field.ts';
import { NAME_RULES, wordsOf } from '../../src/storage/name-rules.ts';
import { SENSITIVITIES } from '../../src/storage/sensitivity.ts';
import {
  ibanLengthOf,
  isCardNumber,
  isIban,
  isIcd10Code,
  isPhoneNumber,
  isProviderIdentifier,
  isSocialSecurityNumber,
  mod97,
  passesLuhn,
} from '../../src/storage/value-forms.ts';

const of = (name: string, value = '') => classifyField(name, value).sensitivity;
const byValue = (value: string) => classifyField('field', value).sensitivity;

/** The digit that makes a number pass, found by another way than the formula's own code. */
function checkDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const doubled = place % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + Math.floor(doubled / 10) + (doubled % 10);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

/** Another digit in one place. */
function altered(digits: string, place: number, by: number): string {
  const at = place % digits.length;
  const digit = (Number(digits[at]) + 1 + (by % 9)) % 10;
  return digits.slice(0, at) + digit + digits.slice(at + 1);
}

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));

describe('values with a check digit', () => {
  const card = fc
    .oneof(
      digits(14).map((rest) => `4${rest}`),
      digits(13).map((rest) => `55${rest}`),
      digits(12).map((rest) => `37${rest}`),
      digits(11).map((rest) => `6011${rest}`),
    )
    .map((body) => body + checkDigit(body));

  test('cards: every valid number is financial, none with one digit changed', () => {
    fc.assert(
      fc.property(card, fc.nat(18), fc.nat(8), (number, place, by) => {
        expect(byValue(number)).toBe('financial');
        expect(byValue(number.replaceAll(/(....)(?=.)/g, '$1 '))).toBe('financial');
        expect(isCardNumber(altered(number, place, by))).toBe(false);
      }),
    );
  });

  test('cards: published test numbers, and what is none', () => {
    for (const number of ['4111111111111111', '5500-0000-0000-0004', '3400 0000 0000 009', '6011000000000004']) {
      expect([number, byValue(number)]).toEqual([number, 'financial']);
    }
    const imei = '490154203237518';
    expect(passesLuhn(imei)).toBe(true);
    for (const other of [imei, '0000000000000000', '1111111111111117', '4111--1111-1111-1111', '1700000000000']) {
      expect([other, isCardNumber(other)]).toEqual([other, false]);
    }
  });

  const country = fc.constantFrom('DE', 'CH', 'NO', 'FR', 'MT', 'RU');
  const iban = fc.tuple(country, digits(33)).map(([code, text]) => {
    const account = text.slice(0, (ibanLengthOf(code) ?? 0) - 4);
    const check = 98 - mod97(`${account}${code}00`);
    return `${code}${String(check).padStart(2, '0')}${account}`;
  });

  test('IBANs: every valid one is financial, none with one digit changed, of another length or country', () => {
    fc.assert(
      fc.property(iban, fc.nat(40), fc.nat(8), (text, place, by) => {
        expect(byValue(text)).toBe('financial');
        expect(byValue(text.toLowerCase().replaceAll(/(....)/g, '$1 '))).toBe('financial');
        const changed = text.slice(0, 2) + altered(text.slice(2), place, by);
        expect(isIban(changed)).toBe(false);
        expect(isIban(`${text}0`)).toBe(false);
        expect(isIban(`ZZ${text.slice(2)}`)).toBe(false);
      }),
    );
    expect(byValue('GB82 WEST 1234 5698 7654 32')).toBe('financial');
    expect(byValue('GB82 WEST 1234 5698 7654 33')).toBe('general');
  });

  test('NPIs: every valid one is phi, none with one digit changed', () => {
    const npi = fc.tuple(fc.constantFrom('1', '2'), digits(8)).map(([first, rest]) => {
      const body = first + rest;
      return body + checkDigit(`80840${body}`);
    });
    fc.assert(
      fc.property(npi, fc.nat(9), fc.nat(8), (number, place, by) => {
        expect(byValue(number)).toBe('phi');
        expect(isProviderIdentifier(altered(number, place, by))).toBe(false);
      }),
    );
    expect([byValue('1234567893'), byValue('1234567890')]).toEqual(['phi', 'general']);
  });
});

describe('values by their form', () => {
  test('social security numbers: the ranges that are given out', () => {
    expect(byValue('078-05-1120')).toBe('pii');
    expect(byValue('219 09 9999')).toBe('pii');
    for (const none of [
      '000-12-3456',
      '666-12-3456',
      '900-12-3456',
      '123-00-4567',
      '123-45-0000',
      '123-45 6789',
      '123456789',
    ]) {
      expect([none, isSocialSecurityNumber(none), byValue(none)]).toEqual([none, false, 'general']);
    }
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999 }), fc.nat(99), fc.nat(9_999), (area, group, serial) => {
        const parts = [String(area).padStart(3, '0'), String(group).padStart(2, '0'), String(serial).padStart(4, '0')];
        const isGiven = area > 0 && area < 900 && area !== 666 && group > 0 && serial > 0;
        expect(isSocialSecurityNumber(parts.join('-'))).toBe(isGiven);
      }),
    );
  });

  test('ICD-10 codes with their subdivision', () => {
    for (const code of ['J45.9', 'E11.65', 'S72.001A', 'U07.1']) expect([code, byValue(code)]).toEqual([code, 'phi']);
    for (const none of ['J45', 'j45.9', 'JJ5.9', 'J45.', 'J45.12345', '145.9', 'J4C.9']) {
      expect([none, isIcd10Code(none), byValue(none)]).toEqual([none, false, 'general']);
    }
  });

  test('e-mail addresses and telephone numbers', () => {
    for (const text of [
      'ada@example.com',
      ' ada.l+x@mail.example.co.uk ',
      '+41 44 668 18 00',
      '(212) 555-0123',
      '212-555-0123',
    ]) {
      expect([text, byValue(text)]).toEqual([text, 'pii']);
    }
    for (const none of [
      'ada@',
      '@example.com',
      'a b@example.com',
      'ada@example',
      '+1',
      '+12345',
      '2125550123',
      '12-34-56',
    ]) {
      expect([none, byValue(none)]).toEqual([none, 'general']);
    }
    expect(isPhoneNumber('+0123456789')).toBe(false);
  });

  test('a date is nothing by itself, and a date of birth by its name', () => {
    expect(of('created', '1990-04-12')).toBe('general');
    for (const name of [
      'dob',
      'date_of_birth',
      'dateOfBirth',
      'DateOfBirth',
      'dateofbirth',
      'birth-date',
      'Birthdays',
    ]) {
      expect([name, of(name, '1990-04-12')]).toEqual([name, 'pii']);
    }
  });

  test('long text is judged by its name only', () => {
    expect(byValue(`${'4111111111111111'.padStart(400, ' ')}`)).toBe('general');
    expect(of('patient notes', 'x'.repeat(10_000))).toBe('phi');
  });
});

describe('names', () => {
  test.each([
    ['email', 'pii'],
    ['customerEmailAddress', 'pii'],
    ['PHONE_NUMBERS', 'pii'],
    ['first-name', 'pii'],
    ["driver's licence", 'pii'],
    ['email2', 'pii'],
    ['name', 'pii'],
    ['accountNumber', 'financial'],
    ['account_no', 'financial'],
    ['bank.account', 'financial'],
    ['IBANs', 'financial'],
    ['cardholder name', 'financial'],
    ['annualSalary', 'financial'],
    ['diagnosis', 'phi'],
    ['ICD10Code', 'phi'],
    ['patientEmail', 'phi'],
    ['MRN', 'phi'],
    ['lab_results', 'phi'],
    ['colour', 'general'],
    ['filename', 'general'],
    ['page', 'general'],
    ['companion', 'general'],
    ['discard number', 'general'],
    ['', 'general'],
    ['__proto__', 'general'],
    ['constructor', 'general'],
  ])('%s is %s', (name, sensitivity) => {
    expect(of(name, 'x')).toBe(sensitivity);
  });

  test('every entry classifies itself, also written in other ways; one of two classes takes the first', () => {
    for (const [sensitivity, entries] of Object.entries(NAME_RULES)) {
      for (const entry of entries) {
        const order: readonly string[] = SENSITIVITIES;
        const rank = (found: string) => order.indexOf(found);
        for (const name of [entry, entry.replaceAll(' ', '_'), entry.replaceAll(' ', '').toUpperCase()]) {
          expect([name, rank(of(name)) <= rank(sensitivity)]).toEqual([name, true]);
          expect([name, of(name) === 'general']).toEqual([name, false]);
        }
      }
    }
    expect(wordsOf('dateOfBirth')).toEqual(['date', 'of', 'birth']);
  });
});

test('precedence: phi before financial before pii before general, wherever it comes from', () => {
  expect(of('email', 'J45.9')).toBe('phi');
  expect(of('email', '4111111111111111')).toBe('financial');
  expect(of('iban', 'ada@example.com')).toBe('financial');
  expect(of('diagnosis', 'ada@example.com')).toBe('phi');
  expect(of('note', 'green')).toBe('general');
});

test('any name and value has a class, and it names its rule', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (name, value) => {
      const { sensitivity, rule } = classifyField(name, value);
      expect(SENSITIVITIES).toContain(sensitivity);
      expect(rule === null).toBe(sensitivity === 'general');
    }),
  );
});
