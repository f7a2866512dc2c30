/** `touchstone artifact new`: builds an unsigned artifact with five real pillar bundles. */
import { statSync } from 'node:fs';
import path from 'node:path';
import {
  CATEGORIES,
  CYCLE_ID,
  ISSUER_NAME,
  PILLARS,
  type Pillar,
  type Subject,
} from '@touchstone/core/artifact/artifact.ts';
import {
  bundleFileName,
  evidenceSentence,
  faultOfNames,
  type NamesFault,
  readBundle,
  suppliedPillar,
} from '@touchstone/core/artifact/brought-files.ts';
import { buildArtifact, cycleIdOf } from '@touchstone/core/artifact/build.ts';
import type { EvidenceItem } from '@touchstone/core/artifact/evidence-check.ts';
import { unissuable } from '@touchstone/core/artifact/issuable.ts';
import { buildPillars, findPersonalData, publishedTexts, runSelfTests } from '@touchstone/core/artifact/pillars.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { isSameLine } from '@touchstone/core/keys/endorsement.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import { OUTCOME_WORDS } from '@touchstone/core/verdict/outcome-words.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import { type Context, note, say } from '../command-line/context.ts';
import { nextCommand } from '../command-line/next-command.ts';
import { asksForHelp, type Options, readOptions, required } from '../command-line/options.ts';
import { hashFile } from '../files/evidence-files.ts';
import { fileText } from '../files/file-text.ts';
import { entriesOf, NOT_UTF8 } from '../files/names.ts';
import { readBytes, refuseExisting, writeNew } from '../files/read-and-write.ts';
import { existingDataFolder } from '../keys/existing-data-folder.ts';
import { choicesOf, ownKeySets } from '../keys/key-folder.ts';
import { signatures } from '../keys/signing.ts';
import { Refusal, systemReason } from '../terminal/refusal.ts';
import { shown } from '../terminal/terminal.ts';
import { readKeySetFile } from '../verifier/trust.ts';

const HELP = `touchstone artifact new builds an artifact with empty signature slots.

Usage:
  touchstone artifact new --subject NAME --category CATEGORY --claim TEXT --attestations PATH [options]

  --subject NAME          what is attested
  --category CATEGORY     one of ${CATEGORIES.join(', ')}
  --claim TEXT            one sentence that states what the artifact attests
  --attestations PATH     a file or folder of evidence; repeat the option for more. A file called ${PILLARS.join('.json, ')}.json
                          supplies that pillar. For every other file, the artifact lists the name, size and
                          hashes, never the contents. With evidence.json, no other evidence files may be
                          given. Linked files are read, linked folders are refused.
  --evidence TEXT         one sentence that names the attestations that carry the claim; required with
                          evidence.json (default: how many files are listed)
  --assurance TEXT…       further assurances, one line each
  --load-bearing PILLAR…  the pillars that carry the claim
  --description TEXT      description of the subject
  --product NAME          the product that the subject belongs to
  --principal NAME        who is responsible at the issuer (default: the principal of the key set)
  --key-set FILE          the key set that will sign (default: the latest edition of this data folder's own key set;
                          required if several fit)
  --cycle ID              year, quarter and number (default: the current quarter, 001)
  --out FILE              default: <artifact id>.pqv.json
  --allow-fail            build the artifact even if a pillar reports FAIL; nothing else that a verifier refuses is written
  --data-dir DIR          Touchstone's data folder

Next: touchstone ceremony request --file FILE

Exit codes: 0 built, 1 a pillar reports FAIL, 2 wrong command line, unreadable file, or contents that no
artifact can have.
`;

export async function artifact(args: readonly string[], context: Context): Promise<number> {
  const [action, ...rest] = args;
  if (action === undefined || action === '--help' || action === '-h' || asksForHelp(rest)) {
    say(HELP.trimEnd());
    return action === undefined ? 2 : 0;
  }
  if (action !== 'new') throw new Refusal(`Unknown action ${JSON.stringify(action)}. The only action is new.`);
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
      many: ['--attestations'],
      lists: ['--assurance', '--load-bearing'],
    }),
    context,
  );
}

