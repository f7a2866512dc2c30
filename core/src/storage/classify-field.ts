/**
 * How sensitive a field is, guessed from its name and from the form of its value. A hint for sorting: `general` does not
 * mean that a field is harmless, and all classes are encrypted alike.
 */
import { compactOf, NAME_RULES, WHOLE_NAMES, wordsOf } from './name-rules.ts';
import { SENSITIVITIES, type Sensitivity } from './sensitivity.ts';
import {
  isCardNumber,
  isEmailAddress,
  isIban,
  isIcd10Code,
  isPhoneNumber,
  isProviderIdentifier,
  isSocialSecurityNumber,
} from './value-forms.ts';

interface ValueRule {
  readonly id: string;
  readonly sensitivity: Sensitivity;
  readonly matches: (value: string) => boolean;
}

/** Dates are not among them: only the name tells a date of birth from another date. */
export const VALUE_RULES: readonly ValueRule[] = [
  { id: 'icd-10', sensitivity: 'phi', matches: isIcd10Code },
  { id: 'npi', sensitivity: 'phi', matches: isProviderIdentifier },
  { id: 'card', sensitivity: 'financial', matches: isCardNumber },
  { id: 'iban', sensitivity: 'financial', matches: isIban },
  { id: 'ssn', sensitivity: 'pii', matches: isSocialSecurityNumber },
  { id: 'email', sensitivity: 'pii', matches: isEmailAddress },
  { id: 'phone', sensitivity: 'pii', matches: isPhoneNumber },
];

/** Longer values are text, of which only the name is judged. */
const LONGEST_VALUE = 320;

export interface Classification {
  readonly sensitivity: Sensitivity;
  /** What decided: `name:<words>` or `value:<rule>`; null where nothing spoke for a class. */
  readonly rule: string | null;
}

/** The class of one field. The same input always gives the same answer. */
export function classifyField(name: string, value: string): Classification {
  const found = [...nameMatches(name), ...valueMatches(value)];
  for (const sensitivity of SENSITIVITIES) {
    const match = found.find((candidate) => candidate.sensitivity === sensitivity);
    if (match !== undefined) return match;
  }
  return { sensitivity: 'general', rule: null };
}

const NAME_ENTRIES = Object.entries(NAME_RULES).flatMap(([sensitivity, entries]) =>
  entries.map((entry) => ({
    sensitivity: sensitivity as Sensitivity,
    entry,
    within: ` ${wordsOf(entry).join(' ')} `,
    compact: compactOf(entry),
  })),
);

function nameMatches(name: string): Classification[] {
  const spaced = ` ${wordsOf(name).join(' ')} `;
  const compact = compactOf(name);
  const whole = Object.hasOwn(WHOLE_NAMES, compact) ? WHOLE_NAMES[compact] : undefined;
  return [
    ...(whole === undefined ? [] : [{ sensitivity: whole, rule: `name:${compact}` }]),
    ...NAME_ENTRIES.filter((entry) => spaced.includes(entry.within) || compact === entry.compact).map(
      ({ sensitivity, entry }) => ({ sensitivity, rule: `name:${entry}` }),
    ),
  ];
}

function valueMatches(value: string): Classification[] {
  const trimmed = value.length > LONGEST_VALUE ? '' : value.trim();
  return VALUE_RULES.filter(({ matches }) => matches(trimmed)).map(({ id, sensitivity }) => ({
    sensitivity,
    rule: `value:${id}`,
  }));
}
