/** `touchstone artifact new`: builds an unsigned artifact with five real pillar bundles. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  CATEGORIES,
  CYCLE_ID,
  ISSUER_NAME,
  PILLARS,
  type Pillar,
  type Subject,
} from '@touchstone/core/artifact/artifact.ts';
import { artifactText, buildArtifact, cycleIdOf } from '@touchstone/core/artifact/build.ts';
import { buildPillars, type EvidenceItem, findPersonalData, runSelfTests } from '@touchstone/core/artifact/pillars.ts';
import { isJsonObject, type JsonObject } from '@touchstone/core/canonical-json.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import { type Context, dataFolderOf, note, say } from '../context.ts';
import { ownKeySets } from '../key-folder.ts';
import { type Options, readOptions, required } from '../options.ts';
import { readBytes, refuseExisting, writeNew } from '../output.ts';
import { Refusal, systemReason } from '../refusal.ts';
import { signatures } from '../signing.ts';
import { shown } from '../terminal.ts';
import { readKeySetFile } from '../verifier/trust.ts';

const HELP = `touchstone artifact new builds a verified artifact with empty signature slots.

Usage:
  touchstone artifact new --subject NAME --category CATEGORY --claim TEXT --attestations PATH… [options]

  --subject NAME          what is attested
  --category CATEGORY     one of ${CATEGORIES.join(', ')}
  --claim TEXT            one sentence that states what the artifact attests
  --attestations PATH…    files and folders of evidence. A file called ${PILLARS.join('.json, ')}.json
                          supplies that pillar; of every other file the name, size and hashes enter
                          the artifact, never the contents.
  --evidence TEXT         one sentence that names the attestations that carry the claim
  --assurance TEXT…       further one-line assurances
  --load-bearing PILLAR…  the pillars that carry the claim
  --description TEXT      description of the subject
  --product NAME          the product that the subject belongs to
  --principal NAME        who of the issuer answers for it (default: the principal of the key set)
  --key-set FILE          the key set that is to sign (default: the own one of this data folder, if there is exactly one)
  --cycle ID              year, quarter and number (default: the present quarter, 001)
  --out FILE              default: <artifact id>.pqv.json
  --allow-fail            build it also where a pillar reports FAIL
  --data-dir DIR          Touchstone's data folder

Next: touchstone ceremony request --file FILE

Exit codes: 0 built, 2 wrong command line, unreadable file or contents of which no artifact can be built.
`;

export async function artifact(args: readonly string[], context: Context): Promise<number> {
  const [action, ...rest] = args;
  if (action === undefined || action === '--help' || action === '-h' || rest.includes('--help')) {
    say(HELP.trimEnd());
    return action === undefined ? 2 : 0;
  }
  if (action !== 'new') throw new Refusal(`Unknown action ${JSON.stringify(action)}. There is: new.`);
  return newArtifact(
    readOptions(rest, {
      flags: ['--allow-fail'],
      single: [
        '--subject',
        '--category',
        '--claim',
        '--evidence',
        '--description',
        '--product',
        '--principal',
        '--key-set',
        '--cycle',
        '--out',
        '--data-dir',
      ],
      many: ['--attestations', '--assurance', '--load-bearing'],
    }),
    context,
  );
}

async function newArtifact(options: Options, { now }: Context): Promise<number> {
  const issuedAt = now();
  const subject = subjectOf(options);
  const keySet = signingKeySet(options);
  const principal = options.value('--principal') ?? keySet?.principal;
  if (principal === undefined) throw new Refusal('--principal is missing, and no single own key set says it.');
  const issuer = { name: keySet?.issuer ?? ISSUER_NAME, principal };
  if (keySet !== null && keySet.principal !== principal) {
    throw new Refusal(`The key set ${keySet.keyset_id} speaks for ${keySet.principal}, not for ${principal}.`);
  }
  const cycleId = options.value('--cycle') ?? cycleIdOf(issuedAt, 1);
  if (!CYCLE_ID.test(cycleId)) throw new Refusal('--cycle has the form 2026-Q4-001.');
  const { evidence, supplied } = readAttestations(options.values('--attestations'));
  warnOfPersonalData(subject, evidence);
  note('Running the self-tests of the signature families …');
  const common = { cycleId, issuedAt, issuer, subject };
  const selfTests = await runSelfTests(signatures, systemRandom);
  const loadBearing = options.values('--load-bearing').map(pillarOf);
  const assurances = options.values('--assurance');
  try {
    const attestations = buildPillars({ ...common, keySet, evidence, selfTests, supplied, product: PRODUCT });
    const failed = PILLARS.filter((pillar) => attestations[pillar].result === 'FAIL');
    if (failed.length > 0 && !options.has('--allow-fail')) {
      throw new Refusal(
        `The pillar ${failed.join(', ')} reports FAIL, so the artifact would be FAILED. --allow-fail builds it all the same.`,
        1,
      );
    }
    const built = buildArtifact({
      ...common,
      attestations,
      humanSummary: {
        claim: required(options, '--claim'),
        evidence_summary:
          options.value('--evidence') ??
          `The evidence attestation lists ${evidence.length === 1 ? 'one file by its' : `${evidence.length} files by their`} hashes.`,
        ...(loadBearing.length > 0 ? { load_bearing_pillars: loadBearing } : {}),
        ...(assurances.length > 0 ? { additional_assurances: [...assurances] } : {}),
      },
    });
    const file = options.value('--out') ?? `${built.artifact_id}.pqv.json`;
    refuseExisting(file);
    writeNew(file, artifactText(built));
    say(`Wrote ${shown(file)}`);
    say(`Artifact:      ${built.artifact_id}`);
    say(`Manifest hash: ${built.manifest_hash}`);
    say(`Next:          touchstone ceremony request --file ${shown(file)}`);
    return 0;
  } catch (error) {
    // core names the member that makes no valid artifact.
    if (error instanceof RangeError) throw new Refusal(error.message);
    throw error;
  }
}

function subjectOf(options: Options): Subject {
  const stated = required(options, '--category');
  const category = CATEGORIES.find((known) => known === stated);
  if (category === undefined) throw new Refusal(`--category is one of ${CATEGORIES.join(', ')}.`);
  const description = options.value('--description');
  const product = options.value('--product');
  return {
    name: required(options, '--subject'),
    category,
    ...(description === undefined ? {} : { description }),
    ...(product === undefined ? {} : { product }),
  };
}

/** The named key set, else the only own one for artifacts; null where that is not decided yet. */
function signingKeySet(options: Options): KeySet | null {
  const named = options.value('--key-set');
  if (named !== undefined) return readKeySetFile(named);
  const principal = options.value('--principal');
  const own = ownKeySets(dataFolderOf(options)).filter(
    ({ keySet }) => keySet.use === 'artifact' && (principal === undefined || keySet.principal === principal),
  );
  return own.length === 1 ? (own[0]?.keySet ?? null) : null;
}

