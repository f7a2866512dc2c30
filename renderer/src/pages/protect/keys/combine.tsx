import { fromBase64, toHex } from '@touchstone/core/bytes.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import { Download, FileUp, KeyRound, PenLine, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { useProjectId } from '../../../lib/session/use-project-id.ts';
import { downloadText } from '../../../lib/window/download.ts';
import { type BytesDraft, EMPTY_DRAFT, readDraft } from '../../../parts/bytes/bytes-draft.ts';
import { BytesInput } from '../../../parts/bytes/bytes-input.tsx';
import { LongValue } from '../../../parts/bytes/long-value.tsx';
import { readTextFile } from '../../../parts/form/text-file.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { type CeremonyRecord, fileNameOf, readRecord, readShare } from './ceremony-files.ts';
import { CeremonyState } from './ceremony-state.tsx';
import { refusalWords } from './combine-words.ts';
import { inWorker } from './in-worker.ts';
import type { CombineJob, CombineOutcome } from './keys-jobs.ts';
import { ShareEntry } from './share-entry.tsx';
import { EMPTY_SHARE, type EnteredShare, shareTroubles } from './share-troubles.ts';

/** A record with 255 commitments has about 20 KiB. */
const MOST_FILE_BYTES = 256 * 1024;

export interface CombineProps {
  /** Text of the ceremony's record. */
  readonly record: string;
  readonly onRecord: (text: string) => void;
}

interface Outcome {
  readonly outcome: CombineOutcome;
  readonly threshold: number;
  /** Base64 of what was to be signed; null where the shares were checked only. */
  readonly message: string | null;
  readonly record: CeremonyRecord;
}

