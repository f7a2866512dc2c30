/**
 * Makes `examples/invoices/` anew: a real service makes invoices, and their addresses of payment are what is here. The clock is
 * fixed; the random bytes that hide an invoice are fresh each time. The addresses lead nowhere: the service is gone.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DemoService, openDemoService } from './demo-service.ts';
import { INVOICE_EXAMPLES } from './invoice-example-list.ts';

const FOLDER = fileURLToPath(new URL('../../examples/invoices', import.meta.url));
/** Where a service is as a rule, instead of the free port that was taken here. */
const ORIGIN = 'http://127.0.0.1:7433';

async function makeExamples({ client }: DemoService): Promise<ReadonlyMap<string, string>> {
  const { commerce } = client.privacy;
  const make = async (amount_cents: number) => {
    const { invoice_id } = await commerce.invoice({
      headers: {},
      body: {
        amount_cents,
        currency: 'USD',
        description: 'Support, January',
        recipient_wallet: 'demo:merchant',
        chain: 'solana',
      },
    });
    const answer = await commerce.read({ params: { id: invoice_id } });
    return { ...answer, payment_url: ORIGIN + answer.payment_url.replace(/^https?:\/\/[^/]*/, '') };
  };
  const [answer, other] = [await make(4_905), await make(4_904)];
  const { payment_url } = answer;
  const [before = ''] = payment_url.split('#');
  const [, opening = ''] = other.payment_url.split('#');
  return new Map([
    ['verified.txt', `${payment_url}\n`],
    ['answer.json', `${JSON.stringify(answer, null, 2)}\n`],
    ['other-amount.txt', `${before}#${opening}\n`],
    ['cut.txt', `${payment_url.slice(0, -1)}\n`],
  ]);
}

function readme(): string {
  const rows = INVOICE_EXAMPLES.map(({ file, title, expected: { outcome, code, exit_code } }) => {
    return `| [${file}](${file}) | ${title} | ${outcome}${code === undefined ? '' : `, ${code}`} (${exit_code}) |`;
  });
  return `# Openings of invoices

Made by \`cli/scripts/make-invoice-examples.ts\`: a real service made the invoices. A ledger has the commitment alone; whoever has
the address of payment, as a payer does, opens it offline. The addresses lead nowhere: the service is gone, and nothing here is
a secret of anybody.

    npx pq-verify invoice --file verified.txt

| File | What it shows | Expected (exit code) |
|---|---|---|
${rows.join('\n')}
`;
}

const dataDir = mkdtempSync(path.join(tmpdir(), 'touchstone-'));
try {
  const service = await openDemoService(dataDir, 'demo-invoices', { now: Date.UTC(2026, 9, 6, 9) });
  try {
    const files = await makeExamples(service);
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    for (const { file } of INVOICE_EXAMPLES) writeFileSync(path.join(FOLDER, file), files.get(file) ?? '');
    writeFileSync(path.join(FOLDER, 'README.md'), readme());
  } finally {
    await service.close();
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