interface Attestations {
  readonly evidence: readonly EvidenceItem[];
  readonly supplied: Partial<Record<Pillar, JsonObject>>;
}

function readAttestations(paths: readonly string[]): Attestations {
  if (paths.length === 0) throw new Refusal('--attestations is missing.');
  const evidence: EvidenceItem[] = [];
  const supplied: Partial<Record<Pillar, JsonObject>> = {};
  for (const { file, name } of paths.flatMap((named) => [...filesOf(named)])) {
    const pillar = PILLARS.find((known) => name === `${known}.json`);
    if (pillar === undefined) {
      if (evidence.some((item) => item.name === name)) throw new Refusal(`Two files of evidence are called ${name}.`);
      evidence.push(hashFile(file, name));
    } else {
      if (supplied[pillar] !== undefined) throw new Refusal(`Two files supply the pillar ${pillar}.`);
      supplied[pillar] = readBundle(file);
    }
  }
  return { evidence, supplied };
}

/** A file under its own name; a folder's files under their paths in it, with forward slashes. */
function* filesOf(named: string): Generator<{ readonly file: string; readonly name: string }> {
  const stat = statSync(named, { throwIfNoEntry: false });
  if (stat === undefined) throw new Refusal(`${named}: there is no such file or folder.`);
  if (!stat.isDirectory()) {
    yield { file: named, name: path.basename(named) };
    return;
  }
  const entries = readdirSync(named, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  if (files.length === 0) throw new Refusal(`${named}: the folder holds no file.`);
  for (const file of files.sort()) yield { file, name: path.relative(named, file).split(path.sep).join('/') };
}

/** Hashes a file of any size, a mebibyte at a time. */
function hashFile(file: string, name: string): EvidenceItem {
  const sha256 = createHash('sha256');
  const sha3_384 = createHash('sha3-384');
  const buffer = new Uint8Array(1 << 20);
  let size = 0;
  try {
    const handle = openSync(file, 'r');
    try {
      for (let count = readSync(handle, buffer); count > 0; count = readSync(handle, buffer)) {
        const part = buffer.subarray(0, count);
        sha256.update(part);
        sha3_384.update(part);
        size += count;
      }
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    throw new Refusal(`${file} could not be read: ${systemReason(error)}.`);
  }
  return { name, size, sha256: sha256.digest('hex'), sha3_384: sha3_384.digest('hex') };
}

function readBundle(file: string): JsonObject {
  const parsed = parseStrictJson(readBytes(file));
  if (!parsed.ok) throw new Refusal(`${file}, line ${parsed.line}, column ${parsed.column}: ${parsed.message}`);
  if (!isJsonObject(parsed.value)) throw new Refusal(`${file}: a pillar is a JSON object.`);
  // The parser's objects have no prototype; the artifact is built of plain ones.
  return structuredClone(parsed.value);
}

function warnOfPersonalData(subject: Subject, evidence: readonly EvidenceItem[]): void {
  const { name, description = '', product = '' } = subject;
  for (const { rule, text } of findPersonalData([name, description, product, ...evidence.map((item) => item.name)])) {
    note(
      `Warning: ${JSON.stringify(shown(text))} looks like personal data (${rule}). An artifact is made to be published.`,
    );
  }
}

function pillarOf(name: string): Pillar {
  const pillar = PILLARS.find((known) => known === name);
  if (pillar === undefined) throw new Refusal(`--load-bearing takes ${PILLARS.join(', ')}.`);
  return pillar;
}
