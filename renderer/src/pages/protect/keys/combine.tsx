import { FileUp, KeyRound, PenLine, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { useProjectId } from '../../../lib/session/use-project-id.ts';
import { type BytesDraft, EMPTY_DRAFT, readDraft } from '../../../parts/bytes/bytes-draft.ts';
import { BytesInput } from '../../../parts/bytes/bytes-input.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Section } from '../../../ui/section.tsx';
import { words } from '../../../words/protect/ceremony.ts';
import { readBroughtFiles } from './brought-files.ts';
import { type CeremonyRecord, readRecord, readShare } from './ceremony-files.ts';
import { Combined, type CombinedShares } from './combined.tsx';
import { inWorker } from './in-worker.ts';
import type { CombineJob } from './keys-jobs.ts';
import { RecordField } from './record-field.tsx';
import { ShareList } from './share-list.tsx';
import { type EnteredShare, shareTroubles } from './share-troubles.ts';
import type { CeremonyState } from './use-ceremony.ts';

/** Brings shares together: rebuilds the key in a worker, holds it against the public key, and signs one message. */
export function Combine({ ceremony }: { readonly ceremony: CeremonyState }) {
  const { shares, record: recordJson, setRecord: onRecord } = ceremony;
  const { combine } = words;
  const [message, setMessage] = useState<BytesDraft>(EMPTY_DRAFT);
  const [checked, setChecked] = useState<'shares' | 'all' | null>(null);
  const [trouble, setTrouble] = useState('');
  const project = useProjectId();
  const announce = useAnnounce();
  const record = readRecord(recordJson);
  const work = useWork(
    async ({ job, record: of }: { job: CombineJob; record: CeremonyRecord }, signal): Promise<CombinedShares> => ({
      outcome: await inWorker(job, signal),
      record: of,
      message: job.message,
    }),
  );
  const bytes = readDraft(message);

  const take = async (files: readonly File[]) => {
    const brought = await readBroughtFiles(files);
    if (brought.record !== null) onRecord(brought.record);
    shares.addTexts(brought.shares);
    setTrouble(brought.troubles.join(' '));
    const { length } = brought.shares;
    if (length > 0) announce(combine.added(length));
  };
  const run = async (wanted: 'shares' | 'all') => {
    setChecked(wanted);
    if (record === null || shares.filled.length === 0) return;
    if (shares.filled.some((share) => Object.keys(shareTroubles(share, record)).length > 0)) return;
    if (wanted === 'all' && !bytes.ok) return;
    const signed = wanted === 'all' && bytes.ok ? bytes.base64 : null;
    const found = await work.start({ job: jobOf(project, record, shares.filled, signed), record });
    if (found === null) return;
    announce(found.outcome.ok ? combine.right : combine.wrong, 'assertive');
  };
  const forget = () => {
    shares.forget();
    setChecked(null);
    setTrouble('');
    work.reset();
  };
  return (
    <Section title={combine.title} lead={combine.lead}>
      <div className="max-w-[60rem] space-y-4">
        <FileArea onFiles={(files) => void take(files)}>
          {trouble !== '' && (
            <p role="alert" className="text-failed">
              {trouble}
            </p>
          )}
          <RecordField text={recordJson} record={record} onText={onRecord} isChecked={checked !== null} />
          <ShareList
            shares={shares.all}
            record={record}
            isChecked={checked !== null}
            onChange={(id, changes) => {
              shares.change(id, changes);
              setTrouble('');
            }}
            onTakeOut={shares.takeOut}
          />
          {checked !== null && shares.filled.length === 0 && (
            <p role="alert" className="text-13 text-failed">
              {combine.enter}
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            <Button icon={<Plus aria-hidden size={16} />} onPress={shares.addEmpty}>
              {combine.add}
            </Button>
            <Button
              icon={<KeyRound aria-hidden size={16} />}
              aria-disabled={work.state.status === 'busy'}
              onPress={() => void run('shares')}
            >
              {combine.check}
            </Button>
            <Button onPress={forget}>{combine.forget}</Button>
          </div>
          <BytesInput
            label={combine.message}
            value={message}
            onChange={setMessage}
            error={checked === 'all' && !bytes.ok ? bytes.message : undefined}
          />
          <Button
            variant="primary"
            icon={<PenLine aria-hidden size={16} />}
            aria-disabled={work.state.status === 'busy'}
            onPress={() => void run('all')}
          >
            {combine.send}
          </Button>
        </FileArea>
        <WorkStatus
          state={work.state}
          busyLabel={combine.busy}
          failedTitle={combine.failed}
          onCancel={work.cancel}
          units={0}
        />
        {work.result !== null && work.state.status === 'done' && <Combined {...work.result} />}
      </div>
    </Section>
  );
}

interface FileAreaProps {
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

/** Takes files that are chosen by its button or dropped anywhere on it. */
function FileArea({ onFiles, children }: FileAreaProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can be dropped here; the button below does the same.
    <div
      className="space-y-3"
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes('Files')) event.preventDefault();
      }}
      onDrop={(event) => {
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        onFiles(Array.from(event.dataTransfer.files));
      }}
    >
      <div className="flex flex-wrap items-center gap-2">
        <FileTrigger allowsMultiple onSelect={(files) => onFiles(Array.from(files ?? []))}>
          <Button icon={<FileUp aria-hidden size={16} />}>{words.combine.choose}</Button>
        </FileTrigger>
        <span className="text-13 text-muted">{words.combine.drop}</span>
      </div>
      {children}
    </div>
  );
}

function jobOf(
  project: string,
  record: CeremonyRecord,
  shares: readonly EnteredShare[],
  message: string | null,
): CombineJob {
  return {
    kind: 'combine',
    project,
    ceremonyId: record.ceremonyId,
    algorithm: record.algorithm,
    publicKey: record.publicKey,
    commitments: record.commitments,
    shares: shares.map((share) => {
      const read = readShare(share.text);
      return {
        text: read?.share ?? '',
        participant: read?.participant ?? (share.participant.trim() === '' ? null : Number(share.participant)),
        secretKey: share.secretKey.replaceAll(/\s/g, ''),
      };
    }),
    message,
  };
}
