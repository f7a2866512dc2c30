/**
 * Makes `examples/receipts/` anew: a key set of use `receipt`, marked demo, and one receipt for each outcome. The clock is
 * fixed; keys, nonces and signatures are fresh each time. The secret keys are dropped at the end.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ISSUER_NAME } from '@touchstone/core/artifact/artifact.ts';
import { utf8, wipe } from '@touchstone/core/bytes.ts';
import { generateKeySet } from '@touchstone/core/keys/generate.ts';
import { algorithmOf } from '@touchstone/core/keys/key-set.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { createReceipt, type ReceiptDocument } from '@touchstone/core/receipt/create.ts';
import { RECEIPT_ALGORITHMS, RECEIPT_SLOTS } from '@touchstone/core/receipt/receipt.ts';
import { NONCE_LENGTH } from '@touchstone/core/receipt/substrate.ts';
import { signatures } from '../src/keys/signing.ts';
import { RECEIPT_EXAMPLES, RECEIPT_KEY_SET, RECEIPT_PAYLOAD } from './example-list.ts';

const FOLDER = fileURLToPath(new URL('../../examples/receipts', import.meta.url));
const NOW = Date.UTC(2026, 9, 5, 9);
const DAY_MS = 86_400_000;
const PAYLOAD = '{"order":4711,"total_cents":1999,"currency":"EUR"}';

/** How each example differs from a good receipt. */
const CHANGES: Readonly<Record<string, (receipt: ReceiptDocument) => object>> = {
  verified: (receipt) => receipt,
  'broken-signature': (receipt) => {
    const text = receipt.signatures.falcon_512;
    const changed = `${text.slice(0, 400)}${text.charAt(400) === 'A' ? 'B' : 'A'}${text.slice(401)}`;
    return { ...receipt, signatures: { ...receipt.signatures, falcon_512: changed } };
  },
  'not-signed': ({ on_chain_hash, receipt_hex, substrate_hex }) => ({ on_chain_hash, receipt_hex, substrate_hex }),
};

function save(name: string, text: string): void {
  writeFileSync(path.join(FOLDER, name), text);
}

const { keySet, secretKeys } = await generateKeySet(
  {
    keyset_id: 'demo-receipts',
    issuer: ISSUER_NAME,
    principal: 'demo-receipts',
    use: 'receipt',
    serial: 1,
    notBefore: Date.UTC(2026, 9, 1),
    notAfter: Date.UTC(2026, 9, 1) + 3650 * DAY_MS,
    demo: true,
    algorithms: RECEIPT_SLOTS.map((slot) => RECEIPT_ALGORITHMS[slot]),
  },
  signatures,
);
try {
  const byAlgorithm = new Map(
    keySet.keys.map((key) => [algorithmOf(key), secretKeys.get(key.kid) ?? new Uint8Array()]),
  );
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  save(RECEIPT_KEY_SET, `${JSON.stringify(keySet, null, 2)}\n`);
  save(RECEIPT_PAYLOAD, PAYLOAD);
  for (const [index, { name }] of RECEIPT_EXAMPLES.entries()) {
    const change = CHANGES[name];
    if (change === undefined) throw new Error(`no plan for ${name}`);
    const receiptId = `rcp_${String(index + 1).padStart(16, '0')}`;
    const receipt = await createReceipt(
      {
        receiptId,
        verificationUrl: `http://127.0.0.1:7433/v1/receipts/${receiptId}`,
        payload: utf8(PAYLOAD),
        computationType: 0x0c,
        issuedAt: NOW,
        nonce: systemRandom(NONCE_LENGTH),
        keySet,
        secretKeys: byAlgorithm,
      },
      signatures,
    );
    save(`${name}.pqr.json`, `${JSON.stringify(change(receipt), null, 2)}\n`);
  }
} finally {
  wipe(...secretKeys.values());
}
const rows = RECEIPT_EXAMPLES.map(
  ({ name, title, expected: { outcome, code, exit_code } }) =>
    `| [${name}](${name}.pqr.json) | ${title} | ${outcome}${code === undefined ? '' : `, ${code}`} (${exit_code}) |`,
);
save(
  'README.md',
  `# Receipts

Made by \`cli/scripts/make-receipt-examples.ts\` over the payload in \`${RECEIPT_PAYLOAD}\`, and verified by the tests. The key set is
marked \`demo\`: what it signs has no authority, and its secret keys were dropped when the files were made.

    pq-verify receipt --file verified.pqr.json --data ${RECEIPT_PAYLOAD} --keys ${RECEIPT_KEY_SET}

| File | What it shows | Expected (exit code) |
|---|---|---|
${rows.join('\n')}
`,
);
