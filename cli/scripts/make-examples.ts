/**
 * Makes `examples/` anew with the project's own commands: key sets, artifacts, the ceremony, the trust store. The clock is
 * fixed; keys and signatures are fresh each time. The secret keys live in a temporary folder and are dropped at the end.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Artifact, Slot } from '@touchstone/core/artifact/artifact.ts';
import { artifactText } from '@touchstone/core/artifact/build.ts';
import { artifactIdOf, attestationHashes, manifestHash } from '@touchstone/core/artifact/manifest.ts';
import { parseKeySet } from '@touchstone/core/keys/key-set.ts';
import type { Command, Context } from '../src/command-line/context.ts';
import { artifact as artifactCommand } from '../src/commands/artifact.ts';
import { ceremony } from '../src/commands/ceremony.ts';
import { keys } from '../src/commands/keys.ts';
import { writeIndex } from './example-index.ts';
import { EXAMPLES } from './example-list.ts';

const EXAMPLE_FOLDER = fileURLToPath(new URL('../../examples', import.meta.url));
const NOW = Date.UTC(2026, 9, 5, 9);
const CONTEXT: Context = { root: '', now: () => NOW };

const work = mkdtempSync(path.join(tmpdir(), 'touchstone-examples-'));
const data = path.join(work, 'data');
const inWork = (name: string) => path.join(work, name);
const inExamples = (name: string) => path.join(EXAMPLE_FOLDER, name);

async function run(command: Command, ...args: string[]): Promise<void> {
  const code = await command(args, CONTEXT);
  if (code !== 0) throw new Error(`${args.slice(0, 2).join(' ')} ended with ${code}`);
}

/** Every example belongs to one of these signers; only the unknown one's key set is not published. */
const SIGNERS = {
  'demo-office': ['--from', '2026-10-01T00:00:00Z', '--days', '3650'],
  'demo-shake-office': ['--from', '2026-10-01T00:00:00Z', '--days', '3650', '--slh', 'shake'],
  'demo-expired-office': ['--from', '2025-01-01T00:00:00Z', '--days', '90'],
  'demo-revoked-office': ['--from', '2026-10-01T00:00:00Z', '--days', '3650'],
  'unknown-office': ['--from', '2026-10-01T00:00:00Z', '--days', '3650'],
} as const;
type Signer = keyof typeof SIGNERS;

const keySetFile = (signer: Signer) => path.join(data, 'keys', `${signer}.pqkeys.json`);

async function makeKeySets(): Promise<void> {
  for (const [signer, validity] of Object.entries(SIGNERS)) {
    await run(keys, 'new', '--principal', signer, '--id', signer, '--demo', '--data-dir', data, ...validity);
  }
  for (const signer of Object.keys(SIGNERS) as Signer[]) {
    if (signer === 'unknown-office') continue;
    await run(keys, 'export', signer, '--data-dir', data, '--out', inExamples(`keys/${signer}.pqkeys.json`));
  }
}

/** The trust store that knows of a revocation. */
async function makeTrustStore(): Promise<void> {
  const result = parseKeySet(readFileSync(keySetFile('demo-revoked-office')));
  if (!result.ok) throw new Error(result.message);
  const { fingerprint, keys: revoked } = result.keySet;
  const trust = ['--data-dir', inExamples('trust')];
  const file = inExamples('keys/demo-revoked-office.pqkeys.json');
  await run(keys, 'import', file, '--fingerprint', fingerprint, '--by', 'make-examples', ...trust);
  await run(keys, 'revoke', revoked[0]?.kid ?? '', '--reason', 'example of a lost key', '--yes', ...trust);
}

interface Plan {
  readonly subject: string;
  readonly claim: string;
  readonly signer?: Signer;
  readonly slots?: readonly Slot[];
  /** Pillars that the issuer brings, by file name. */
  readonly supplied?: Readonly<Record<string, object>>;
  readonly options?: readonly string[];
  /** Changes the artifact before it is signed. */
  readonly prepare?: (artifact: Artifact) => Artifact;
  /** Changes the text of the finished file: the tampering. */
  readonly finish?: (text: string) => string;
}

async function make(name: string, plan: Plan): Promise<void> {
  const signer = plan.signer ?? 'demo-office';
  const evidence = inWork(`${name}-evidence`);
  mkdirSync(evidence);
  writeFileSync(path.join(evidence, 'test-report.txt'), `Test report for ${plan.subject}: 128 of 128 tests passed.\n`);
  writeFileSync(path.join(evidence, 'release-notes.txt'), `Release notes for ${plan.subject}.\n`);
  for (const [file, bundle] of Object.entries(plan.supplied ?? {})) {
    writeFileSync(path.join(evidence, file), JSON.stringify(bundle));
  }
  const file = inWork(`${name}.pqv.json`);
  await run(
    artifactCommand,
    ...['new', '--subject', plan.subject, '--category', 'demo', '--claim', plan.claim, '--attestations', evidence],
    ...[
      '--description',
      'An example that comes with Touchstone. It attests nothing.',
      '--load-bearing',
      'evidence',
      'cryptography',
    ],
    ...['--evidence', 'The evidence attestation lists the test report and the release notes by their hashes.'],
    ...['--key-set', keySetFile(signer), '--cycle', '2026-Q4-001', '--out', file, '--data-dir', data],
    ...(plan.options ?? []),
  );
  if (plan.prepare !== undefined) {
    writeFileSync(file, artifactText(plan.prepare(JSON.parse(readFileSync(file, 'utf8')) as Artifact)));
  }
  const slots = plan.slots ?? ['ml_dsa_87', 'slh_dsa_256s', 'falcon_1024'];
  if (slots.length > 0) {
    const request = inWork(`${name}.pqsign.json`);
    const answer = inWork(`${name}.pqsigned.json`);
    const keySet = ['--key-set', keySetFile(signer), '--data-dir', data];
    await run(ceremony, 'request', '--file', file, '--slots', ...slots, '--out', request, ...keySet);
    const expired = signer === 'demo-expired-office' ? ['--allow-expired'] : [];
    await run(ceremony, 'sign', '--request', request, '--yes', '--out', answer, '--data-dir', data, ...expired);
    await run(ceremony, 'apply', '--file', file, '--answer', answer, ...keySet);
  }
  const text = readFileSync(file, 'utf8');
  const finished = plan.finish === undefined ? text : plan.finish(text);
  if (plan.finish !== undefined && finished === text) throw new Error(`${name}: nothing was changed`);
  writeFileSync(inExamples(`${name}.pqv.json`), finished);
}

