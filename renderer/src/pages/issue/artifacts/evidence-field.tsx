import { FileUp, FolderOpen, X } from 'lucide-react';
import { DropZone, FileTrigger } from 'react-aria-components';
import { formatSize } from '../../../lib/format.ts';
import { CountedWork } from '../../../parts/work/counted-work.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/issue/new-artifact.ts';
import {
  type Dropped,
  droppedFiles,
  type EvidenceFile,
  type EvidenceList,
  type EvidenceSnapshot,
  isRead,
  pickedFiles,
  progressOf,
} from './evidence-list.ts';
import { namesTrouble } from './issue-draft.ts';

const texts = words.evidence;

/** More files than anybody reads through; the others are hashed and counted. */
const SHOWN = 200;

export interface EvidenceFieldProps {
  readonly list: EvidenceList;
  readonly snapshot: EvidenceSnapshot;
  /** A sentence about what is wrong; empty where nothing is. */
  readonly error: string;
  /** Called with every change of the files. */
  readonly onChange: () => void;
}

/** The files that are attested: chosen, dropped or a whole folder, with what is known of each. */
export function EvidenceField({ list, snapshot, error, onChange }: EvidenceFieldProps) {
  const { files, refused } = snapshot;
  const take = (picked: ReturnType<typeof pickedFiles>) => {
    onChange();
    list.add(picked);
  };
  const remove = (id: number) => {
    onChange();
    list.remove(id);
  };
  return (
    <fieldset className="space-y-2" {...(error === '' ? {} : { 'data-invalid': true })}>
      <legend className="text-13 font-medium">{texts.label}</legend>
      <p className="text-13 text-muted">{texts.lead}</p>
      <DropZone
        aria-label={texts.drop}
        className="flex flex-wrap items-center gap-2 rounded border border-dashed border-line-strong p-3 data-drop-target:border-accent data-drop-target:bg-accent-soft"
        onDrop={async ({ items }) => take(await droppedFiles(items as readonly Dropped[]))}
      >
        <FileTrigger allowsMultiple onSelect={(chosen) => take(pickedFiles(Array.from(chosen ?? [])))}>
          <Button size="small" icon={<FileUp aria-hidden size={14} />}>
            {texts.choose}
          </Button>
        </FileTrigger>
        <FileTrigger acceptDirectory onSelect={(chosen) => take(pickedFiles(Array.from(chosen ?? [])))}>
          <Button size="small" icon={<FolderOpen aria-hidden size={14} />}>
            {texts.folder}
          </Button>
        </FileTrigger>
        <span className="text-13 text-muted">{texts.orDrop}</span>
      </DropZone>
      {error !== '' && (
        <p role="alert" className="text-13 text-failed">
          <FileText text={error} />
        </p>
      )}
      {refused.slice(0, 5).map((fault) => (
        <p key={namesTrouble(fault)} role="alert" className="text-13 text-failed">
          <FileText text={namesTrouble(fault)} />
        </p>
      ))}
      <Progress files={files} onCancel={() => list.cancel()} />
      {files.length > 0 && (
        <>
          <div className="flex items-center gap-2 text-13 text-muted">
            <span className="grow tabular-nums">
              {texts.count(files.length, formatSize(files.reduce((sum, { size }) => sum + size, 0)))}
            </span>
            {files.length > 1 && (
              <Button
                size="small"
                variant="quiet"
                onPress={() => {
                  onChange();
                  list.clear();
                }}
              >
                {texts.removeAll}
              </Button>
            )}
          </div>
          <ul aria-label={texts.list} className="max-h-96 divide-y divide-line overflow-y-auto border-y border-line">
            {files.slice(0, SHOWN).map((file) => (
              <FileRow key={file.id} file={file} onRemove={() => remove(file.id)} />
            ))}
          </ul>
          {files.length > SHOWN && <p className="text-13 text-muted">{texts.more(files.length - SHOWN)}</p>}
        </>
      )}
      <p className="text-13 text-muted">
        {texts.supplied(<code className="text-12">{'cryptography.json, evidence.json, governance.json …'}</code>)}
      </p>
    </fieldset>
  );
}

function Progress({ files, onCancel }: { readonly files: readonly EvidenceFile[]; readonly onCancel: () => void }) {
  const left = files.filter((file) => !isRead(file)).length;
  if (left === 0) return null;
  const { done, total } = progressOf(files);
  const percent = total === 0 ? 0 : Math.floor((100 * done) / total);
  return <CountedWork label={texts.progress(left)} done={percent} of={100} onCancel={onCancel} />;
}

function FileRow({ file, onRemove }: { readonly file: EvidenceFile; readonly onRemove: () => void }) {
  const { name, size, state } = file;
  return (
    <li className="flex items-start gap-2 py-1.5" data-file={name}>
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <FileText text={name} limit={200} />
          </span>
          <span className="text-13 text-muted tabular-nums">{formatSize(size)}</span>
        </div>
        <FileNote state={state} />
      </div>
      <IconButton size="small" label={texts.remove(name)} icon={<X aria-hidden size={14} />} onPress={onRemove} />
    </li>
  );
}

function FileNote({ state }: Pick<EvidenceFile, 'state'>) {
  switch (state.kind) {
    case 'waiting':
      return <p className="text-13 text-muted">{texts.waiting}</p>;
    case 'reading':
      return <p className="text-13 text-muted">{texts.reading}</p>;
    case 'bundle':
      return <p className="text-13 text-muted">{texts.supplies(words.pillars[state.pillar].toLowerCase())}</p>;
    case 'hashed':
      return (
        <dl className="grid grid-cols-[auto_1fr] gap-x-2 text-12 text-muted">
          <dt>{texts.sha3}</dt>
          <dd className="font-mono break-all">{state.item.sha3_384}</dd>
          <dt>{texts.sha256}</dt>
          <dd className="font-mono break-all">{state.item.sha256}</dd>
        </dl>
      );
    case 'no_bundle':
      return <Unusable text={texts.noBundle(state.place, state.message)} />;
    case 'too_large':
      return <Unusable text={texts.tooLarge(formatSize(state.most))} />;
    case 'unreadable':
      return <Unusable text={texts.unreadable} />;
  }
}

function Unusable({ text }: { readonly text: string }) {
  return (
    <p className="text-13">
      <StatusMark look="failed" size="small" label={text} />
    </p>
  );
}
