import { formatCount } from '../../lib/format.ts';

const amounts = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });
const amount = (value: number) => amounts.format(value);

/** At most so many members of a set are named in a title. */
const MOST_NAMED = 3;

/** The nine claims of the Proofs page: their cards, the fields of their sheets, and what of them others see. */
export const words = {
  /** On a card: an example of the claim, and what it keeps hidden. */
  cards: {
    age_threshold: { title: 'Age at least 18', text: 'Without the date of birth.' },
    jurisdiction_membership: { title: 'Resident of the EU', text: 'Without naming the country.' },
    identity_attribute: { title: 'Nationality on record', text: 'Without the value itself.' },
    kyc_status: { title: 'KYC completed', text: 'Without naming the tier.' },
    accredited_investor: { title: 'Accredited investor', text: 'Without the reason behind it.' },
    regulatory_compliance: { title: 'Not on the demo list', text: 'Without naming the organisation.' },
    balance_range: { title: 'Balance within a range', text: 'Without the balance or the wallet.' },
    collateral_ratio: { title: 'Collateral at least 150 %', text: 'Without the position or the wallet.' },
    portfolio_threshold: { title: 'Portfolio worth 10,000 USD', text: 'Without the holdings or the wallet.' },
  },

  /** The claim itself, for a heading or a row; the limits are the public ones. */
  titles: {
    age: (years: number) => `Age at least ${years}`,
    ageOpen: 'Age at least a minimum',
    identity: (attribute: string) => `Attribute “${attribute}” on record`,
    identityOpen: 'Identity attribute on record',
    kyc: 'KYC completed',
    jurisdiction: (members: readonly string[]) =>
      members.length <= MOST_NAMED
        ? `Resident of ${members.join(' or ')}`
        : `Resident of one of ${formatCount(members.length)} jurisdictions`,
    jurisdictionOpen: 'Resident of a set of jurisdictions',
    accredited: 'Accredited investor',
    compliance: (checks: readonly string[]) => `Not on the demo list: ${checks.join(', ')}`,
    complianceOpen: 'Not on the demo list',
    balance: (token: string, least: number, most: number) =>
      `${amount(least)} to ${amount(most)} ${token} in the wallet`,
    balanceOpen: 'Balance within a range',
    collateral: (ratio: number, protocol: string) => `Collateral ratio at least ${amount(ratio)} in ${protocol}`,
    collateralOpen: 'Collateral ratio at least a minimum',
    portfolio: (value: number) => `Portfolio worth at least ${amount(value)} USD`,
    portfolioOpen: 'Portfolio worth at least a minimum',
  },

  /** Short, for a column and a filter. */
  kinds: {
    age_threshold: 'Age',
    jurisdiction_membership: 'Jurisdiction',
    identity_attribute: 'Identity attribute',
    kyc_status: 'KYC status',
    accredited_investor: 'Accredited investor',
    regulatory_compliance: 'Compliance',
    balance_range: 'Balance range',
    collateral_ratio: 'Collateral ratio',
    portfolio_threshold: 'Portfolio value',
  },

  /** What stays hidden from everybody but this service, which sees the value once and drops it. */
  hidden: {
    age_threshold: ['Date of birth', 'The exact age'],
    jurisdiction_membership: ['Which member of the set applies'],
    identity_attribute: ['The value of the attribute'],
    kyc_status: ['Which tier was reached', 'The provider'],
    accredited_investor: ['Income, net worth or licence: which of them', 'The provider'],
    regulatory_compliance: ['Which organisation'],
    balance_range: ['The balance', 'The wallet, unless it is the subject'],
    collateral_ratio: ['Collateral and debt', 'The wallet, unless it is the subject'],
    portfolio_threshold: ['The holdings and their value', 'The wallet, unless it is the subject'],
  },

  /** What a proof of this kind does not say. */
  limits: {
    age_threshold: 'The proof shows that the stated date fits the claim. No document was looked at.',
    jurisdiction_membership: 'The proof shows that the stated value is in the set. No document was looked at.',
    identity_attribute:
      'The proof shows that somebody knows a value behind the commitment. It says nothing about that value.',
    kyc_status: 'The proof shows that a valid tier was stated. The provider was not asked.',
    accredited_investor: 'The proof shows that a valid qualification was stated. The provider was not asked.',
    regulatory_compliance:
      'The list is one of this server, for demonstration. No sanctions list or register was consulted.',
    balance_range: 'The balance comes from a ledger of this server. The proof does not show who owns the wallet.',
    collateral_ratio: 'The position comes from a ledger of this server. The proof does not show who owns the wallet.',
    portfolio_threshold:
      'Holdings and prices come from a ledger of this server. The proof does not show who owns the wallet.',
  },

  fields: {
    date_of_birth: { label: 'Date of birth', hint: 'Year, month and day, such as 1990-05-17.', what: 'date of birth' },
    minimum_age: { label: 'Minimum age', hint: 'In whole years.', what: 'minimum age' },
    attribute: { label: 'Attribute', hint: 'Such as nationality or residency. Public.', what: 'attribute' },
    value: { label: 'Value', hint: 'What the attribute is. An empty value does not satisfy the claim.', what: 'value' },
    kyc_tier: { label: 'Tier', hint: 'Any of the three satisfies the claim.', what: 'tier' },
    provider_hash: {
      label: 'Hash of the provider’s attestation',
      hint: 'SHA3-256 or SHA-256, 64 hexadecimal digits. It is not looked up.',
      what: 'hash of the attestation',
    },
    jurisdiction: {
      label: 'Your jurisdiction',
      hint: 'Spelled as in the set, letter for letter.',
      what: 'jurisdiction',
    },
    allowed_set: {
      label: 'Allowed jurisdictions',
      hint: 'Public, separated by commas. A set of one reveals the value.',
      what: 'allowed jurisdictions',
    },
    qualification: { label: 'Qualification', hint: 'Any of the three satisfies the claim.', what: 'qualification' },
    checks: { label: 'Checks', hint: 'Public. Which checks the claim names.', what: 'checks' },
    entity_hash: {
      label: 'Hash of the organisation',
      hint: 'A hash that stands for the organisation, 64 hexadecimal digits.',
      what: 'hash of the organisation',
    },
    wallet_address: {
      label: 'Wallet',
      hint: 'Its address. Any other than the demo wallets gets made-up holdings.',
      what: 'wallet',
    },
    token_mint: { label: 'Token', hint: 'Such as USDC. Public.', what: 'token' },
    min_balance: { label: 'At least', hint: 'Whole tokens, up to six decimal places.', what: 'lower limit' },
    max_balance: { label: 'At most', hint: 'A narrow range reveals the balance.', what: 'upper limit' },
    protocol: {
      label: 'Protocol',
      hint: 'Which protocol holds the position, such as lending. Public.',
      what: 'protocol',
    },
    min_ratio: { label: 'Minimum ratio', hint: 'Collateral divided by debt, such as 1.5.', what: 'minimum ratio' },
    min_value_usd: { label: 'Minimum value', hint: 'US dollars, up to six decimal places.', what: 'minimum value' },
  },

  options: {
    tier_1: 'Tier 1',
    tier_2: 'Tier 2',
    tier_3: 'Tier 3',
    income: 'Income',
    net_worth: 'Net worth',
    license: 'Licence',
    ofac: 'OFAC',
    aml: 'AML',
    kyc: 'KYC',
    travel_rule: 'Travel rule',
  },

  demo: {
    label: 'Demo wallet',
    own: 'Another address',
    /** By address: what the wallet holds. */
    wallets: {
      'demo:treasury': 'Treasury: 250,000 USDC, 120 ETH, 4.5 BTC, lending',
      'demo:trader': 'Trader: 8,000 USDC, 310.25 SOL, lending, perpetuals',
      'demo:saver': 'Saver: 420 USDC, 1,500 EURC',
      'demo:merchant': 'Merchant: 1,200.50 USDC',
      'demo:empty': 'Empty wallet',
    },
  },

  trouble: {
    date: 'Enter a real date as year-month-day, such as 1990-05-17.',
    future: 'This date is in the future.',
    count: (least: number, most: number) => `Enter a whole number from ${least} to ${most}.`,
    amount: 'Enter a number from 0, with at most six decimal places.',
    tooLarge: 'This number is too large. It must be below 9,007,199,254.',
    range: 'The upper limit is below the lower one.',
    noMember: 'Enter at least one jurisdiction.',
    tooMany: (most: number) => `At most ${formatCount(most)} jurisdictions are allowed.`,
    twice: (member: string) => `“${member}” appears twice.`,
    noCheck: 'Choose at least one check.',
  },

  /** The values of the examples; each claim holds. */
  samples: {
    date_of_birth: '1990-05-17',
    minimum_age: '18',
    attribute: 'nationality',
    value: 'FR',
    kyc_tier: 'tier_2',
    qualification: 'income',
    jurisdiction: 'DE',
    allowed_set:
      'AT, BE, BG, HR, CY, CZ, DK, EE, FI, FR, DE, GR, HU, IE, IT, LV, LT, LU, MT, NL, PL, PT, RO, SK, SI, ES, SE',
    checks: 'ofac, aml',
    wallet_address: 'demo:treasury',
    token_mint: 'USDC',
    min_balance: '1000',
    max_balance: '1000000',
    protocol: 'lending',
    min_ratio: '1.5',
    min_value_usd: '10000',
  },
} as const;