/** Changes one character in the middle of a slot's base64 text. */
function breakSlot(slot: Slot): (text: string) => string {
  return (text) => {
    const start = text.indexOf(`"${slot}": "`) + slot.length + 5;
    const at = start + 700;
    return `${text.slice(0, at)}${text.charAt(at) === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
  };
}

/** As a foreign issuer would make it: nothing binds the summary, the time and the id. */
function withoutPresentation(artifact: Artifact): Artifact {
  const { presentation: _, ...governance_attestation } = artifact.attestations.governance_attestation;
  const attestations = { ...artifact.attestations, governance_attestation };
  const attestation_hashes = attestationHashes(attestations);
  const manifest_hash = manifestHash({ ...artifact, attestation_hashes });
  const artifact_id = artifactIdOf(artifact.cycle_id, manifest_hash);
  return { ...artifact, attestations, attestation_hashes, manifest_hash, artifact_id };
}

const release = { subject: 'Touchstone demo release 1.0', claim: 'The demo release passed all of its 128 tests.' };

const PLANS: Readonly<Record<string, Plan>> = {
  verified: release,
  'verified-shake': { ...release, signer: 'demo-shake-office' },
  'verified-unbound-summary': { ...release, prepare: withoutPresentation },
  'pending-ml-dsa-87': { ...release, slots: ['slh_dsa_256s', 'falcon_1024'] },
  'pending-slh-dsa-256s': { ...release, slots: ['ml_dsa_87', 'falcon_1024'] },
  'pending-falcon-1024': { ...release, slots: ['ml_dsa_87', 'slh_dsa_256s'] },
  'partly-signed': { ...release, slots: ['ml_dsa_87'] },
  'not-signed': { ...release, slots: [] },
  'misleading-verdict': {
    ...release,
    slots: [],
    finish: (text) => text.replace('"verdict": "VERIFIED_PENDING_SIGNATURES"', '"verdict": "VERIFIED"'),
  },
  'untrusted-signer': { ...release, signer: 'unknown-office' },
  'revoked-key': { ...release, signer: 'demo-revoked-office' },
  'key-out-of-validity': { ...release, signer: 'demo-expired-office' },
  'placeholder-pillar': {
    ...release,
    supplied: {
      'privacy.json': {
        schema_version: 'pq-verified-artifact/privacy/v1',
        cycle_id: '2026-Q4-001',
        issued_at: new Date(NOW).toISOString(),
        result: 'PENDING',
        _status: 'PENDING_REVIEW',
      },
    },
  },
  'pillar-failed': {
    ...release,
    slots: [],
    options: ['--allow-fail'],
    supplied: {
      'verification.json': {
        schema_version: 'pq-verified-artifact/verification/v1',
        cycle_id: '2026-Q4-001',
        issued_at: new Date(NOW).toISOString(),
        result: 'FAIL',
        reason: 'One of 128 tests failed when it was repeated.',
      },
    },
  },
  'broken-hash': {
    ...release,
    finish: (text) => text.replace('"name": "test-report.txt"', '"name": "test-report.bin"'),
  },
  'changed-summary': { ...release, finish: (text) => text.replace('all of its 128 tests', 'all of its 999 tests') },
  'broken-ml-dsa-87': { ...release, finish: breakSlot('ml_dsa_87') },
  'broken-slh-dsa-256s': { ...release, finish: breakSlot('slh_dsa_256s') },
  'broken-falcon-1024': { ...release, finish: breakSlot('falcon_1024') },
  'duplicate-names': {
    ...release,
    finish: (text) =>
      text.replace('"manifest_hash":', '"artifact_id": "pqv-2026-Q4-001-0000000000000000",\n  "manifest_hash":'),
  },
};

process.env.TOUCHSTONE_PASSPHRASE = crypto.randomUUID();
try {
  mkdirSync(EXAMPLE_FOLDER, { recursive: true });
  for (const name of readdirSync(EXAMPLE_FOLDER)) {
    if (name.endsWith('.pqv.json') || name === 'keys' || name === 'trust')
      rmSync(inExamples(name), { recursive: true });
  }
  await makeKeySets();
  await makeTrustStore();
  const named = new Set(EXAMPLES.map(({ name }) => name));
  for (const [name, plan] of Object.entries(PLANS)) {
    if (!named.delete(name)) throw new Error(`${name} is not in example-list.ts`);
    await make(name, plan);
  }
  if (named.size > 0) throw new Error(`no plan for ${[...named].join(', ')}`);
  writeIndex();
} finally {
  rmSync(work, { recursive: true, force: true });
}
