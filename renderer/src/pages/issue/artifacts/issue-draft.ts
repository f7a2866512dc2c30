/** What a person fills in about a new artifact, what is wrong with it, and what is sent of it. */
import { artifacts } from '@touchstone/core/api/artifacts/artifacts.ts';
import {
  type Category,
  type HumanSummary,
  PILLARS,
  type Pillar,
  type Subject,
} from '@touchstone/core/artifact/artifact.ts';
import { evidenceSentence, faultOfNames, type NamesFault } from '@touchstone/core/artifact/brought-files.ts';
import { cycleIdOf } from '@touchstone/core/artifact/build.ts';
import { longestOf, type MemberSchema, mostItemsOf } from '../../../parts/form/contract-limits.ts';
import { lineTrouble } from '../../../parts/form/line-trouble.ts';
import type { DraftOf, FieldErrors } from '../../../parts/form/use-draft.ts';
import { words } from '../../../words/issue/new-artifact.ts';
import { words as formWords } from '../../../words/parts/form.ts';
import { type EvidenceFile, isRead } from './evidence-list.ts';

/** Signed by whoever the ceremony asks. */
export const ANY_SIGNER = 'any';

export const EMPTY = {
  'subject.name': '',
  'subject.category': 'release' as Category,
  'subject.product': '',
  'subject.description': '',
  'human_summary.claim': '',
  'human_summary.evidence_summary': '',
  'human_summary.load_bearing_pillars': [] as readonly Pillar[],
  /** One on each line. */
  'human_summary.additional_assurances': '',
  /** What is wrong with the files stands here; the files are the list's. */
  attestations: null,
  /** A fingerprint, or `ANY_SIGNER`; null until somebody chooses. */
  signer: null as string | null,
} satisfies DraftOf<typeof artifacts.create, 'signer'>;

export type IssueDraft = typeof EMPTY;

const { subject, human_summary } = artifacts.create.body.properties;
const ASSURANCES = human_summary.properties.additional_assurances;

/** What is wrong with each field; empty where nothing is. */
export function troublesOf(draft: IssueDraft, files: readonly EvidenceFile[]): FieldErrors<keyof IssueDraft> {
  const { members } = words;
  const { properties } = human_summary;
  return {
    'subject.name': lineTrouble(draft['subject.name'], members.name, subject.properties.name),
    'subject.product': lengthTrouble(draft['subject.product'], subject.properties.product),
    'subject.description': lengthTrouble(draft['subject.description'], subject.properties.description),
    'human_summary.claim': lineTrouble(draft['human_summary.claim'], members.claim, properties.claim),
    'human_summary.evidence_summary':
      draft['human_summary.evidence_summary'].trim() === '' && suppliesEvidence(files)
        ? words.summary.needed
        : lengthTrouble(draft['human_summary.evidence_summary'], properties.evidence_summary),
    'human_summary.additional_assurances': assurancesTrouble(draft),
    attestations: filesTrouble(files),
  };
}

function lengthTrouble(text: string, schema: MemberSchema): string {
  const limit = longestOf(schema);
  const length = [...text.trim()].length;
  return length <= limit ? '' : formWords.tooLong(limit, length);
}

function assurancesTrouble(draft: IssueDraft): string {
  const assurances = assurancesOf(draft);
  const most = mostItemsOf(ASSURANCES);
  if (assurances.length > most) return words.advanced.tooMany(most);
  return assurances.map((line) => lengthTrouble(line, ASSURANCES.items)).find((trouble) => trouble !== '') ?? '';
}

function filesTrouble(files: readonly EvidenceFile[]): string {
  const { evidence } = words;
  if (files.length === 0) return evidence.none;
  if (!files.every(isRead)) return evidence.unfinished;
  if (files.some(({ state }) => state.kind !== 'hashed' && state.kind !== 'bundle')) return evidence.unusable;
  const fault = faultOfNames(files.map(({ name }) => name));
  if (fault !== null) return namesTrouble(fault);
  const hasEvidence = files.some(({ state }) => state.kind === 'hashed') || suppliesEvidence(files);
  return hasEvidence ? '' : evidence.onlyBundles;
}

export function namesTrouble(fault: NamesFault): string {
  const { evidence } = words;
  switch (fault.kind) {
    case 'same_evidence':
      return evidence.sameName(fault.name);
    case 'same_pillar':
      return evidence.samePillar(fault.pillar);
    case 'alike':
      return evidence.alike(fault.name, fault.other);
    case 'beside_evidence':
      return evidence.beside(fault.names);
  }
}

export function suppliesEvidence(files: readonly EvidenceFile[]): boolean {
  return files.some(({ state }) => state.kind === 'bundle' && state.pillar === 'evidence');
}

/** The sentence that stands where the person states none. */
export function defaultSummary(files: readonly EvidenceFile[]): string {
  return evidenceSentence(files.filter(({ state }) => state.kind === 'hashed').length);
}

export function subjectOf(draft: IssueDraft): Subject {
  const description = draft['subject.description'].trim();
  const product = draft['subject.product'].trim();
  return {
    name: draft['subject.name'].trim(),
    category: draft['subject.category'],
    ...(description === '' ? {} : { description }),
    ...(product === '' ? {} : { product }),
  };
}

export function summaryOf(draft: IssueDraft, files: readonly EvidenceFile[]): Omit<HumanSummary, 'verdict'> {
  const chosen = draft['human_summary.load_bearing_pillars'];
  const loadBearing = PILLARS.filter((pillar) => chosen.includes(pillar));
  const assurances = assurancesOf(draft);
  const stated = draft['human_summary.evidence_summary'].trim();
  return {
    claim: draft['human_summary.claim'].trim(),
    evidence_summary: stated === '' ? defaultSummary(files) : stated,
    ...(loadBearing.length === 0 ? {} : { load_bearing_pillars: loadBearing }),
    ...(assurances.length === 0 ? {} : { additional_assurances: assurances }),
  };
}

function assurancesOf(draft: IssueDraft): readonly string[] {
  return draft['human_summary.additional_assurances'].split('\n').flatMap((line) => line.trim() || []);
}

/** `cycle_id` has three digits: a project that issues more in one quarter stays at the last number, as the server does. */
const LAST_NUMBER = 999;

/** The cycle after those of the present quarter. Ids differ by their hash, so a number that is there twice harms nothing. */
export function nextCycle(issued: readonly { readonly cycle_id: string }[], now: number): string {
  const quarter = cycleIdOf(now, 1).slice(0, -3);
  const numbers = issued.flatMap(({ cycle_id }) =>
    cycle_id.startsWith(quarter) ? Number(cycle_id.slice(quarter.length)) : [],
  );
  return cycleIdOf(now, Math.min(LAST_NUMBER, Math.max(0, ...numbers) + 1));
}
