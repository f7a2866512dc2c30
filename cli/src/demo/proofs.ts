/**
 * What `touchstone demo proofs` asks of a service: claims about hidden values, one that does not hold, and an invoice that is
 * paid. What comes out otherwise than it is told throws. All of it is made up.
 */
import { ApiFailure, createClient } from '@touchstone/core/api/client.ts';
import { commerce } from '@touchstone/core/api/privacy/commerce.ts';
import { privacy } from '@touchstone/core/api/privacy/privacy.ts';
import { svcKey } from '@touchstone/core/api/signing/svc-key.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { proofFileFrom } from '@touchstone/core/privacy/proof-file.ts';
import { DEMO_TIMEOUT_MS } from './acts.ts';
import { type Shown, see } from './see.ts';

/** What the relying party chose, so that nobody passes on a proof that was made for another. */
const NONCE = 'demo-shop-4711';
const BINDING = { chain: 'solana', nonce: NONCE } as const;
const TRADER = 'demo:trader';

/** What a person is to take from it, and what not. */
export const PROOFS_CONCLUSION: readonly string[] = [
  '',
  'Shown: a claim about a hidden value can be checked by anybody, offline and without learning the value; whoever changes the',
  'claim, or makes a false one, has no proof; an invoice is paid once; a grade follows from its six dimensions.',
  'Not shown: that the values are true. Nothing was looked up but demo wallets of the embedded ledger. That whoever shows a proof',
  'is the one whom it is about: demand a nonce or a subject of your own. That the dimensions of the grade are those of the code:',
  'they are self-reported. That anything stands on a public chain: the ledger is embedded. The proof system is our own and was',
  'not audited. The proofs are good for a day.',
];

type Answer = Awaited<ReturnType<Client['privacy']['age']>>;
type Client = ReturnType<typeof proofsClient>;

interface Claim {
  /** Of the file. */
  readonly name: string;
  readonly says: string;
  /** The public members of the claim, as a relying party demands them. */
  readonly expected: NonNullable<Parameters<Client['privacy']['verify']>[0]['body']['expected']>;
  readonly make: (privacy: Client['privacy']) => Promise<Answer>;
}

const CLAIMS: readonly Claim[] = [
  {
    name: 'age',
    says: 'Somebody is 18 at least. Hidden: the date of birth.',
    expected: { minimum_age: 18 },
    make: ({ age }) => age({ body: { date_of_birth: '1990-05-17', minimum_age: 18, ...BINDING } }),
  },
  {
    name: 'jurisdiction',
    says: 'Somebody’s jurisdiction is one of AT, DE, FR and NL. Hidden: which.',
    expected: { allowed_set: ['AT', 'DE', 'FR', 'NL'] },
    make: ({ jurisdiction }) =>
      jurisdiction({ body: { jurisdiction: 'NL', allowed_set: ['AT', 'DE', 'FR', 'NL'], ...BINDING } }),
  },
  {
    name: 'balance',
    says: 'A wallet of the embedded ledger holds 1,000 to 10,000 USDC. Hidden: wallet and balance.',
    expected: { token_mint: 'USDC', min_balance: 1_000, max_balance: 10_000 },
    make: ({ defiBalanceRange }) =>
      defiBalanceRange({
        body: { wallet_address: TRADER, token_mint: 'USDC', min_balance: 1_000, max_balance: 10_000, ...BINDING },
      }),
  },
  {
    name: 'portfolio',
    says: 'A wallet of the embedded ledger is worth a million dollars at least. Hidden: wallet and worth.',
    expected: { min_value_usd: 1_000_000 },
    make: ({ defiPortfolioThreshold }) =>
      defiPortfolioThreshold({ body: { wallet_address: 'demo:treasury', min_value_usd: 1_000_000, ...BINDING } }),
  },
];

/** A client for a service on this machine, with a key that has the scope `commerce`. */
function proofsClient(url: string, apiKey: string) {
  const api = { privacy: { privacy, commerce }, signing: { svcKey } };
  const client = createClient(api, { baseUrl: url, token: apiKey, fetch, timeoutMs: DEMO_TIMEOUT_MS });
  return { ...client.privacy, ...client.signing };
}

