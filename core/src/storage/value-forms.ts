/**
 * What a value looks like, judged from the whole value with the blanks around it taken off. Numbers that carry a check
 * digit have it checked; everything else is a form only.
 */

/** The Luhn formula (ISO/IEC 7812-1 annex B) over decimal digits. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits.charAt(digits.length - 1 - place));
    const value = place % 2 === 0 ? digit : digit * 2;
    sum += value > 9 ? value - 9 : value;
  }
  return digits !== '' && sum % 10 === 0;
}

/** Beginning of the number and its lengths, by network: Visa, Mastercard, Amex, Discover, JCB, Diners, UnionPay, Maestro. */
const CARD_FORMS: readonly (readonly [RegExp, readonly number[]])[] = [
  [/^4/, [13, 16, 19]],
  [/^5[1-5]/, [16]],
  [/^2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)/, [16]],
  [/^3[47]/, [15]],
  [/^6(?:011|4[4-9]|5)/, [16, 17, 18, 19]],
  [/^35(?:2[89]|[3-8]\d)/, [16, 17, 18, 19]],
  [/^3(?:0[0-5]|095|[689])/, [14, 15, 16, 17, 18, 19]],
  [/^62/, [16, 17, 18, 19]],
  [/^(?:5018|5020|5038|5893|6304|6759|676[1-3])/, [12, 13, 14, 15, 16, 17, 18, 19]],
];

/** A payment card: digits, single blanks or hyphens between them, a known network's beginning and length, and Luhn. */
export function isCardNumber(value: string): boolean {
  if (!/^\d(?:[ -]?\d){11,18}$/.test(value)) return false;
  const digits = value.replaceAll(/[ -]/g, '');
  return (
    CARD_FORMS.some(([begin, lengths]) => begin.test(digits) && lengths.includes(digits.length)) && passesLuhn(digits)
  );
}

/** Country and length of the IBANs that are registered (ISO 13616). */
const IBAN_LENGTHS: ReadonlyMap<string, number> = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 ' +
    'FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 ' +
    'LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 ' +
    'RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

export function ibanLengthOf(country: string): number | null {
  return IBAN_LENGTHS.get(country) ?? null;
}

/** An IBAN, in groups or not: a registered country, its length, and the remainder 1 of 97 (ISO 7064 MOD 97-10). */
export function isIban(value: string): boolean {
  if (value.length > 50) return false;
  const text = value.replaceAll(' ', '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text) || ibanLengthOf(text.slice(0, 2)) !== text.length) return false;
  return mod97(text.slice(4) + text.slice(0, 4)) === 1;
}

/** The remainder of 97, letters counting as 10 to 35 (ISO 7064). */
export function mod97(text: string): number {
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}

/** A US social security number with hyphens or blanks, in the ranges that are given out: area not 000, 666 or 9xx. */
export function isSocialSecurityNumber(value: string): boolean {
  const match = /^(\d{3})([- ])(\d{2})\2(\d{4})$/.exec(value);
  if (match === null) return false;
  const [, area = '', , group = '', serial = ''] = match;
  return area !== '000' && area !== '666' && !area.startsWith('9') && group !== '00' && serial !== '0000';
}

/** A code of ICD-10 or ICD-10-CM with its subdivision, for example J45.9. Without the point it is too common a form. */
export function isIcd10Code(value: string): boolean {
  return /^[A-Z]\d[0-9AB]\.[0-9A-Z]{1,4}$/.test(value);
}

/** A US National Provider Identifier: ten digits from 1 or 2 on, Luhn after the prefix 80840 (45 CFR 162.406). */
export function isProviderIdentifier(value: string): boolean {
  return /^[12]\d{9}$/.test(value) && passesLuhn(`80840${value}`);
}

export function isEmailAddress(value: string): boolean {
  return (
    value.length <= 254 && /^[^\s@"<>()[\]\\,;:]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.)+[\p{L}\p{N}-]{2,63}$/u.test(value)
  );
}

/** A telephone number that says it is one: + and 8 to 15 digits (E.164), or ten digits in the North American grouping. */
export function isPhoneNumber(value: string): boolean {
  if (/^\+[1-9](?:[ ().-]{0,2}\d){7,14}$/.test(value)) return true;
  return /^(?:1[ .-])?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .-])[2-9]\d{2}[ .-]\d{4}$/.test(value);
}
