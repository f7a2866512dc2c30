/** A document of the schema identity_v2, as a person types it into a form. */
import { utf8 } from '@touchstone/core/bytes.ts';
import {
  type DOCUMENT_TYPES,
  IDENTITY_FIELDS,
  type IdentityField,
  validateIdentityV2,
} from '@touchstone/core/identity/identity-v2.ts';

export type IdentityDraft = Readonly<Record<IdentityField, string>>;

export const EMPTY_IDENTITY: IdentityDraft = {
  given_name: '',
  family_name: '',
  date_of_birth: '',
  document_type: 'passport',
  document_number: '',
  issuing_country: '',
  expires_on: '',
};

export const FIELD_TITLES: Readonly<Record<IdentityField, string>> = {
  given_name: 'Given name',
  family_name: 'Family name',
  date_of_birth: 'Date of birth',
  document_type: 'Document type',
  document_number: 'Document number',
  issuing_country: 'Issuing country',
  expires_on: 'Expires on',
};

/** What a field takes. */
export const FIELD_RULES: Readonly<Record<IdentityField, string>> = {
  given_name: '1 to 200 characters with a letter, no blanks at the ends.',
  family_name: '1 to 200 characters with a letter, no blanks at the ends.',
  date_of_birth: 'A day that exists, as 1990-04-12.',
  document_type: 'One of the four types.',
  document_number: '1 to 40 letters, digits, blanks and . / < -; it begins with a letter or digit.',
  issuing_country: 'The two capital letters of ISO 3166-1, such as CH.',
  expires_on: 'A day that exists, as 2031-04-11.',
};

export const TYPE_TITLES: Readonly<Record<(typeof DOCUMENT_TYPES)[number], string>> = {
  passport: 'Passport',
  id_card: 'Identity card',
  residence_permit: 'Residence permit',
  driving_licence: 'Driving licence',
};

/** The document's text: JSON in the order of the schema. Its bytes are what is hashed, so the text is worth keeping. */
export function identityText(draft: IdentityDraft): string {
  return JSON.stringify(Object.fromEntries(IDENTITY_FIELDS.map((field) => [field, draft[field]])));
}

/** The fields that would not pass, each with its rule. */
export function identityFaults(draft: IdentityDraft): Partial<Readonly<Record<IdentityField, string>>> {
  const { fields } = validateIdentityV2(utf8(identityText(draft)));
  return Object.fromEntries(
    IDENTITY_FIELDS.filter((field) => !fields.includes(field)).map((field) => [field, FIELD_RULES[field]]),
  );
}
