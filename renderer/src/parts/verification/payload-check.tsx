import { MAX_FILE_BYTES } from '@touchstone/core/strict-json.ts';
import { PAYLOAD_CHECK } from '@touchstone/core/verdict/checks.ts';
import type { Check, VerificationReport } from '@touchstone/core/verdict/verification-report.ts';
import { FileUp } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FileText } from '../../ui/file-text.tsx';
import { StatusIcon } from '../../ui/status-mark.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { words } from '../../words/parts/verification.ts';
import { CHECK_WORDS, type Look } from './meaning.ts';
import type { GivenPayload } from './session.ts';

/** The kinds of files that speak of a payload which they do not hold. */
export type PayloadKind = 'receipt' | 'signature';

/** Where a person supplies the payload that the file was made for: without it nobody knows whether the two belong together. */
export function PayloadCheck(props: {
  kind: PayloadKind;
  report: VerificationReport;
  /** The payload that the report speaks of. */
  judged: GivenPayload | null;
  /** The one that is being checked now. */
  checking: GivenPayload | null;
  onPayload: (payload: GivenPayload | null) => void;
}) {
  const { kind, report, judged, checking, onPayload } = props;
  const text = words.payload[kind];
  const [typed, setTyped] = useState((checking ?? judged)?.text ?? '');
  const [trouble, setTrouble] = useState<string | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const check = report.checks.find(({ id }) => id === PAYLOAD_CHECK);
  if (check === undefined) return null;
  const give = (payload: GivenPayload) => {
    const { size } = payload.blob;
    if (size > MAX_FILE_BYTES) {
      const what = payload.text === null ? payload.name : words.payload.theText;
      setTrouble(words.payload.tooLarge(what, size, MAX_FILE_BYTES));
      return;
    }
    setTrouble(null);
    onPayload(payload);
  };
  const take = (input: HTMLInputElement) => {
    const file = input.files?.[0];
    input.value = '';
    if (file !== undefined) give({ blob: file, name: file.name, text: null });
  };
  const forget = () => {
    setTyped('');
    onPayload(null);
  };
  return (
    <div className="flex flex-col gap-3 border-y border-line py-3">
      <PayloadStatus kind={kind} check={check} judged={judged} checking={checking} typed={typed} />
      <div className="flex flex-col gap-2">
        <TextField label={text.text} rows={3} isMono value={typed} onChange={setTyped} description={text.note} />
        <div className="flex flex-wrap items-center gap-2">
          <Button
            isDisabled={typed === ''}
            onPress={() => give({ blob: new Blob([typed]), name: words.payload.textBelow, text: typed })}
          >
            {words.payload.check}
          </Button>
          <Button icon={<FileUp aria-hidden size={16} />} onPress={() => picker.current?.click()}>
            {text.choose}
          </Button>
          {wasGiven(check) && <Button onPress={forget}>{words.payload.forget}</Button>}
        </div>
        <input
          ref={picker}
          type="file"
          hidden
          aria-label={text.field}
          onChange={(event) => take(event.currentTarget)}
        />
        {trouble !== null && (
          <p role="alert" className="text-failed">
            {trouble}
          </p>
        )}
      </div>
      <p className="border-t border-line pt-3 text-muted">{text.secrecy}</p>
    </div>
  );
}

/** Whether the verifier had a payload; it may have been given before this page was shown. */
function wasGiven({ status }: Check): boolean {
  return status === 'passed' || status === 'failed';
}

interface PayloadStatusProps {
  readonly kind: PayloadKind;
  readonly check: Check;
  readonly judged: GivenPayload | null;
  readonly checking: GivenPayload | null;
  readonly typed: string;
}

/** The verdict stands here only for what was judged: never for what is being checked, nor for a text that has changed since. */
function PayloadStatus({ kind, check, judged, checking, typed }: PayloadStatusProps) {
  if (checking !== null) {
    return (
      <Status status="checking" look="pending">
        {words.payload.checking(<FileText text={checking.name} />)}
      </Status>
    );
  }
  if (judged !== null && judged.text !== null && judged.text !== typed) {
    return (
      <Status status="changed" look="inconclusive">
        {words.payload.changed}
      </Status>
    );
  }
  const { word, look } = CHECK_WORDS[check.status];
  return (
    <Status status={check.status} look={look}>
      <span className={`font-semibold ${look === 'failed' ? 'text-failed' : ''}`}>{words.payload.word(word)}</span>{' '}
      {words.payload[kind].status[check.status]}{' '}
      {judged !== null && wasGiven(check) && (
        <span className="text-muted">{words.payload.given(<FileText text={judged.name} />)}</span>
      )}
    </Status>
  );
}

interface StatusProps {
  readonly status: Check['status'] | 'checking' | 'changed';
  readonly look: Look;
  readonly children: ReactNode;
}

function Status({ status, look, children }: StatusProps) {
  return (
    <p role="status" data-testid="payload-status" data-status={status} className="flex items-start gap-2">
      <span className="pt-px">
        <StatusIcon look={look} />
      </span>
      <span>{children}</span>
    </p>
  );
}