async function newArtifact(options: Options, { now }: Context): Promise<number> {
  const issuedAt = now();
  const subject = subjectOf(options);
  const keySet = signingKeySet(options, issuedAt);
  const principal = options.value('--principal') ?? keySet?.principal;
  if (principal === undefined)
    throw new Refusal('--principal is required because this data folder does not hold exactly one key set.');
  const issuer = { name: keySet?.issuer ?? ISSUER_NAME, principal };
  if (keySet !== null && keySet.principal !== principal) {
    throw new Refusal(`The key set ${keySet.keyset_id} is for ${keySet.principal}, not for ${principal}.`);
  }
  const cycleId = options.value('--cycle') ?? cycleIdOf(issuedAt, 1);
  if (!CYCLE_ID.test(cycleId)) throw new Refusal('--cycle must look like 2026-Q4-001.');
  const { evidence, supplied } = readAttestations(options.values('--attestations'));
  const evidence_summary = evidenceSummary(options, evidence, supplied);
  const loadBearing = options.values('--load-bearing').map(pillarOf);
  const assurances = options.values('--assurance');
  const humanSummary = {
    claim: required(options, '--claim'),
    evidence_summary,
    ...(loadBearing.length > 0 ? { load_bearing_pillars: loadBearing } : {}),
    ...(assurances.length > 0 ? { additional_assurances: [...assurances] } : {}),
  };
  warnOfPersonalData(publishedTexts({ subject, evidence }, humanSummary));
  note('Running the self-tests of the signature families …');
  const common = { cycleId, issuedAt, issuer, subject };
  const selfTests = await runSelfTests(signatures, systemRandom);
  try {
    const attestations = buildPillars({ ...common, keySet, evidence, selfTests, supplied, product: PRODUCT });
    const failed = PILLARS.filter((pillar) => attestations[pillar].result === 'FAIL');
    if (failed.length > 0 && !options.has('--allow-fail')) {
      throw new Refusal(
        `The pillar ${failed.join(', ')} reports FAIL, so the artifact would be ${OUTCOME_WORDS.FAILED}. Use --allow-fail to build the artifact anyway.`,
        1,
      );
    }
    const built = buildArtifact({ ...common, attestations, humanSummary });
    const file = options.value('--out') ?? `${built.artifact_id}.pqv.json`;
    refuseExisting(file);
    const text = fileText(file, built, ROOM_FOR_SIGNATURES);
    await requireSound(text, issuedAt);
    writeNew(file, text);
    say(`Wrote ${shown(file)}`);
    say(`Artifact:      ${built.artifact_id}`);
    say(`Manifest hash: ${built.manifest_hash}`);
    const where = { '--key-set': options.value('--key-set'), '--data-dir': options.value('--data-dir') };
    say(`Next:          ${nextCommand(['touchstone', 'ceremony', 'request'], { '--file': file, ...where })}`);
    return 0;
  } catch (error) {
    // core's message names the member at fault.
    if (error instanceof RangeError) throw new Refusal(error.message);
    throw error;
  }
}

function subjectOf(options: Options): Subject {
  const stated = required(options, '--category');
  const category = CATEGORIES.find((known) => known === stated);
  if (category === undefined) throw new Refusal(`--category must be one of ${CATEGORIES.join(', ')}.`);
  const description = options.value('--description');
  const product = options.value('--product');
  return {
    name: required(options, '--subject'),
    category,
    ...(description === undefined ? {} : { description }),
    ...(product === undefined ? {} : { product }),
  };
}

/** The named key set, else the own one for artifacts, in its latest edition; null where there is none yet. */
function signingKeySet(options: Options, now: number): KeySet | null {
  const named = options.value('--key-set');
  if (named !== undefined) {
    const keySet = readKeySetFile(named);
    if (keySet.use === 'artifact') return keySet;
    throw new Refusal(`${named}: the key set ${keySet.keyset_id} is for ${keySet.use}, not for artifacts.`);
  }
  const principal = options.value('--principal');
  const own = ownKeySets(existingDataFolder(options))
    .map(({ keySet }) => keySet)
    .filter((keySet) => keySet.use === 'artifact' && (principal === undefined || keySet.principal === principal));
  // An edition that has begun. Where none has, the ceremony says so about the one that has not.
  const begun = own.filter(({ not_before }) => (parseIsoTime(not_before) ?? 0) <= now);
  const usable = begun.length > 0 ? begun : own;
  const latest = usable.filter(
    (keySet) => !usable.some((other) => isSameLine(keySet, other) && other.serial > keySet.serial),
  );
  const [only] = latest;
  if (only === undefined) return null;
  if (latest.every(({ fingerprint }) => fingerprint === only.fingerprint)) return only;
  throw new Refusal(
    'Several key sets of this data folder fit. Choose one with --key-set FILE:',
    2,
    null,
    choicesOf(latest),
  );
}

/** How many bytes three signatures in base64, and the key set in a signing request, add to the file. */
const ROOM_FOR_SIGNATURES = 65_536;

/** Throws Refusal for a text that verifiers would refuse whoever signs it. A pillar that reports FAIL is allowed. */
async function requireSound(text: string, now: number): Promise<void> {
  const reason = await unissuable(text, { verifier: signatures, now, product: PRODUCT });
  if (reason !== null) throw new Refusal(`Not built: ${reason}`);
}