/** Proves, looks up, verifies and pays, and answers what a relying party would be sent. */
export async function showProofs(url: string, apiKey: string): Promise<Shown> {
  const client = proofsClient(url, apiKey);
  const lines: string[] = [];
  const files = new Map<string, string>();
  const save = (name: string, value: object) => files.set(name, `${JSON.stringify(value, null, 2)}\n`);
  save('service.pqkeys.json', await client.svcKey.publicKeys());
  for (const claim of CLAIMS) {
    const file = await proven(client.privacy, claim);
    save(`${claim.name}.pqp.json`, file);
    if (claim.name === 'age') save('age-changed.pqp.json', withMinimumAge(file, 21));
    lines.push(`Proven       ${claim.says}`);
  }
  lines.push(
    '             Each was looked up by its commitment and verified with what was expected; with another nonce: false.',
  );
  await refuted(client.privacy);
  lines.push(
    'Not proven   A wallet’s collateral is twice its debt at least. That is false: there is no proof, and verifying answers false.',
  );
  const invoice = await paid(client.commerce);
  files.set('invoice.txt', `${invoice.paymentUrl}\n`);
  lines.push(
    'Paid         An invoice of 49.99 USD; only its commitment is anchored. It was pending, was paid, and is settled.',
    '             The second payment was refused. No money moved: the wallets are made up.',
  );
  return { lines, files };
}

async function proven(privacy: Client['privacy'], { name, expected, make }: Claim): Promise<JsonObject> {
  const { commitment, claim_satisfied, chain } = await make(privacy);
  see(claim_satisfied, `that the claim ${name} holds`);
  const expecting = async (nonce: string) =>
    (await privacy.verify({ body: { commitment, chain, expected: { ...expected, nonce } } })).valid;
  see(await expecting(NONCE), `that the claim ${name} verifies`);
  see(!(await expecting('another shop')), `that the claim ${name} is bound to its nonce`);
  const found = await privacy.proof({ params: { id: commitment }, query: { include: 'proof' } });
  const file = proofFileFrom({ ...found } as JsonObject);
  if (file === null) throw new Error(`the demonstration did not see the proof of the claim ${name}`);
  return file;
}

/** What somebody would write who is 18 and wants to be 21. */
function withMinimumAge(file: JsonObject, minimum_age: number): JsonObject {
  return { ...file, public_inputs: { ...(file.public_inputs as JsonObject), bounds: { minimum_age } } };
}

async function refuted(privacy: Client['privacy']): Promise<void> {
  const body = { wallet_address: TRADER, protocol: 'lending', min_ratio: 2, ...BINDING };
  const { commitment, claim_satisfied, chain } = await privacy.defiCollateral({ body });
  see(!claim_satisfied, 'that a false claim is told as such');
  see(!(await privacy.verify({ body: { commitment, chain } })).valid, 'that a false claim does not verify');
}

async function paid(commerce: Client['commerce']): Promise<{ readonly paymentUrl: string }> {
  const { chain } = BINDING;
  const made = await commerce.invoice({
    headers: {},
    body: {
      amount_cents: 4_999,
      currency: 'USD',
      description: 'Support, January',
      recipient_wallet: 'demo:merchant',
      chain,
    },
  });
  const { commitment, payment_url: paymentUrl } = made;
  const status = async () => (await commerce.verify({ body: { commitment, chain } })).status;
  see((await status()) === 'pending', 'a new invoice pending');
  const pay = () =>
    commerce.pay({
      params: { id: made.invoice_id },
      body: { payer_wallet: TRADER, opening: new URL(paymentUrl).hash.slice(1) },
    });
  see((await pay()).status === 'settled', 'a paid invoice settled');
  see((await status()) === 'settled', 'a settled invoice verify');
  const second = await pay().catch((error: unknown) => error);
  see(second instanceof ApiFailure && second.code === 'CONFLICT', 'a second payment refused');
  return { paymentUrl };
}
