/**
 * Makes `examples/proofs/` anew: a service whose key set is marked demo proves claims, what it answers is saved, and copies of
 * that are tampered with. The clock is fixed; keys, salts and proofs are fresh each time. The secret keys live in a temporary
 * folder and are dropped at the end.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { privacyCommitment } from '@touchstone/core/privacy/commitment.ts';
import { proofFileFrom } from '@touchstone/core/privacy/proof-file.ts';
import { type DemoService, openDemoService } from './demo-service.ts';
import { PROOF_EXAMPLES, PROOF_KEY_SET } from './proof-example-list.ts';

const FOLDER = fileURLToPath(new URL('../../examples/proofs', import.meta.url));
const TEN_YEARS_SECONDS = 3_650 * 86_400;
const DAY_SECONDS = 86_400;

type Privacy = DemoService['client']['privacy']['privacy'];

async function fileOf(privacy: Privacy, commitment: string): Promise<JsonObject> {
  const answer = await privacy.proof({ params: { id: commitment }, query: { include: 'proof' } });
  const file = proofFileFrom(answer as unknown as JsonObject);
  if (file === null) throw new Error('the claim of an example does not hold');
  return file;
}

async function makeExamples({ client }: DemoService): Promise<ReadonlyMap<string, JsonObject>> {
  const { privacy } = client.privacy;
  const setLifetime = (seconds: number) => client.admin.settings.update({ body: { privacy_proof_seconds: seconds } });
  const age = { date_of_birth: '1990-05-17', minimum_age: 18, chain: 'solana', nonce: 'shop-4711' } as const;
  await setLifetime(TEN_YEARS_SECONDS);
  const jurisdiction = { jurisdiction: 'NL', allowed_set: ['DE', 'FR', 'NL', 'AT'], chain: 'ethereum' } as const;
  const portfolio = { wallet_address: 'demo:treasury', min_value_usd: 1_000_000, chain: 'ethereum' } as const;
  const adult = await fileOf(privacy, (await privacy.age({ body: age })).commitment);
  const member = await privacy.jurisdiction({ body: { ...jurisdiction, allowed_set: [...jurisdiction.allowed_set] } });
  const rich = await privacy.defiPortfolioThreshold({ body: portfolio });
  const files = new Map([
    ['age', adult],
    ['jurisdiction', await fileOf(privacy, member.commitment)],
    ['portfolio', await fileOf(privacy, rich.commitment)],
  ]);
  await setLifetime(DAY_SECONDS);
  files.set('expired', await fileOf(privacy, (await privacy.age({ body: age })).commitment));
  const public_inputs = { ...(adult.public_inputs as JsonObject), bounds: { minimum_age: 21 } };
  files.set('changed-bounds', { ...adult, public_inputs });
  files.set('remade-commitment', { ...adult, commitment: privacyCommitment(public_inputs), public_inputs });
  return files;
}

function readme(): string {
  const rows = PROOF_EXAMPLES.map(({ name, title, expected: { outcome, code, exit_code } }) => {
    return `| [${name}](${name}.pqp.json) | ${title} | ${outcome}${code === undefined ? '' : `, ${code}`} (${exit_code}) |`;
  });
  return `# Privacy proofs

Made by \`cli/scripts/make-proof-examples.ts\`: a real service proved the claims and answered what is here. The files that fail
are copies that were tampered with, but for the one that has expired. The tests verify every file. The key set is marked
\`demo\`: what it signs has no authority, and its secret keys were dropped when the files were made.

    pq-verify proof --file age.pqp.json --keys ${PROOF_KEY_SET}

Without \`--keys\` the files that verify are PENDING, SIGNER_NOT_TRUSTED: the arithmetic holds, but nobody says who issued it.

| File | What it shows | Expected (exit code) |
|---|---|---|
${rows.join('\n')}
`;
}

const dataDir = mkdtempSync(path.join(tmpdir(), 'touchstone-'));
try {
  const service = await openDemoService(dataDir, 'demo-privacy', { now: Date.UTC(2026, 9, 5, 9) });
  try {
    const files = await makeExamples(service);
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    for (const { name } of PROOF_EXAMPLES) {
      writeFileSync(path.join(FOLDER, `${name}.pqp.json`), `${JSON.stringify(files.get(name), null, 2)}\n`);
    }
    writeFileSync(path.join(FOLDER, PROOF_KEY_SET), `${JSON.stringify(service.keySet, null, 2)}\n`);
    writeFileSync(path.join(FOLDER, 'README.md'), readme());
  } finally {
    await service.close();
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