/** The evidence as it is stated. */
function evidenceSummary(
  options: Options,
  evidence: readonly EvidenceItem[],
  supplied: Attestations['supplied'],
): string {
  const stated = options.value('--evidence');
  if (supplied.evidence !== undefined && stated === undefined) {
    throw new Refusal('--evidence is required with evidence.json.');
  }
  return stated ?? evidenceSentence(evidence.length);
}

interface Attestations {
  readonly evidence: readonly EvidenceItem[];
  readonly supplied: Partial<Record<Pillar, JsonObject>>;
}

function readAttestations(paths: readonly string[]): Attestations {
  if (paths.length === 0) throw new Refusal('--attestations is required.');
  const files = paths.flatMap((named) => [...filesOf(named)]);
  const fault = faultOfNames(files.map(({ name }) => name));
  if (fault !== null) throw new Refusal(namesSentence(fault));
  const evidence: EvidenceItem[] = [];
  const supplied: Partial<Record<Pillar, JsonObject>> = {};
  for (const { file, name } of files) {
    const pillar = suppliedPillar(name);
    if (pillar === null) evidence.push(evidenceOf(file, name));
    else supplied[pillar] = bundleOf(file);
  }
  return { evidence, supplied };
}

function namesSentence(fault: NamesFault): string {
  switch (fault.kind) {
    case 'same_evidence':
      return `Two evidence files are called ${fault.name}.`;
    case 'same_pillar':
      return `Two files supply the pillar ${fault.pillar}.`;
    case 'alike':
      return `${fault.other} and ${fault.name} differ only in letter case or in how letters are encoded. Some file systems take them for one file. Rename one of the two.`;
    case 'beside_evidence': {
      const file = bundleFileName('evidence');
      const names = fault.names.join(', ');
      return `${file} supplies the evidence, so these files would not be in the artifact: ${names}. Leave out either these files or ${file}.`;
    }
  }
}

/** A file under its own name; a folder's files under their paths in it, with forward slashes. */
function* filesOf(named: string): Generator<{ readonly file: string; readonly name: string }> {
  const stat = statSync(named, { throwIfNoEntry: false });
  if (stat === undefined) throw new Refusal(`${named}: there is no such file or folder.`);
  if (!stat.isDirectory()) {
    yield { file: named, name: path.basename(named) };
    return;
  }
  const files = filesBelow(named);
  if (files.length === 0) throw new Refusal(`${named}: the folder contains no files.`);
  for (const file of files.sort()) yield { file, name: path.relative(named, file).split(path.sep).join('/') };
}

/** Linked files are followed. Linked folders can form a circle and are refused: nothing is left out in silence. */
function filesBelow(folder: string): string[] {
  try {
    return entriesOf(folder).flatMap((entry) => {
      const name = path.join(folder, entry.name);
      if (!entry.isUtf8) throw new Refusal(`${name}: ${NOT_UTF8}`);
      if (entry.type.isDirectory()) return filesBelow(name);
      const stat = statSync(name, { throwIfNoEntry: false });
      if (stat?.isFile() === true) return [name];
      if (stat === undefined) throw new Refusal(`${name}: the link has no target.`);
      throw new Refusal(
        stat.isDirectory()
          ? `${name}: linked folders are not followed. Name the folder itself after --attestations.`
          : `${name}: it is not a regular file.`,
      );
    });
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`${folder} could not be read: ${systemReason(error)}.`);
  }
}

function evidenceOf(file: string, name: string): EvidenceItem {
  try {
    return hashFile(file, name);
  } catch (error) {
    throw new Refusal(`${file} could not be read: ${systemReason(error)}.`);
  }
}

function bundleOf(file: string): JsonObject {
  const read = readBundle(readBytes(file));
  // The parser's objects have no prototype; the artifact is built of plain ones.
  if (read.ok) return structuredClone(read.bundle);
  throw new Refusal(`${file}${read.place === '' ? '' : `, ${read.place}`}: ${read.message}`);
}

function warnOfPersonalData(texts: readonly string[]): void {
  for (const { rule, text } of findPersonalData(texts)) {
    note(
      `Warning: ${JSON.stringify(shown(text))} looks like personal data (${rule}). Artifacts are meant to be published.`,
    );
  }
}

function pillarOf(name: string): Pillar {
  const pillar = PILLARS.find((known) => known === name);
  if (pillar === undefined) throw new Refusal(`--load-bearing must be one of ${PILLARS.join(', ')}.`);
  return pillar;
}
