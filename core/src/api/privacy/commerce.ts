import Type from 'typebox';
import {
  ChainName,
  Count,
  Hex64,
  HexBytes,
  IsoTime,
  ListQuery,
  nullable,
  object,
  pageOf,
  prefixedId,
  text,
} from '../common.ts';
import { endpoint, group } from '../endpoint.ts';
import { CURRENCIES } from './currencies.ts';
import { NetworkDetails } from './proof-schema.ts';

const InvoiceId = prefixedId('inv', 'The invoice.');
const SettlementStatus = Type.Enum(['pending', 'settled', 'expired']);

const Settlement = object({
  commitment: Hex64,
  status: SettlementStatus,
  settled_at: Type.Union([IsoTime, Type.Null()], { description: 'Null unless settled.' }),
  tx_signature: Type.Union([Type.String(), Type.Null()], {
    description: 'The paying transaction; null unless settled.',
  }),
  chain: ChainName,
  details: Type.Optional(NetworkDetails),
});

const InvoiceCurrency = Type.Enum([...CURRENCIES], {
  description:
    'Three capital letters, such as `USD`. Wallets of the embedded ledger are worth US dollars: other currencies are converted at fixed rates for demonstration, and one without a rate is refused.',
});
const PaymentUrl = Type.String({ description: 'For the payer. Its fragment is the opening of the commitment.' });

/** What the owner sees of an invoice. */
const ownMembers = {
  invoice_id: InvoiceId,
  commitment: Hex64,
  status: SettlementStatus,
  amount_cents: Type.Integer({ minimum: 1 }),
  currency: Type.String(),
  description: Type.String(),
  recipient_wallet: Type.String(),
  chain: ChainName,
  created_at: IsoTime,
  created_by: Type.String({ description: 'The id of the key, `console` or `administrator`.' }),
  expires_at: IsoTime,
  settled_at: nullable(IsoTime),
  tx_signature: nullable(Type.String()),
  details: Type.Optional(NetworkDetails),
};

/** A repeat of the request answers the invoice that the first one made. */
const CreationHeaders = object({
  'idempotency-key': Type.Optional(
    Type.String({
      pattern: '^[\\x21-\\x7e]{1,200}$',
      'x-expects': '1 to 200 printable ASCII characters without spaces',
      description:
        'A name that the caller gives to this request. The same request under the same name answers the invoice of the first one, makes none and costs nothing, for at least 7 days; another request under it answers CONFLICT.',
    }),
  ),
});

const EXAMPLE_COMMITMENT = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

