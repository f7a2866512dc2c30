/** What is filled in for a claim, what is wrong with it, and what of it is sent. */
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { privacy } from '@touchstone/core/api/privacy/privacy.ts';
import { boundsOf, longestOf, type MemberSchema, mostItemsOf } from '../../../parts/form/contract-limits.ts';
import { hashTrouble } from '../../../parts/form/hash-text.ts';
import { lineTrouble } from '../../../parts/form/line-trouble.ts';
import type { DraftOf } from '../../../parts/form/use-draft.ts';
import { words } from '../../../words/issue/proof-claims.ts';
import { words as pageWords } from '../../../words/issue/proofs.ts';

const { samples, trouble, fields } = words;

/** Every member of the nine requests as it is typed; lists are separated by commas. A sheet uses its own. */
export const EMPTY_CLAIM = {
  date_of_birth: '',
  minimum_age: '18',
  attribute: '',
  value: '',
  kyc_tier: 'tier_1',
  provider_hash: '',
  jurisdiction: '',
  allowed_set: '',
  qualification: 'income',
  checks: 'ofac, aml',
  entity_hash: '',
  wallet_address: '',
  token_mint: 'USDC',
  min_balance: '',
  max_balance: '',
  protocol: 'lending',
  min_ratio: '',
  min_value_usd: '',
  chain: 'solana' as InputOf<typeof privacy.age>['body']['chain'],
  nonce: '',
  subject: '',
} satisfies DraftOf<
  | typeof privacy.age
  | typeof privacy.identity
  | typeof privacy.kycStatus
  | typeof privacy.jurisdiction
  | typeof privacy.accredited
  | typeof privacy.compliance
  | typeof privacy.defiBalanceRange
  | typeof privacy.defiCollateral
  | typeof privacy.defiPortfolioThreshold
>;
export type ClaimValues = typeof EMPTY_CLAIM;
/** Members of a claim of its own: those of every claim are `chain`, `nonce` and `subject`. */
export type ClaimMember = Exclude<keyof ClaimValues, 'chain' | 'nonce' | 'subject'>;

/** An example whose claim holds. The hashes stand for no file. */
export function sampleClaim(hash: string): ClaimValues {
  return {
    ...EMPTY_CLAIM,
    ...samples,
    provider_hash: hash,
    entity_hash: hash,
    nonce: pageWords.make.sampleNonce,
  };
}

/** Amounts have at most six decimal places, and are below 2⁵³ when they are scaled by them (decisions 12.33). */
const AMOUNT = /^\d{1,16}(?:\.\d{1,6})?$/;
const AMOUNT_LIMIT = Number.MAX_SAFE_INTEGER / 1_000_000;

/** Members of a list as typed. */
export function readList(text: string): readonly string[] {
  return text
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '');
}

function dateTrouble(text: string, now: number): string {
  const date = text.trim();
  const time = Date.parse(`${date}T00:00:00Z`);
  // A date that does not exist is read as one that does.
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(time) || !new Date(time).toISOString().startsWith(date)) {
    return trouble.date;
  }
  return time > now ? trouble.future : '';
}

function countTrouble(text: string, schema: MemberSchema): string {
  const [least, most] = boundsOf(schema);
  const count = Number(text.trim());
  return /^\d+$/.test(text.trim()) && count >= least && count <= most ? '' : trouble.count(least, most);
}

function amountTrouble(text: string): string {
  if (!AMOUNT.test(text.trim())) return trouble.amount;
  return Number(text.trim()) < AMOUNT_LIMIT ? '' : trouble.tooLarge;
}

function setTrouble(text: string): string {
  const schema = privacy.jurisdiction.body.properties.allowed_set;
  const members = readList(text);
  if (members.length === 0) return trouble.noMember;
  if (members.length > mostItemsOf(schema)) return trouble.tooMany(mostItemsOf(schema));
  const twice = members.find((member, place) => members.indexOf(member) !== place);
  if (twice !== undefined) return trouble.twice(twice);
  const long = members.find((member) => [...member].length > longestOf(schema.items));
  return long === undefined ? '' : lineTrouble(long, fields.allowed_set.what, schema.items);
}

const BALANCE = privacy.defiBalanceRange.body.properties;

/** A sentence about each member; empty where it can be sent. */
const TROUBLES: Readonly<Record<ClaimMember, (values: ClaimValues, now: number) => string>> = {
  date_of_birth: ({ date_of_birth }, now) => dateTrouble(date_of_birth, now),
  minimum_age: ({ minimum_age }) => countTrouble(minimum_age, privacy.age.body.properties.minimum_age),
  attribute: ({ attribute }) =>
    lineTrouble(attribute, fields.attribute.what, privacy.identity.body.properties.attribute),
  // Nothing is a value too: the claim does not hold then.
  value: ({ value }) =>
    value === ''
      ? ''
      : lineTrouble(`${value}.`, fields.value.what, {
          maxLength: longestOf(privacy.identity.body.properties.value) + 1,
        }),
  kyc_tier: () => '',
  provider_hash: ({ provider_hash }) => hashTrouble(provider_hash, fields.provider_hash.what),
  jurisdiction: ({ jurisdiction }) =>
    lineTrouble(jurisdiction, fields.jurisdiction.what, privacy.jurisdiction.body.properties.jurisdiction),
  allowed_set: ({ allowed_set }) => setTrouble(allowed_set),
  qualification: () => '',
  checks: ({ checks }) => (readList(checks).length === 0 ? trouble.noCheck : ''),
  entity_hash: ({ entity_hash }) => hashTrouble(entity_hash, fields.entity_hash.what),
  wallet_address: ({ wallet_address }) =>
    lineTrouble(wallet_address, fields.wallet_address.what, BALANCE.wallet_address),
  token_mint: ({ token_mint }) => lineTrouble(token_mint, fields.token_mint.what, BALANCE.token_mint),
  min_balance: ({ min_balance }) => amountTrouble(min_balance),
  max_balance: ({ min_balance, max_balance }) => {
    const own = amountTrouble(max_balance);
    if (own !== '' || amountTrouble(min_balance) !== '') return own;
    return Number(max_balance) < Number(min_balance) ? trouble.range : '';
  },
  protocol: ({ protocol }) =>
    lineTrouble(protocol, fields.protocol.what, privacy.defiCollateral.body.properties.protocol),
  min_ratio: ({ min_ratio }) => amountTrouble(min_ratio),
  min_value_usd: ({ min_value_usd }) => amountTrouble(min_value_usd),
};

/** What is wrong with the members of a claim, and with those of every claim. */
export function claimTroubles(
  members: readonly ClaimMember[],
  values: ClaimValues,
  now: number,
): Partial<Record<keyof ClaimValues, string>> {
  const { nonce, subject } = privacy.age.body.properties;
  const { make } = pageWords;
  const optional = (text: string, what: string, schema: MemberSchema) =>
    text.trim() === '' ? '' : lineTrouble(text, what, schema);
  return {
    ...Object.fromEntries(members.map((member) => [member, TROUBLES[member](values, now)])),
    nonce: optional(values.nonce, make.nonceWhat, nonce),
    subject: optional(values.subject, make.subjectWhat, subject),
  };
}

/** The members that bind a commitment; those that were left empty are not sent. */
export function bindingOf({ chain, nonce, subject }: ClaimValues) {
  return {
    chain,
    ...(nonce.trim() === '' ? {} : { nonce: nonce.trim() }),
    ...(subject.trim() === '' ? {} : { subject: subject.trim() }),
  };
}
