import { artifacts } from '@touchstone/core/api/artifacts/artifacts.ts';
import type { Slot } from '@touchstone/core/artifact/artifact.ts';
import type { CeremonyResult } from '@touchstone/core/artifact/ceremony.ts';
import { lineOf } from '@touchstone/core/keys/editions.ts';
import type { TrustStore } from '@touchstone/core/keys/trust.ts';
import { FileUp } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { DropZone, FileTrigger } from 'react-aria-components';
import { client } from '../../../lib/client.ts';
import { formatSize } from '../../../lib/format.ts';
import { queryClient } from '../../../lib/query.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { readTextFile } from '../../../parts/form/text-file.ts';
import { useTrustStore } from '../../../parts/trust/trust.ts';
import { sentenceFor } from '../../../parts/work/error-sentence.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { words } from '../../../words/issue/artifact-signing.ts';
import { words as pageWords } from '../../../words/issue/artifacts.ts';
import { type ArtifactItem, artifactFile, signaturesOf } from './artifact-items.ts';
import { ownArtifactSetsQuery, refreshArtifacts } from './queries.ts';
import { Refused } from './refused.tsx';
import { type Sent, sendSignatures } from './send-signatures.ts';
import { signingInWorker } from './signing-in-worker.ts';

const { answer: texts } = words;
const UNITS = artifacts.addSignature.units;

/** Three signatures in base64 have about 50 KiB. */
const MOST_FILE_BYTES = 1024 * 1024;

export interface AnswerSheetProps {
  readonly artifact: ArtifactItem;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

interface ChosenFile {
  readonly name: string;
  readonly size: number;
  readonly text: string;
}

/** Adds the signatures of an answer: verified here, all of them, before the first is sent. */
export function AnswerSheet({ artifact, isOpen, onClose }: AnswerSheetProps) {
  const announce = useAnnounce();
  const { store } = useTrustStore();
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [trouble, setTrouble] = useState('');
  const work = useWork((answer: string, signal) => addAnswer(artifact, answer, store, signal));
  const take = async (picked: File) => {
    work.reset();
    // Until the new one is read, none can be sent: not the one before in its place.
    setFile(null);
    const read = await readTextFile(picked, MOST_FILE_BYTES);
    setTrouble(read.ok ? '' : read.message);
    setFile(read.ok ? { name: picked.name, size: picked.size, text: read.text } : null);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (file === null) {
      setTrouble(texts.none);
      return;
    }
    const result = await work.start(file.text);
    if (result?.ok !== true || result.value.failed !== null) return;
    const present = signaturesOf(result.value.artifact);
    announce(result.value.added.length === 0 ? texts.nothingNew : texts.done(present.filled, present.all));
    setFile(null);
    work.reset();
    onClose();
  };
  return (
    <FormSheet
      texts={texts}
      note={texts.cost(unitsText(UNITS))}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={submit}
      work={work}
      units={UNITS}
      failure={work.state.status === 'done' && work.result !== null ? failureOf(work.result) : undefined}
    >
      <p className="text-muted">{texts.lead}</p>
      <DropZone
        aria-label={texts.drop}
        className="flex flex-wrap items-center gap-3 rounded border border-dashed border-line-strong p-4 data-drop-target:border-accent data-drop-target:bg-accent-soft"
        onDrop={async ({ items }) => {
          const item = items.find((found) => found.kind === 'file');
          if (item !== undefined) await take(await item.getFile());
        }}
      >
        <FileTrigger
          acceptedFileTypes={['.json', 'application/json']}
          onSelect={(files) => {
            const picked = files?.[0];
            if (picked !== undefined) void take(picked);
          }}
        >
          <Button icon={<FileUp aria-hidden size={15} />}>{file === null ? texts.choose : texts.chooseOther}</Button>
        </FileTrigger>
        <span className="text-muted">{texts.orDrop}</span>
      </DropZone>
      {file !== null && (
        <p className="rounded bg-sunken px-3 py-2">
          <FileText text={file.name} limit={200} />{' '}
          <span className="text-13 text-muted tabular-nums">{formatSize(file.size)}</span>
        </p>
      )}
      {trouble !== '' && (
        <p role="alert" className="text-13 text-failed">
          <FileText text={trouble} />
        </p>
      )}
    </FormSheet>
  );
}

type Added = CeremonyResult<Sent & { readonly artifact: ArtifactItem }>;

async function addAnswer(
  artifact: ArtifactItem,
  answer: string,
  trust: TrustStore,
  signal: AbortSignal,
): Promise<Added> {
  const { name, principal } = artifact.issuer;
  const pinned = lineOf(trust, { use: 'artifact', issuer: name, principal }).map(({ keySet }) => keySet);
  const { sets: own } = await queryClient.fetchQuery(ownArtifactSetsQuery);
  const checked = await signingInWorker(
    {
      kind: 'answer',
      artifact: artifactFile(artifact).text,
      answer,
      keySets: [...pinned, ...own],
      now: Date.now(),
    },
    signal,
  );
  if (!checked.ok) return checked;
  let latest = artifact;
  const params = { id: artifact.artifact_id };
  const sent = await sendSignatures(
    checked.value,
    (body) => client.artifacts.artifacts.addSignature({ params, body }, { signal, timeoutMs: 120_000 }),
    (changed) => {
      latest = changed;
      refreshArtifacts(changed);
    },
  );
  return { ok: true, value: { ...sent, artifact: latest } };
}

function failureOf(result: Added) {
  if (!result.ok) return <Refused title={texts.refused} field={result.field} message={result.message} />;
  const { added, failed } = result.value;
  if (failed === null) return undefined;
  return (
    <ErrorState title={texts.partly}>
      {added.length > 0 && <p>{texts.added(namesOf(added))}</p>}
      <p>{texts.notAdded(namesOf(failed.slots))}</p>
      <p>{texts.why(<FileText text={sentenceFor(failed.error)} />)}</p>
    </ErrorState>
  );
}

function namesOf(slots: readonly Slot[]): string {
  return slots.map((slot) => pageWords.algorithms[slot]).join(', ');
}
