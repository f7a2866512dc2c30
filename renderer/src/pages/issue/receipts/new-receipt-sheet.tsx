import type { InputOf, OutputOf } from '@touchstone/core/api/endpoint.ts';
import { receipts } from '@touchstone/core/api/receipts/receipts.ts';
import { FileUp } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { client } from '../../../lib/client.ts';
import { formatSize } from '../../../lib/format.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { readTextFile } from '../../../parts/form/text-file.ts';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { Button } from '../../../ui/button.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/issue/receipts.ts';
import { KIND_OPTIONS } from '../../../words/parts/receipt-kinds.ts';

type Created = OutputOf<typeof receipts.create>;

/** The server's limit of 16 MiB holds for the JSON around the payload too. */
const MAX_PAYLOAD_BYTES = 15 * 1024 * 1024;

const EMPTY = { payload: '', computation_type: '12' } satisfies DraftOf<typeof receipts.create>;
const SAMPLE_TYPE = '16';
const UNITS = receipts.create.units;

interface ChosenFile {
  readonly name: string;
  readonly size: number;
  readonly text: string;
}

export interface NewReceiptSheetProps {
  /** `sample`: filled with an example. Null while it is closed. */
  readonly act: 'new' | 'sample' | null;
  readonly onClose: () => void;
  readonly onCreated: (receipt: Created, payload: string) => void;
}

/** Turns a payload into a receipt. A payload that was typed stays when a file takes its place. */
export function NewReceiptSheet({ act, onClose, onCreated }: NewReceiptSheetProps) {
  const [file, setFile] = useState<ChosenFile | null>(null);
  const announce = useAnnounce();
  const work = useWork((body: InputOf<typeof receipts.create>['body'], signal) =>
    client.receipts.receipts.create({ body }, { signal, timeoutMs: 120_000 }),
  );
  const { create } = words;
  const draft = useDraft(useState(EMPTY), work.state, { refusals: { payload: create.refused } });
  const isBusy = work.state.status === 'busy';
  const empty = () => {
    draft.fill(EMPTY);
    setFile(null);
  };
  const fillSample = useEffectEvent(() => {
    setFile(null);
    draft.fill({ payload: create.sample, computation_type: SAMPLE_TYPE });
  });
  useEffect(() => {
    if (act === 'sample') fillSample();
  }, [act]);

  const take = async (chosen: File) => {
    const read = await readTextFile(chosen, MAX_PAYLOAD_BYTES);
    draft.check({ payload: read.ok ? '' : read.message });
    if (read.ok) setFile({ name: chosen.name, size: chosen.size, text: read.text });
  };
  const send = async () => {
    const payload = file?.text ?? draft.values.payload;
    if (!draft.check({ payload: payloadTrouble(payload) })) return;
    const receipt = await work.start({ payload, computation_type: Number(draft.values.computation_type) });
    if (receipt === null) return;
    empty();
    announce(create.done(receipt.receipt_id));
    onCreated(receipt, payload);
  };

  return (
    <FormSheet
      texts={create}
      note={create.cost(unitsText(UNITS))}
      isOpen={act !== null}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      work={work}
      units={UNITS}
    >
      <p className="text-muted">{create.lead}</p>
      <div className="space-y-2">
        {file === null ? (
          <TextField
            label={create.payload}
            rows={8}
            isMono
            isDisabled={isBusy}
            {...draft.field('payload')}
            description={create.payloadHint}
          />
        ) : (
          <ChosenPayload file={file} error={draft.errorAt('payload')} />
        )}
        <div className="flex flex-wrap gap-2">
          <FileTrigger
            onSelect={(files) => {
              const chosen = files?.[0];
              if (chosen !== undefined) void take(chosen);
            }}
          >
            <Button size="small" isDisabled={isBusy} icon={<FileUp aria-hidden size={14} />}>
              {file === null ? create.fromFile : create.otherFile}
            </Button>
          </FileTrigger>
          {file !== null && (
            <Button size="small" isDisabled={isBusy} onPress={() => setFile(null)}>
              {create.type}
            </Button>
          )}
        </div>
      </div>
      <div>
        <Select label={create.kind} options={KIND_OPTIONS} {...draft.field('computation_type')} isDisabled={isBusy} />
        <p className="mt-1 text-13 text-muted">{create.kindHint}</p>
      </div>
      <p className="rounded bg-sunken px-3 py-2 text-13 text-muted">
        <span className="font-medium text-text">{create.guessable}</span> {create.guessableText}
      </p>
    </FormSheet>
  );
}

function ChosenPayload({ file, error }: { readonly file: ChosenFile; readonly error: string }) {
  const { create } = words;
  return (
    <div className="space-y-1">
      <div className="text-13 font-medium">{create.payload}</div>
      <p className="rounded bg-sunken px-3 py-2">
        <FileText text={file.name} limit={200} />{' '}
        <span className="text-muted">{create.fileSize(formatSize(file.size))}</span>
      </p>
      {error !== '' && (
        <p role="alert" className="text-13 text-failed">
          {error}
        </p>
      )}
    </div>
  );
}

function payloadTrouble(payload: string): string {
  const { create } = words;
  if (payload === '') return create.empty;
  if (!payload.isWellFormed()) return create.surrogate;
  const size = new Blob([payload]).size;
  if (size <= MAX_PAYLOAD_BYTES) return '';
  return create.tooLong(formatSize(size), formatSize(MAX_PAYLOAD_BYTES));
}
