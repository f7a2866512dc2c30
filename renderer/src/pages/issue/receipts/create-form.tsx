import type { InputOf, OutputOf } from '@touchstone/core/api/endpoint.ts';
import { receipts } from '@touchstone/core/api/receipts/receipts.ts';
import { COMPUTATION_TYPES } from '@touchstone/core/receipt/substrate.ts';
import { FileUp, Stamp } from 'lucide-react';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { client } from '../../../lib/client.ts';
import { formatSize } from '../../../lib/format.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { readTextFile } from '../../../parts/form/text-file.ts';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';

type Created = OutputOf<typeof receipts.create>;

/** The server's limit of 16 MiB holds for the JSON around the payload too. */
const MAX_PAYLOAD_BYTES = 15 * 1024 * 1024;

const TYPES = [...COMPUTATION_TYPES].map(([type, name]) => ({ value: String(type), label: `${name} (${type})` }));
const EMPTY = { payload: '', computation_type: '12' } satisfies DraftOf<typeof receipts.create>;
const UNITS = receipts.create.units;

interface ChosenFile {
  readonly name: string;
  readonly size: number;
  readonly text: string;
}

/** The form that turns a payload into a receipt. A payload that was typed stays when a file takes its place. */
export function CreateForm({ onCreated }: { readonly onCreated: (receipt: Created, payload: string) => void }) {
  const [file, setFile] = useState<ChosenFile | null>(null);
  const announce = useAnnounce();
  const work = useWork((body: InputOf<typeof receipts.create>['body'], signal) =>
    client.receipts.receipts.create({ body }, { signal, timeoutMs: 120_000 }),
  );
  const draft = useDraft(useState(EMPTY), work.state, {
    refusals: { payload: 'The server did not accept the payload; see below.' },
  });
  const isBusy = work.state.status === 'busy';
  const fieldError = draft.errorAt('payload');

  const take = async (chosen: File) => {
    const read = await readTextFile(chosen, MAX_PAYLOAD_BYTES);
    draft.check({ payload: read.ok ? '' : read.message });
    if (read.ok) setFile({ name: chosen.name, size: chosen.size, text: read.text });
  };
  const create = async () => {
    const payload = file?.text ?? draft.values.payload;
    if (!draft.check({ payload: payloadTrouble(payload) })) return;
    const receipt = await work.start({ payload, computation_type: Number(draft.values.computation_type) });
    if (receipt === null) return;
    announce(`Receipt ${receipt.receipt_id} was made`);
    onCreated(receipt, payload);
  };

  return (
    <Panel
      title="Payload and type"
      lead="The server hashes the payload, signs the hash with three signature families and keeps the receipt, not the payload."
      aside={`costs ${unitsText(UNITS)}`}
    >
      <form onSubmit={draft.submit(create)} noValidate className="space-y-3">
        {file === null ? (
          <TextField
            label="Payload"
            rows={8}
            isMono
            isDisabled={isBusy}
            {...draft.field('payload')}
            description="Any text. Its UTF-8 bytes are hashed. Spaces and line breaks count."
          />
        ) : (
          <div className="space-y-1">
            <div className="text-13 font-medium">Payload</div>
            <p className="rounded bg-sunken px-3 py-2">
              <FileText text={file.name} limit={200} />{' '}
              <span className="text-muted tabular-nums">({formatSize(file.size)} of UTF-8 text)</span>
            </p>
            {fieldError !== '' && (
              <p role="alert" className="text-13 text-failed">
                {fieldError}
              </p>
            )}
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          <FileTrigger
            onSelect={(files) => {
              const chosen = files?.[0];
              if (chosen !== undefined) void take(chosen);
            }}
          >
            <Button isDisabled={isBusy} icon={<FileUp aria-hidden size={16} />}>
              {file === null ? 'Take the payload from a file' : 'Take another file'}
            </Button>
          </FileTrigger>
          {file !== null && (
            <Button isDisabled={isBusy} onPress={() => setFile(null)}>
              Type the payload instead
            </Button>
          )}
        </div>
        <div className="max-w-sm">
          <Select label="Computation type" options={TYPES} {...draft.field('computation_type')} isDisabled={isBusy} />
          <p className="mt-1 text-13 text-muted">What the payload is. It is signed with the receipt and public.</p>
        </div>
        <p className="max-w-prose rounded border border-line-strong bg-sunken px-3 py-2">
          <span className="font-medium">The commitment is public and has no salt.</span> It is the plain SHA3-256 of the
          payload. Whoever sees the receipt can find a short or guessable payload by trying. Add random text to a
          payload that must stay unknown, and keep it: nobody can check the receipt against the payload without it.
        </p>
        <Button type="submit" variant="primary" icon={<Stamp aria-hidden size={16} />} isDisabled={isBusy}>
          Make the receipt
        </Button>
        <WorkStatus
          state={work.state}
          busyLabel="Hashing and signing with three families"
          failedTitle="The receipt was not made"
          onCancel={work.cancel}
          units={UNITS}
        />
      </form>
    </Panel>
  );
}

function payloadTrouble(payload: string): string {
  if (payload === '') return 'Enter the payload, or take it from a file.';
  if (!payload.isWellFormed()) return 'This text holds half of a character pair and has no UTF-8 form. Enter it again.';
  const size = new Blob([payload]).size;
  if (size <= MAX_PAYLOAD_BYTES) return '';
  return `The payload has ${formatSize(size)}. At most ${formatSize(MAX_PAYLOAD_BYTES)} are sent to the server.`;
}
