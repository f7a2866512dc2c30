/**
 * Makes `examples/statements/` anew: a service whose key set is marked demo computes an average and holds a call, what it signs
 * is saved, and copies of that are tampered with. The clock is fixed; keys and shares are fresh each time. The secret keys live
 * in a temporary folder and are dropped at the end.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { toHex } from '@touchstone/core/bytes.ts';
import { keyMessageJson } from '@touchstone/core/calls/key-message.ts';
import { hashLines, type TranscriptLine } from '@touchstone/core/calls/transcript.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { sealContribution, sessionFromParams } from '@touchstone/core/mpc/contribution.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { statementFile } from '@touchstone/core/statement/file.ts';
import { kem } from '@touchstone/server/crypto/kem.ts';
import { type DemoService, openDemoService } from './demo-service.ts';
import { STATEMENT_EXAMPLES, STATEMENT_KEY_SET } from './statement-example-list.ts';

const FOLDER = fileURLToPath(new URL('../../examples/statements', import.meta.url));

type Crypto = DemoService['client']['crypto'];

async function computed({ mpc }: Crypto): Promise<JsonObject> {
  const inputs = [4_100, 5_250, 6_400];
  const { session_id, public_params, participant_ids } = await mpc.init({
    body: { participants: inputs.length, threshold: 2, computation: 'average' },
  });
  const session = sessionFromParams(public_params);
  if (session === null) throw new Error('the session of an example is not described');
  const params = { session_id };
  for (const [at, participant_id] of participant_ids.entries()) {
    const sealed = await sealContribution(kem, systemRandom, session, participant_id, inputs[at] ?? 0);
    if (!sealed.ok) throw new Error('an input of an example is not sealed');
    await mpc.contribute({ params, body: { participant_id, encrypted_share: sealed.encryptedShare } });
  }
  const { proof } = await mpc.compute({ params });
  return JSON.parse(Buffer.from(proof, 'base64').toString()) as JsonObject;
}

/** The transcript of a call, and its signed end. */
async function held({ video }: Crypto): Promise<readonly [transcript: JsonObject, end: JsonObject]> {
  const participants = ['ada', 'grace'];
  const body = { participants, security_level: 'L5' as const, record_transcript: true };
  const { session_id } = await video.session({ body });
  const params = { session_id };
  const { publicKey } = await kem.generateKeyPair('ML-KEM-1024');
  const hello = keyMessageJson({ type: 'hello', publicKey });
  await video.signal({ params, body: { from: 'ada', to: '*', kind: 'key_exchange', payload: hello } });
  await video.signal({ params, body: { from: 'ada', to: '*', kind: 'caption', payload: 'Good morning.' } });
  await video.signal({ params, body: { from: 'grace', to: '*', kind: 'caption', payload: 'The figures are in.' } });
  await video.endSession({ params });
  const { transcript, signature } = await video.transcript({ body: { session_id, format: 'json' } });
  const { end } = await video.getSession({ params });
  if (end === null) throw new Error('the call of an example has no end');
  return [
    statementFile('transcript', transcript as JsonObject, signature),
    statementFile('call-end', end.body as JsonObject, end.signature),
  ];
}

async function makeExamples({ client: { crypto } }: DemoService): Promise<ReadonlyMap<string, JsonObject>> {
  const average = await computed(crypto);
  const [call, end] = await held(crypto);
  const { result_shares: shares, contributions } = bodyOf(average) as {
    result_shares: string[];
    contributions: JsonObject[];
  };
  const { lines } = bodyOf(call) as { lines: (TranscriptLine & JsonObject)[] };
  const recaptioned = lines.map((line) => ('text' in line ? { ...line, text: 'The figures are not in.' } : line));
  const unhashed = lines.slice(1).map(({ hash: _, ...line }) => line as TranscriptLine);
  return new Map([
    ['average', average],
    ['average-other-result', withBody(average, { result: 6_000 })],
    ['average-other-shares', withBody(average, { result_shares: ['0000000000000001', ...shares.slice(1)] })],
    [
      'average-other-hash',
      withBody(average, {
        contributions: [{ ...contributions[0], sha3_256: toHex(new Uint8Array(32)) }, ...contributions.slice(1)],
      }),
    ],
    ['call', call],
    ['call-changed-caption', withBody(call, { lines: recaptioned })],
    ['call-cut', withBody(call, { lines: [...hashLines(unhashed)] })],
    ['call-end', end],
    ['call-end-more-minutes', withBody(end, { minutes: Number(bodyOf(end).minutes) + 1 })],
  ]);
}

function bodyOf(file: JsonObject): JsonObject {
  return file.body as JsonObject;
}

function withBody(file: JsonObject, changes: JsonObject): JsonObject {
  return { ...file, body: { ...bodyOf(file), ...changes } };
}

function readme(): string {
  const rows = STATEMENT_EXAMPLES.map(({ name, title, expected: { outcome, code, exit_code } }) => {
    return `| [${name}](${name}.pqst.json) | ${title} | ${outcome}${code === undefined ? '' : `, ${code}`} (${exit_code}) |`;
  });
  return `# Statements of a service

Made by \`cli/scripts/make-statement-examples.ts\`: a real service computed an average of three inputs that nobody showed it, and
held a call. The inputs and the captions are made up. The files that fail are copies that were tampered with. The tests verify
every file. The key set is marked \`demo\`: what it signs has no authority, and its secret keys were dropped when the files were
made.

    npx pq-verify statement --file average.pqst.json --keys ${STATEMENT_KEY_SET}

Without \`--keys\` the files that verify are PENDING, SIGNER_NOT_TRUSTED.

| File | What it shows | Expected (exit code) |
|---|---|---|
${rows.join('\n')}
`;
}

const dataDir = mkdtempSync(path.join(tmpdir(), 'touchstone-'));
try {
  const service = await openDemoService(dataDir, 'demo-statements', { now: Date.UTC(2026, 9, 7, 9) });
  try {
    const files = await makeExamples(service);
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    for (const { name } of STATEMENT_EXAMPLES) {
      writeFileSync(path.join(FOLDER, `${name}.pqst.json`), `${JSON.stringify(files.get(name), null, 2)}\n`);
    }
    writeFileSync(path.join(FOLDER, STATEMENT_KEY_SET), `${JSON.stringify(service.keySet, null, 2)}\n`);
    writeFileSync(path.join(FOLDER, 'README.md'), readme());
  } finally {
    await service.close();
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
