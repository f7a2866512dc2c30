/** The list of artifacts: what is looked through, how it is ordered, how it is exported. */
import type { artifacts } from '@touchstone/core/api/artifacts/artifacts.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { type Category, isPendingSlot } from '@touchstone/core/artifact/artifact.ts';
import { csvText } from '../../../parts/list-page/csv.ts';
import type { ListView } from '../../../parts/list-page/list-order.ts';
import type { Sort } from '../../../parts/list-page/sort-codec.ts';
import { isWaitingForSignatures } from '../../../parts/waiting/pending-signatures.ts';
import { words } from '../../../words/issue/artifacts.ts';
import type { SigningState, SortKey } from './search.ts';

export type ArtifactItem = OutputOf<typeof artifacts.get>;

/** How many of its signatures an artifact holds, and how many it is to have. */
export function signaturesOf({ signatures }: ArtifactItem): { readonly filled: number; readonly all: number } {
  const slots = Object.values(signatures);
  return { filled: slots.filter((slot) => !isPendingSlot(slot)).length, all: slots.length };
}

const SORT_VALUES: Readonly<Record<SortKey, (item: ArtifactItem) => string | number>> = {
  subject: ({ subject }) => subject.name.toLowerCase(),
  category: ({ subject }) => words.categories[subject.category],
  signatures: (item) => signaturesOf(item).filled,
  id: ({ artifact_id }) => artifact_id,
  issued: ({ issued_at }) => issued_at,
};

export interface ArtifactFilter {
  readonly text: string;
  readonly category: Category | null;
  readonly signing: SigningState | null;
}

/** The view for the list's order. Text is looked for in subject, category, issuer, id and claim. */
export function artifactView(
  { text, category, signing }: ArtifactFilter,
  { by, descending }: Sort<SortKey>,
): ListView<ArtifactItem> {
  const needle = text.trim().toLowerCase();
  return {
    matches: (item) =>
      (category === null || item.subject.category === category) &&
      (signing === null || isWaitingForSignatures(item) === (signing === 'waiting')) &&
      (needle === '' ||
        [
          item.subject.name,
          words.categories[item.subject.category],
          item.issuer.name,
          item.issuer.principal,
          item.artifact_id,
          item.human_summary.claim,
        ].some((each) => each.toLowerCase().includes(needle))),
    sortBy: SORT_VALUES[by],
    descending,
  };
}

const CSV_COLUMNS: readonly (readonly [title: string, value: (item: ArtifactItem) => string | number])[] = [
  ['artifact_id', ({ artifact_id }) => artifact_id],
  ['issued_at_utc', ({ issued_at }) => issued_at],
  ['subject', ({ subject }) => subject.name],
  ['category', ({ subject }) => subject.category],
  ['issuer', ({ issuer }) => issuer.name],
  ['principal', ({ issuer }) => issuer.principal],
  ['signatures_present', (item) => signaturesOf(item).filled],
  ['manifest_hash', ({ manifest_hash }) => manifest_hash],
];

export function artifactsCsv(items: readonly ArtifactItem[]): string {
  return csvText(items, CSV_COLUMNS);
}

/** The whole artifacts, as the server keeps them. */
export function artifactsJson(items: readonly ArtifactItem[]): string {
  return `${JSON.stringify({ artifacts: items }, null, 2)}\n`;
}

/** The `.pqv.json` file: the server's answer, two blanks deep, with a line end. */
export function artifactFile(artifact: ArtifactItem): { readonly name: string; readonly text: string } {
  return { name: `${artifact.artifact_id}.pqv.json`, text: `${JSON.stringify(artifact, null, 2)}\n` };
}

/** The files of its ceremony, under the names that the command line gives them. */
export function requestFileName(fileName: string): string {
  return fileName.replace(/\.pqv\.json$/, '.pqsign.json');
}

export function answerFileName(fileName: string): string {
  return fileName.replace(/\.pqv\.json$/, '.pqsigned.json');
}