/** Brings shares together: rebuilds the key in a worker, holds it against the public key, and signs one message. */
export function Combine({ record: recordJson, onRecord }: CombineProps) {
  const [shares, setShares] = useState<readonly EnteredShare[]>([EMPTY_SHARE, { ...EMPTY_SHARE, id: 1 }]);
  const nextId = useRef(2);
  const [message, setMessage] = useState<BytesDraft>(EMPTY_DRAFT);
  const [checked, setChecked] = useState<'shares' | 'all' | null>(null);
  const [trouble, setTrouble] = useState('');
  const project = useProjectId();
  const announce = useAnnounce();
  const record = readRecord(recordJson);
  const work = useWork(
    async ({ job, record: of }: { job: CombineJob; record: CeremonyRecord }, signal): Promise<Outcome> => {
      const outcome = await inWorker(job, signal);
      return { outcome, threshold: of.threshold, message: job.message, record: of };
    },
  );
  const recordTrouble =
    record !== null
      ? ''
      : recordJson.trim() === ''
        ? 'Paste the record of the ceremony, or drop its file here.'
        : 'This is not the record of a ceremony.';
  const bytes = readDraft(message);
  const entered = shares.filter(({ text }) => text.trim() !== '');

  const change = (id: number, changes: Partial<EnteredShare>) => {
    setShares(shares.map((share) => (share.id === id ? { ...share, ...changes } : share)));
    setTrouble('');
  };
  const take = async (files: readonly File[]) => {
    const added: EnteredShare[] = [];
    const wrong: string[] = [];
    for (const file of files) {
      const read = await readTextFile(file, MOST_FILE_BYTES);
      if (read.ok && readRecord(read.text) !== null) onRecord(read.text);
      else if (read.ok && readShare(read.text) !== null) {
        added.push({ ...EMPTY_SHARE, id: nextId.current++, text: read.text.trim() });
      } else wrong.push(read.ok ? `${file.name} is neither a share nor the record of a ceremony.` : read.message);
    }
    setShares((before) =>
      [...before.filter(({ text }) => text.trim() !== ''), ...added].concat(padding(before, added)),
    );
    setTrouble(wrong.join(' '));
    if (added.length > 0) announce(`${added.length} ${added.length === 1 ? 'share was' : 'shares were'} added`);
  };
  const padding = (before: readonly EnteredShare[], added: readonly EnteredShare[]): readonly EnteredShare[] => {
    const filled = before.filter(({ text }) => text.trim() !== '').length + added.length;
    return Array.from({ length: Math.max(0, 2 - filled) }, () => ({ ...EMPTY_SHARE, id: nextId.current++ }));
  };
  const run = async (wanted: 'shares' | 'all') => {
    setChecked(wanted);
    if (record === null || entered.length === 0) return;
    if (entered.some((share) => Object.keys(shareTroubles(share, record)).length > 0)) return;
    if (wanted === 'all' && !bytes.ok) return;
    const job: CombineJob = {
      kind: 'combine',
      project,
      ceremonyId: record.ceremonyId,
      algorithm: record.algorithm,
      publicKey: record.publicKey,
      commitments: record.commitments,
      shares: entered.map((share) => {
        const read = readShare(share.text);
        return {
          text: read?.share ?? '',
          participant: read?.participant ?? (share.participant.trim() === '' ? null : Number(share.participant)),
          secretKey: share.secretKey.replaceAll(/\s/g, ''),
        };
      }),
      message: wanted === 'all' && bytes.ok ? bytes.base64 : null,
    };
    const found = await work.start({ job, record });
    if (found === null) return;
    announce(
      found.outcome.ok ? 'The shares give the key of this ceremony' : 'The shares do not give the key',
      'assertive',
    );
  };
  const forget = () => {
    setShares([EMPTY_SHARE, { ...EMPTY_SHARE, id: 1 }]);
    setChecked(null);
    setTrouble('');
    work.reset();
  };
  return (
    <Panel
      title="Combine and sign"
      lead="The key is rebuilt in this window, without the server, held against the public key of the ceremony, used for one signature and wiped."
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files can be dropped here; the button below does the same. */}
      <div
        className="space-y-3"
        onDragOver={(event) => {
          if (event.dataTransfer.types.includes('Files')) event.preventDefault();
        }}
        onDrop={(event) => {
          if (event.dataTransfer.files.length === 0) return;
          event.preventDefault();
          void take(Array.from(event.dataTransfer.files));
        }}
      >
        <div className="flex flex-wrap items-center gap-2">
          <FileTrigger allowsMultiple onSelect={(files) => void take(Array.from(files ?? []))}>
            <Button icon={<FileUp aria-hidden size={16} />}>Choose the record and shares</Button>
          </FileTrigger>
          <span className="text-[0.8125rem] text-muted">or drop their files here. They are not sent anywhere.</span>
        </div>
        {trouble !== '' && (
          <p role="alert" className="text-failed">
            {trouble}
          </p>
        )}
        <TextField
          label="Record of the ceremony"
          rows={3}
          isMono
          value={recordJson}
          onChange={onRecord}
          error={checked !== null || recordJson.trim() !== '' ? recordTrouble : ''}
        />
        {record !== null && (
          <FactList>
            <Fact name="Ceremony">
              <FileText text={record.ceremonyId} />
            </Fact>
            <Fact name="Key">
              {record.algorithm}; {record.threshold} of {record.participants} shares rebuild it
            </Fact>
            <Fact name="State">
              <CeremonyState record={record} />
            </Fact>
          </FactList>
        )}
        <ul className="space-y-3" aria-label="Shares">
          {shares.map((share, place) => (
            <li key={share.id} className="flex items-start gap-1">
              <div className="min-w-0 flex-1">
                <ShareEntry
                  place={place}
                  share={share}
                  troubles={checked === null || share.text.trim() === '' ? {} : shareTroubles(share, record)}
                  onChange={(changes) => change(share.id, changes)}
                />
              </div>
              <div className="mt-6">
                <IconButton
                  label={`Take share ${place + 1} out`}
                  icon={<Trash2 aria-hidden size={16} />}
                  onPress={() => setShares(shares.filter(({ id }) => id !== share.id))}
                />
              </div>
            </li>
          ))}
        </ul>
        {checked !== null && entered.length === 0 && (
          <p role="alert" className="text-[0.8125rem] text-failed">
            Enter the shares of the participants.
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            icon={<Plus aria-hidden size={16} />}
            onPress={() => setShares([...shares, { ...EMPTY_SHARE, id: nextId.current++ }])}
          >
            Add a share
          </Button>
          <Button
            icon={<KeyRound aria-hidden size={16} />}
            aria-disabled={work.state.status === 'busy'}
            onPress={() => void run('shares')}
          >
            Check the shares
          </Button>
          <Button onPress={forget}>Forget the shares</Button>
        </div>
        <BytesInput
          label="Message to sign"
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
          Rebuild the key and sign
        </Button>
      </div>
      <WorkStatus
        state={work.state}
        busyLabel="Rebuilding the key"
        failedTitle="The key was not rebuilt"
        onCancel={work.cancel}
        units={0}
      />
      {work.result !== null && work.state.status === 'done' && <Combined result={work.result} />}
    </Panel>
  );
}

function Combined({ result: { outcome, threshold, message, record } }: { readonly result: Outcome }) {
  if (!outcome.ok) {
    return (
      <div data-verdict="invalid">
        <StatusMark look="failed" label="The key was not rebuilt" />
        <p>{refusalWords(outcome, threshold)} Nothing was signed.</p>
      </div>
    );
  }
  const { signature } = outcome;
  const hash = message === null ? null : toHex(sha3_256(fromBase64(message) ?? new Uint8Array()));
  return (
    <div data-verdict="valid" className="space-y-2">
      <StatusMark
        look="verified"
        label={signature === null ? 'The shares give the key of this ceremony' : 'Signed, and the signature verifies'}
      />
      <p className="text-muted">
        The rebuilt key has the public key of the record. It was wiped again; the shares stay in the fields until you
        forget them or leave the page.
      </p>
      {signature !== null && hash !== null && (
        <section aria-label="Signature of the ceremony" className="space-y-2">
          <LongValue value={signature} label={`${record.algorithm} signature`} />
          <div>
            <p className="text-[0.8125rem] text-muted">SHA3-256 of the message</p>
            <HashText value={hash} label="hash of the message" />
          </div>
          <Button
            icon={<Download aria-hidden size={15} />}
            onPress={() =>
              void downloadText(
                `${fileNameOf(record.ceremonyId)}.signature.json`,
                `${JSON.stringify({ ceremony_id: record.ceremonyId, algorithm: record.algorithm, public_key: record.publicKey, message_sha3_256: hash, signature }, null, 2)}\n`,
              )
            }
          >
            Save the signature
          </Button>
        </section>
      )}
    </div>
  );
}