export const commerce = group({
  health: endpoint({
    id: 'privacy.commerce.health',
    service: 'privacy',
    method: 'GET',
    path: '/commerce/health',
    response: object({ status: Type.Literal('ok'), version: Type.String(), uptime_seconds: Count }),
    auth: 'none',
    scope: null,
    minTier: null,
    units: 0,
    errors: [],
    summary: 'Whether the commerce service runs, its version and for how long.',
    description: 'The uptime is in whole seconds.',
    example: {},
  }),
  invoice: endpoint({
    id: 'privacy.commerce.invoice',
    service: 'privacy',
    method: 'POST',
    path: '/commerce/invoice',
    headers: CreationHeaders,
    body: object({
      amount_cents: Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'The amount in hundredths of the currency.',
      }),
      currency: InvoiceCurrency,
      description: Type.String({ maxLength: 1_000, description: 'What is paid for.' }),
      recipient_wallet: text(128, 'The wallet that is to be paid.'),
      chain: ChainName,
    }),
    response: object({
      invoice_id: InvoiceId,
      commitment: Hex64,
      payment_url: PaymentUrl,
      expires_at: IsoTime,
      chain: ChainName,
      proof_size_bytes: { ...Count, description: 'Bytes on the chain, as document 1 states them: 74.' },
      details: Type.Optional(NetworkDetails),
    }),
    auth: 'bearer',
    scope: 'commerce',
    minTier: null,
    units: 1,
    errors: ['CONFLICT'],
    summary: 'Create an invoice whose amount and recipient stay private.',
    description:
      'The commitment, SHA3-256 of `svc-invoice/v1`, a zero byte, 32 random bytes and the canonical JSON of the invoice, is anchored; the ledger never shows the amount. Whoever has the whole `payment_url` can read the invoice and pay it, so send it to the payer only: its fragment never reaches a server log. The commitment does not prove that anything is owed.',
    example: {
      body: {
        amount_cents: 4_999,
        currency: 'USD',
        description: 'Support, January',
        recipient_wallet: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
        chain: 'solana',
      },
    },
  }),
  list: endpoint({
    id: 'privacy.commerce.list',
    service: 'privacy',
    method: 'GET',
    path: '/commerce/invoices',
    aliases: ['/v1/invoices'],
    query: object({ ...ListQuery.properties, status: Type.Optional(SettlementStatus) }),
    response: pageOf(object(ownMembers)),
    auth: 'bearer',
    scope: 'commerce',
    minTier: null,
    units: 0,
    errors: [],
    summary: "The project's invoices, the newest first.",
    description: 'Hidden ones are left out. How to pay one stands in the answer about it alone.',
    example: { query: { status: 'pending', limit: 20 } },
  }),
  read: endpoint({
    id: 'privacy.commerce.read',
    service: 'privacy',
    method: 'GET',
    path: '/commerce/invoice/:id',
    params: object({ id: InvoiceId }),
    response: object({ ...ownMembers, payment_url: PaymentUrl }),
    auth: 'bearer',
    scope: 'commerce',
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND'],
    summary: "One of the project's invoices, with the address at which it is paid.",
    description: 'Also of one that was hidden. `payment_url` is formed anew: the port may have changed.',
    example: {
      params: { id: 'inv_2c71f08be94d35a6' },
      after: { operation: 'privacy.commerce.invoice', use: { 'params.id': 'invoice_id' } },
    },
  }),
  hide: endpoint({
    id: 'privacy.commerce.hide',
    service: 'privacy',
    method: 'DELETE',
    path: '/commerce/invoice/:id',
    params: object({ id: InvoiceId }),
    response: object({ invoice_id: InvoiceId, hidden: Type.Literal(true) }),
    auth: 'bearer',
    scope: 'commerce',
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND'],
    summary: 'Take an invoice off the list.',
    description:
      'What is anchored stays: looking it up, verifying and paying it go on. To keep an invoice from being paid, let it expire. A key hides the invoices that it made, console and administrator any; a key of the same project that did not make it is answered INVALID_SCOPE.',
    example: {
      params: { id: 'inv_2c71f08be94d35a6' },
      after: { operation: 'privacy.commerce.invoice', use: { 'params.id': 'invoice_id' } },
    },
  }),
  settlement: endpoint({
    id: 'privacy.commerce.settlement',
    service: 'privacy',
    method: 'GET',
    path: '/commerce/settlement/:commitment',
    params: object({ commitment: Hex64 }),
    response: Settlement,
    auth: 'bearer',
    scope: 'commerce',
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND'],
    summary: "The settlement of one of the project's invoices.",
    description:
      'An invoice is `pending` until it is paid, then `settled`; unpaid at its expiry it is `expired`. Commitments of other projects answer NOT_FOUND; anyone may ask `commerce/verify` about them.',
    example: {
      params: { commitment: EXAMPLE_COMMITMENT },
      after: { operation: 'privacy.commerce.invoice', use: { 'params.commitment': 'commitment' } },
    },
  }),
  verify: endpoint({
    id: 'privacy.commerce.verify',
    service: 'privacy',
    method: 'POST',
    path: '/commerce/verify',
    body: object({ commitment: HexBytes, chain: ChainName }),
    response: object({
      valid: Type.Boolean(),
      commitment: HexBytes,
      status: Type.Enum(['pending', 'settled', 'expired', 'unknown'], {
        description: '`unknown`: no invoice with this commitment is anchored on this chain.',
      }),
      chain: ChainName,
      verified_at: IsoTime,
      details: Type.Optional(NetworkDetails),
    }),
    auth: 'none',
    isForOwnPages: true,
    scope: null,
    minTier: null,
    units: 0,
    errors: [],
    summary: 'Verify the commitment of a payment.',
    description:
      '`valid` is true if the commitment is anchored on this chain as that of an invoice and is pending or settled; look at `status` to learn whether it was paid. Unknown and expired ones answer 200 with `valid` false. Neither amount nor parties are shown: to tie the commitment to an invoice, open it with what the fragment of `payment_url` holds.',
    example: {
      body: { commitment: EXAMPLE_COMMITMENT, chain: 'solana' },
      after: { operation: 'privacy.commerce.invoice', use: { 'body.commitment': 'commitment' } },
    },
  }),
  pay: endpoint({
    id: 'privacy.commerce.pay',
    service: 'privacy',
    method: 'POST',
    path: '/commerce/invoice/:id/pay',
    params: object({ id: InvoiceId }),
    body: object({
      payer_wallet: text(128, 'The wallet that pays.'),
      opening: Type.Optional(text(16_384, 'The fragment of `payment_url`, without its number sign.')),
    }),
    response: Settlement,
    auth: 'none',
    readsSender: true,
    isForOwnPages: true,
    scope: null,
    minTier: null,
    units: 0,
    errors: ['UNAUTHORIZED', 'INVALID_SCOPE', 'INSUFFICIENT_CREDITS', 'NOT_FOUND', 'CONFLICT'],
    summary: 'Pay an invoice on the embedded ledger.',
    description:
      'Whoever has the `opening` may pay; without it a key of the project that made the invoice is needed, with the scope `commerce`: without a key the answer is UNAUTHORIZED. A wrong opening answers NOT_FOUND, like an invoice that does not exist. An invoice that is not pending answers CONFLICT, a wallet whose balance is short INSUFFICIENT_CREDITS. The payment moves balances of the embedded ledger; no money is moved.',
    example: {
      params: { id: 'inv_2c71f08be94d35a6' },
      body: {
        payer_wallet: '4Nd1mYvQdV6k2cXbTnHqzJ5r8sPfLw3uEaGt7RyBxKoC',
        opening: 'eyJjdXJyZW5jeSI6IlVTRCJ9',
      },
    },
  }),
});
