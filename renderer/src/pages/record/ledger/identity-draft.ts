/** A document of the schema identity_v2, as a person types it into a form. */
import { utf8 } from '@touchstone/core/bytes.ts';
import { IDENTITY_FIELDS, type IdentityField, validateIdentityV2 } from '@touchstone/core/identity/identity-v2.ts';
import { words } from '../../../words/record/ledger.ts';

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

/** The document's text: JSON in the order of the schema. Its bytes are what is hashed, so the text is worth keeping. */
export function identityText(draft: IdentityDraft): string {
  return JSON.stringify(Object.fromEntries(IDENTITY_FIELDS.map((field) => [field, draft[field]])));
}

/** The fields that would not pass, each with its rule. */
export function identityFaults(draft: IdentityDraft): Partial<Readonly<Record<IdentityField, string>>> {
  const { fields } = validateIdentityV2(utf8(identityText(draft)));
  return Object.fromEntries(
    IDENTITY_FIELDS.filter((field) => !fields.includes(field)).map((field) => [field, words.validate.rules[field]]),
  );
}
