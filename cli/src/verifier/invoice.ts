/**
 * `pq-verify invoice`: whether the opening of an invoice is that of its commitment, and what it says. Both come from a file that
 * holds the address of payment, alone or in a saved answer of the service: in a command line the opening would stand in the list of processes and in the shell's history.
 */
import { fromUtf8 } from '@touchstone/core/bytes.ts';
import { isJsonObject } from '@touchstone/core/canonical-json.ts';
import { type Invoice, LONGEST_OPENING, openInvoice } from '@touchstone/core/commerce/invoice.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { escapeInvisible } from '@touchstone/core/text/visible-text.ts';
import { OUTCOME_WORDS } from '@touchstone/core/verdict/outcome-words.ts';
import { type OptionRules, readOptions } from '../command-line/options.ts';
import { readBounded } from '../files/bounded-read.ts';
import { nameFault } from '../files/names.ts';
import { Refusal } from '../terminal/refusal.ts';
import { shown } from '../terminal/terminal.ts';

const RULES: OptionRules = {
  flags: ['--json'],
  single: ['--file', '--commitment'],
  many: [],
  words: 'files',
};

const SCHEMA = 'svc-invoice-opening/v1';
/** More bytes than any address of payment has. */
const LONGEST_FILE = LONGEST_OPENING + 4_096;
const ADDRESS = /^(?:https?:\/\/[^\s#]*)?\/pay\/([0-9a-f]{64})#(\S+)$/;
const COMMITMENT = /^[0-9a-f]{64}$/;

/** Prints what it finds and answers the exit code. Throws Refusal where the command line is wrong. */
export function verifyInvoice(args: readonly string[]): 0 | 1 | 2 {
  const options = readOptions(args, RULES);
  const [name, ...more] = [options.value('--file'), ...options.words].filter((word) => word !== undefined);
  if (name === undefined || more.length > 0) {
    throw new Refusal(
      'Which file? Usage: pq-verify invoice [--commitment HEX] --file FILE, which holds the payment_url.',
    );
  }
  const commitment = options.value('--commitment');
  if (commitment !== undefined && !COMMITMENT.test(commitment)) {
    throw new Refusal('--commitment takes 64 digits of lower-case hexadecimal.');
  }
  const found = judge(name, commitment);
  const isJson = options.has('--json');
  process.stdout.write(
    isJson ? escapeInvisible(`${JSON.stringify({ schema: SCHEMA, ...found })}\n`) : textOf(name, found),
  );
  return found.exit_code;
}

type Found =
  | { readonly outcome: 'VERIFIED'; readonly exit_code: 0; readonly commitment: string; readonly invoice: Invoice }
  | { readonly outcome: 'FAILED'; readonly exit_code: 1; readonly code: 'COMMITMENT_MISMATCH' }
  | { readonly outcome: 'INPUT_ERROR'; readonly exit_code: 2; readonly code: 'READ' | 'FORMAT' };

function judge(name: string, expected: string | undefined): Found {
  const file = nameFault(name) === null ? readBounded(name, LONGEST_FILE) : null;
  if (file?.ok !== true) return { outcome: 'INPUT_ERROR', exit_code: 2, code: 'READ' };
  const [, commitment, opening] = ADDRESS.exec(addressIn(file.bytes)) ?? [];
  const malformed = { outcome: 'INPUT_ERROR', exit_code: 2, code: 'FORMAT' } as const;
  if (commitment === undefined || opening === undefined) return malformed;
  const mismatch = { outcome: 'FAILED', exit_code: 1, code: 'COMMITMENT_MISMATCH' } as const;
  const opened = openInvoice(commitment, opening);
  if (!opened.ok) return opened.code === 'MALFORMED' ? malformed : mismatch;
  if (expected !== undefined && expected !== commitment) return mismatch;
  return { outcome: 'VERIFIED', exit_code: 0, commitment, invoice: opened.invoice };
}

/** Of an answer that was saved whole, its `payment_url`; nothing else in it counts. */
function addressIn(bytes: Uint8Array): string {
  const parsed = parseStrictJson(bytes);
  if (parsed.ok && isJsonObject(parsed.value)) return `${parsed.value.payment_url ?? ''}`;
  return (fromUtf8(bytes) ?? '').trim();
}

const SENTENCES = {
  COMMITMENT_MISMATCH: 'The opening is that of another commitment, or the commitment is not the one that you named.',
  READ: 'The file could not be read.',
  FORMAT: 'The file holds no payment_url, or the part after # is no opening of an invoice.',
} as const;

function textOf(name: string, found: Found): string {
  const head = OUTCOME_WORDS[found.outcome];
  if (found.outcome !== 'VERIFIED') return `${head}, ${found.code}  ${shown(name)}\n${SENTENCES[found.code]}\n`;
  const { commitment, invoice } = found;
  const facts: readonly (readonly [string, string])[] = [
    ['Commitment', commitment],
    ['Invoice', invoice.invoice_id],
    ['Amount', `${invoice.currency} ${Math.floor(invoice.amount_cents / 100)}.${hundredths(invoice.amount_cents)}`],
    ['Recipient', invoice.recipient_wallet],
    ['Description', invoice.description],
    ['Ledger', invoice.chain],
    ['Issued', invoice.issued_at],
    ['Expires', invoice.expires_at],
  ];
  const lines = facts.map(([fact, value]) => `${`${fact}:`.padEnd(13)}${shown(value)}`);
  return [
    `${head}  ${shown(name)}`,
    'The opening belongs to the commitment.',
    ...lines,
    'Not checked: whether the commitment is anchored, whether the invoice was paid, who made it',
    '',
  ].join('\n');
}

function hundredths(cents: number): string {
  return String(cents % 100).padStart(2, '0');
}
