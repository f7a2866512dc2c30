import type { Check, VerificationReport } from '@touchstone/core/artifact/report.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { COMPUTATION_TYPES } from '@touchstone/core/receipt/substrate.ts';
import { MAX_FILE_BYTES } from '@touchstone/core/strict-json.ts';
import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FileText } from '../../ui/file-text.tsx';
import { HashText } from '../../ui/hash-text.tsx';
import { StatusIcon } from '../../ui/status-mark.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { CHECK_WORDS } from '../../verification/meaning.ts';

function text(document: JsonObject, name: string): string | null {
  const value = Object.hasOwn(document, name) ? document[name] : undefined;
  return typeof value === 'string' ? value : null;
}

/** What a receipt says about itself: its id, the kind of computation, the two hashes. */
export function ReceiptFacts({ document }: { document: JsonObject }) {
  const type = document.computation_type;
  const typeName = typeof type === 'number' ? COMPUTATION_TYPES.get(type) : undefined;
  const receiptId = text(document, 'receipt_id');
  const keySetId = text(document, 'keyset_id');
  const hashes = [
    ['Commitment, SHA3-256 of the payload', text(document, 'commitment')],
    ['on_chain_hash, which the signatures cover', text(document, 'on_chain_hash')],
  ] as const;
  return (
    <dl className="grid gap-x-4 gap-y-2 rounded border border-line bg-surface px-4 py-3 text-sm sm:grid-cols-[176px_1fr]">
      {receiptId !== null && (
        <Fact name="Receipt">
          <FileText text={receiptId} isMono />
        </Fact>
      )}
      {typeof type === 'number' && (
        <Fact name="Computation type">
          {typeName ?? 'unknown'} <span className="text-muted">({type})</span>
        </Fact>
      )}
      {keySetId !== null && (
        <Fact name="Key set, as stated">
          <FileText text={keySetId} isMono />
        </Fact>
      )}
      {hashes.map(
        ([name, value]) =>
          value !== null &&
          /^[0-9a-f]{64}$/.test(value) && (
            <Fact key={name} name={name}>
              <HashText value={value} label={name} />
            </Fact>
          ),
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

/**
 * Where a person supplies the payload that the receipt was made for. Without it nobody knows whether the receipt belongs
 * to that payload, and the check says that it was not performed.
 */
export function PayloadCheck(props: { report: VerificationReport; onPayload: (payload: Blob | null) => void }) {
  const { report, onPayload } = props;
  const [typed, setTyped] = useState('');
  const [given, setGiven] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const check = report.checks.find(({ id }) => id === 'integrity.payload');
  if (check === undefined) return null;
  const give = (payload: Blob, name: string) => {
    if (payload.size > MAX_FILE_BYTES) {
      setTrouble(`${name} has ${payload.size} bytes. At most ${MAX_FILE_BYTES} bytes (64 MiB) are read.`);
      return;
    }
    setTrouble(null);
    setGiven(name);
    onPayload(payload);
  };
  const take = (input: HTMLInputElement) => {
    const file = input.files?.[0];
    input.value = '';
    if (file !== undefined) give(file, file.name);
  };
  const forget = () => {
    setGiven(null);
    setTyped('');
    onPayload(null);
  };
  return (
    <div className="flex flex-col gap-3 rounded border border-line bg-surface px-4 py-3 text-sm">
      <PayloadStatus check={check} given={given} />
      <div className="flex flex-col gap-2">
        <TextField
          label="Payload as text"
          rows={3}
          isMono
          value={typed}
          onChange={setTyped}
          description="Exactly as it was when the receipt was made: every blank and line end counts. It stays in this window."
        />
        <div className="flex flex-wrap items-center gap-2">
          <Button isDisabled={typed === ''} onPress={() => give(new Blob([typed]), 'The text above')}>
            Check this text
          </Button>
          <Button icon={<FileUp aria-hidden size={16} />} onPress={() => picker.current?.click()}>
            Choose the payload as a file
          </Button>
          {check.status !== 'not_performed' && <Button onPress={forget}>Forget the payload</Button>}
        </div>
        <input
          ref={picker}
          type="file"
          hidden
          aria-label="Payload of the receipt"
          onChange={(event) => take(event.currentTarget)}
        />
        {trouble !== null && (
          <p role="alert" className="text-failed">
            {trouble}
          </p>
        )}
      </div>
      <p className="border-t border-line pt-3 text-muted">
        The commitment is a plain hash without salt, and it is public. Whoever has this receipt can find a short or
        guessable payload by trying, so the receipt does not keep such a payload secret.
      </p>
    </div>
  );
}

const PAYLOAD_WORDS: Readonly<Record<Check['status'], string>> = {
  passed: 'The receipt was made for this payload.',
  failed: 'The receipt was not made for this payload.',
  pending: 'Not concluded.',
  not_performed: 'Whether the receipt belongs to your payload was not checked: no payload was given.',
};

function PayloadStatus({ check, given }: { check: Check; given: string | null }) {
  const { word, look } = CHECK_WORDS[check.status];
  return (
    <p role="status" data-testid="payload-status" data-status={check.status} className="flex items-start gap-2">
      <span className="pt-px">
        <StatusIcon look={look} />
      </span>
      <span>
        <span className={`font-semibold ${look === 'failed' ? 'text-failed' : ''}`}>{word}.</span>{' '}
        {PAYLOAD_WORDS[check.status]}{' '}
        {given !== null && check.status !== 'not_performed' && (
          <span className="text-muted">
            Given: <FileText text={given} />
          </span>
        )}
      </span>
    </p>
  );
}
