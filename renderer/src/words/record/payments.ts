import type { ReactNode } from 'react';
import { commandKeys } from '../../lib/text/platform-keys.ts';
import { rich } from '../rich.ts';

/** The Payments page. */
export const words = {
  title: 'Payments',
  one: 'Invoice',
  lead: 'Invoices whose amount and recipient stay private. The ledger holds a commitment; whoever has the payment link can read and pay.',

  embedded: 'embedded',
  embeddedText:
    'The ledger is kept by this server, and wallets on it hold demo balances: no money moves. The real thing would be a payment on a public network.',
  embeddedOn: (chain: string) =>
    `This server keeps the ledger that stands for ${chain}, and wallets on it hold demo balances: no money moves. The real thing would be a payment on the public ${chain} network.`,

  states: { pending: 'Waiting', settled: 'Settled', expired: 'Expired' },
  noDescription: 'No description',
  cost: (units: string) => `Costs ${units}`,

  list: {
    heading: 'List of invoices',
    label: 'Invoices',
    what: 'The invoices',
    loading: 'Loading the invoices',
    names: ['invoice', 'invoices'],
    find: 'Find an invoice',
    state: 'State',
    allStates: 'All states',
    chain: 'Chain',
    allChains: 'All chains',
    columns: {
      description: 'Description',
      amount: 'Amount',
      state: 'State',
      recipient: 'Recipient',
      chain: 'Chain',
      until: 'Pay until',
      made: 'Made',
      id: 'Invoice',
    },
    none: '–',
    noMatch: 'No invoice matches the filters.',
    cut: 'Older invoices are not shown.',
    hint: `Enter opens a row, ${commandKeys('C')} copies the id.`,
    facts: {
      waiting: 'Waiting for payment',
      settled: 'Settled',
      expired: 'Expired',
      newest: 'Newest',
    },
  },

  empty: {
    title: 'No invoices yet',
    text: 'Make an invoice and send its payment link. Programs make invoices through the API; they appear here too.',
  },

  make: {
    verb: 'New invoice',
    title: 'New invoice',
    also: 'request a payment',
    send: 'Make invoice',
    amount: 'Amount',
    amountHint: 'With two decimal places at most, such as 49.99.',
    currency: 'Currency',
    currencyHint: 'Wallets of the embedded ledger pay in US dollars; other currencies have fixed demo rates.',
    description: 'Description',
    descriptionHint: 'What is paid for. Only whoever has the payment link can read it.',
    recipient: 'Recipient’s wallet',
    recipientHint: 'The wallet to be paid.',
    recipientWhat: 'wallet of the recipient',
    chain: 'Chain',
    busy: 'Making the invoice',
    failed: 'The invoice was not made',
    done: (name: string) => `The invoice was made: ${name}`,
    noAmount: 'Enter an amount above 0, with two decimal places at most.',
    tooLarge: 'This amount is too large.',
    sample: {
      amount_cents: '49.99',
      currency: 'USD',
      description: 'Support, January',
      recipient_wallet: 'demo:merchant',
    },
  },

  detail: {
    loading: 'Loading the invoice',
    what: 'The invoice',
    missing: 'This project has no such invoice',
    missingText: (id: ReactNode) =>
      rich`Another project may have made it, or a character is wrong. You looked for ${id}.`,
    copyLink: 'Copy payment link',
    pay: 'Pay from a wallet',
    check: 'Check as others do',
    copyId: 'Copy invoice id',
    idLabel: 'invoice id',
    hide: 'Hide',
    facts: { amount: 'Amount', recipient: 'Recipient', chain: 'Chain', until: 'Pay until', settled: 'Paid' },
    details: 'Details',
    id: 'Invoice',
    by: 'Made by',
    makers: { console: 'the console', administrator: 'the administrator' },
    commitment: 'Commitment',
    commitmentNote: 'A salted hash. The ledger shows neither amount nor parties.',
    commitmentLabel: 'commitment',
    chain: 'Chain',
    recipient: 'Recipient',
    description: 'Description',
    amount: 'Amount',
    inDollars: (amount: string) => `${amount} at the fixed demo rate`,
  },

  link: {
    title: 'Payment link',
    lead: 'Send the link to the payer only.',
    opening: 'The link holds the opening of the commitment.',
    openingText:
      'Whoever has the whole link can read the invoice and pay it. The part after # stays in the browser and reaches no server log.',
    label: 'payment link',
    over: {
      settled: 'The invoice is paid. The link still opens it for reading.',
      expired: 'The invoice has expired and can no longer be paid.',
    },
  },

  steps: {
    title: 'Progress',
    label: 'Progress of the invoice',
    made: 'Made',
    madeText: 'The commitment is on the ledger.',
    paid: 'Paid',
    paidWaiting: (until: ReactNode) => rich`Payable until ${until}.`,
    /** The same where there are no elements. */
    paidUntil: (until: string) => `Payable until ${until}.`,
    paidText: 'The balances moved.',
    settled: 'Settled',
    settledWaiting: 'Follows the payment, as soon as its block is confirmed.',
    settledText: 'The payment is confirmed on the ledger.',
    confirming: 'The payment waits for confirmations.',
    expired: 'Expired',
    expiredText: 'Nobody paid in time. Make a new invoice if you still expect the payment.',
    never: 'Not reached',
    ledger: 'Show on the ledger',
    /** For those who do not see the sign. */
    states: { done: 'done', now: 'waiting', ahead: 'to come', ended: 'ended' },
    line: (step: string, state: string, text: string) => `${step}: ${state}. ${text}`,
  },

  open: {
    title: 'What anyone can see',
    lead: 'The answer of the public check, which needs no account.',
    asking: 'Asking as anyone could',
    what: 'The public answer',
    seen: 'Commitment, chain, and whether it is paid',
    hidden: 'Hidden: amount, currency, description, payer and recipient',
    at: (time: ReactNode) => rich`Checked ${time}.`,
  },

  pay: {
    title: 'Pay this invoice',
    verb: 'Pay',
    lead: (amount: ReactNode) => rich`Moves ${amount} on the embedded ledger. No money moves.`,
    wallet: 'Paying wallet',
    walletHint: 'An address on the embedded ledger. It has no passwords: anyone can name any wallet.',
    walletWhat: 'paying wallet',
    busy: 'Paying',
    failed: 'The invoice was not paid',
    done: 'The invoice is paid',
    short: 'The balance of this wallet is too low for the invoice.',
    sample: 'demo:treasury',
  },

  hide: {
    title: 'Hide this invoice',
    verb: 'Hide',
    busy: 'Hiding',
    failed: 'The invoice was not hidden',
    done: (name: string) => `The invoice is hidden: ${name}`,
    text: 'The invoice leaves the list.',
    stays:
      'The commitment stays on the ledger. While the invoice is pending, whoever has the payment link can still pay it.',
  },

  verify: {
    verb: 'Check a payment',
    also: 'verify the commitment of an invoice',
    title: 'Check a payment',
    note: 'Works without signing in',
    send: 'Check',
    commitment: 'Commitment',
    commitmentWhat: 'commitment',
    commitmentHint: '64 hexadecimal digits. Spaces are ignored.',
    chain: 'Chain',
    busy: 'Asking the ledger',
    failed: 'The payment could not be checked',
    change: 'Check another',
    answer: 'The answer',
    about: 'What was checked',
    at: 'Checked',
    statuses: {
      pending: {
        word: 'Valid, not paid yet',
        text: (chain: string) => `An invoice with this commitment is anchored on ${chain}. Nobody has paid it yet.`,
      },
      settled: {
        word: 'Valid, settled',
        text: (chain: string) => `The invoice with this commitment is anchored on ${chain} and is paid.`,
      },
      expired: {
        word: 'Not valid, expired',
        text: (chain: string) =>
          `An invoice with this commitment is anchored on ${chain}, but expired before anybody paid.`,
      },
      unknown: {
        word: 'Not valid, unknown',
        text: (chain: string) => `No invoice with this commitment is anchored on ${chain}.`,
      },
    },
    limits:
      'The answer shows neither amount nor parties. To tie a commitment to an invoice, open the payment link: the page that opens compares both.',
  },
} as const;
