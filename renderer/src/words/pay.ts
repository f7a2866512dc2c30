/** The page on which an invoice is paid. */
export const words = {
  title: 'Pay an invoice',
  note: 'This invoice is paid on the embedded ledger of Touchstone on this computer. Balances there are for demonstration: no money moves.',
  looking: 'Checking the invoice …',
  problems: {
    noInvoice: {
      title: 'This address names no invoice',
      detail: 'Ask whoever sent the link for the whole address.',
    },
    noOpening: {
      title: 'The link is incomplete',
      detail: 'The part after # is missing, which holds the invoice. Ask whoever sent the link for the whole address.',
    },
    malformed: {
      title: 'The link is damaged',
      detail: 'The part after # cannot be read. Ask whoever sent the link for the whole address.',
    },
    mismatch: {
      title: 'The link does not fit the invoice',
      detail:
        'The part after # is that of another invoice, or was changed. Do not pay. Ask whoever sent the link for a new one.',
    },
    unknown: {
      title: 'This server does not know the invoice',
      detail:
        'No such invoice is anchored on the ledger here. The link belongs to another server, or was made up. Do not pay.',
    },
  },
  states: {
    pending: { title: 'Not paid yet', detail: 'The link fits the commitment on the ledger. This page checked that.' },
    settled: { title: 'Paid', detail: 'This invoice is settled. It cannot be paid again.' },
    expired: { title: 'Expired', detail: 'Nobody paid in time. Ask whoever sent the link for a new invoice.' },
  },
  facts: {
    title: 'Invoice',
    amount: 'Amount',
    inDollars: (amount: string) => `${amount} at the fixed demo rate`,
    recipient: 'Recipient',
    description: 'Description',
    noDescription: 'None',
    chain: 'Ledger',
    network: (chain: string) => `${chain} (embedded)`,
    issued: 'Issued',
    expires: 'Payable until',
    commitment: 'Commitment',
  },
  payment: {
    title: 'Payment',
    wallet: 'Your wallet',
    hint: 'An address on the embedded ledger. Anyone can type any address: this ledger has no passwords.',
    pay: (amount: string) => `Pay ${amount}`,
    paying: 'Paying …',
  },
  settlement: {
    title: 'Settlement',
    at: 'Paid at',
    transaction: 'Transaction',
    done: 'Paid. Keep the transaction id if you need evidence of the payment.',
  },
  errors: {
    noWallet: 'Type the wallet that pays.',
    short: 'The balance of this wallet is too low for the invoice. Use another wallet.',
    wallet: 'This is no address of a wallet.',
    unreachable: 'The server does not answer. Nothing is known of the payment: load this page again before you pay.',
    busy: (seconds: number) =>
      `Too many requests. Try again in ${seconds === 1 ? '1 second' : `${seconds} seconds`}. Nothing was paid.`,
    locked: 'The server is locked. Its owner has to unlock it first. Nothing was paid.',
    other: (code: string, request: string) =>
      `The server refused the payment (${code}${request === '' ? '' : `, request ${request}`}). Nothing was paid.`,
  },
  again: 'Check again',
} as const;
