import type { InputOf, OutputOf } from '@touchstone/core/api/endpoint.ts';
import { svcKey } from '@touchstone/core/api/signing/svc-key.ts';
import { parseThreeKey, THREE_KEY_FAMILIES } from '@touchstone/core/composite/three-key.ts';
import { Download, PenLine, ScanSearch } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { formatCount } from '../../../lib/format.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { downloadText } from '../../../lib/window/download.ts';
import { type BytesDraft, EMPTY_DRAFT, readDraft } from '../../../parts/bytes/bytes-draft.ts';
import { BytesInput } from '../../../parts/bytes/bytes-input.tsx';
import { LongValue } from '../../../parts/bytes/long-value.tsx';
import { type DraftOf, type DraftState, useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { Fact } from '../../../ui/fact-list.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { Facts } from './facts.tsx';
import { ServiceKeySet } from './service-key-set.tsx';
import { type JudgedLayer, Verdict } from './verdict.tsx';

type Verified = OutputOf<typeof svcKey.verify3key>;

/** The request members for a draft: what was typed goes as it is, a file as base64. */
function dataOf(draft: BytesDraft, base64: string): Pick<InputOf<typeof svcKey.sign3key>['body'], 'data' | 'encoding'> {
  return draft.form === 'text' ? { data: draft.text, encoding: 'utf8' } : { data: base64, encoding: 'base64' };
}

const NOTHING_TO_SIGN = { data: EMPTY_DRAFT } satisfies DraftOf<typeof svcKey.sign3key>;
const NOTHING_TO_VERIFY = { data: EMPTY_DRAFT, signature: '' } satisfies DraftOf<typeof svcKey.verify3key>;

/** Signing and verifying with Ed25519, ML-DSA-65 and FALCON-512 together, under the service's own key set. */
export function ThreeFamily() {
  const [toVerify, setToVerify] = useState(NOTHING_TO_VERIFY);
  const [turn, setTurn] = useState(0);
  const verifyThis = (data: BytesDraft, signature: string) => {
    setToVerify({ data, signature });
    setTurn(turn + 1);
  };
  return (
    <div className="space-y-(--gap)">
      <p className="max-w-[80ch] text-muted">
        Three signatures of three families over the same hash. Forging the whole takes breaking all three. A signature
        means that this service saw these bytes; it says nothing about who sent them or when.
      </p>
      <div className="grid items-start gap-(--gap) min-[1100px]:grid-cols-2">
        <SignPanel onVerify={verifyThis} />
        <VerifyPanel key={turn} input={[toVerify, setToVerify]} />
      </div>
    </div>
  );
}

function SignPanel({ onVerify }: { readonly onVerify: (draft: BytesDraft, signature: string) => void }) {
  const announce = useAnnounce();
  const work = useWork(async (input: { readonly data: BytesDraft; readonly base64: string }, signal) => ({
    data: input.data,
    answer: await client.signing.svcKey.sign3key(
      { body: dataOf(input.data, input.base64) },
      { signal, timeoutMs: 120_000 },
    ),
  }));
  const draft = useDraft(useState(NOTHING_TO_SIGN), work.state);
  const { units } = svcKey.sign3key;
  const sign = async () => {
    const { data } = draft.values;
    const read = readDraft(data);
    if (!draft.check(read.ok ? {} : { data: read.message }) || !read.ok) return;
    if ((await work.start({ data, base64: read.base64 })) !== null) announce('Signed by three families');
  };
  return (
    <Panel title="Sign" aside={`costs ${unitsText(units)}`}>
      <form onSubmit={draft.submit(sign)} noValidate className="space-y-3">
        <BytesInput label="Data to sign" {...draft.field('data')} />
        <Button
          type="submit"
          variant="primary"
          icon={<PenLine aria-hidden size={16} />}
          isDisabled={work.state.status === 'busy'}
        >
          Sign with three families
        </Button>
      </form>
      <WorkStatus
        state={work.state}
        busyLabel="Signing"
        failedTitle="The data was not signed"
        onCancel={work.cancel}
        units={units}
      />
      {work.result !== null && <Signed result={work.result} onVerify={onVerify} />}
    </Panel>
  );
}

interface SignedProps {
  readonly result: { readonly data: BytesDraft; readonly answer: OutputOf<typeof svcKey.sign3key> };
  readonly onVerify: (data: BytesDraft, signature: string) => void;
}

function Signed({ result: { data, answer }, onVerify }: SignedProps) {
  const parts = parseThreeKey(answer.signature);
  return (
    <section aria-label="Signature" className="space-y-2 border-t border-line pt-3">
      <LongValue value={answer.signature} label="signature" />
      <Facts>
        {parts !== null &&
          THREE_KEY_FAMILIES.map((family) => (
            <Fact key={family} name={family}>
              <span className="tabular-nums">{formatCount(parts[family].length)} bytes</span>
            </Fact>
          ))}
        <Fact name="Hash of the data">
          <HashText value={answer.data_hash} label="hash of the data" />
        </Fact>
        <Fact name="Time, as stated">
          <TimeText value={answer.timestamp} /> <span className="text-muted">not covered by the signature</span>
        </Fact>
      </Facts>
      <div className="flex flex-wrap gap-2">
        <Button icon={<ScanSearch aria-hidden size={15} />} onPress={() => onVerify(data, answer.signature)}>
          Verify this signature
        </Button>
        <Button
          icon={<Download aria-hidden size={15} />}
          onPress={() => downloadText('signature.3key.json', `${JSON.stringify(answer, null, 2)}\n`)}
        >
          Save as a file
        </Button>
      </div>
    </section>
  );
}

function VerifyPanel({ input }: { readonly input: DraftState<typeof NOTHING_TO_VERIFY> }) {
  const announce = useAnnounce();
  const work = useWork((body: InputOf<typeof svcKey.verify3key>['body'], signal) =>
    client.signing.svcKey.verify3key({ body }, { signal, timeoutMs: 120_000 }),
  );
  const draft = useDraft(input, work.state, { onChange: work.reset });
  const verify = async () => {
    const { data } = draft.values;
    const read = readDraft(data);
    const signature = draft.values.signature.replaceAll(/\s/g, '');
    const found = { data: read.ok ? '' : read.message, signature: signatureTrouble(signature) };
    if (!draft.check(found) || !read.ok) return;
    const answer = await work.start({ ...dataOf(data, read.base64), signature });
    if (answer !== null) announce(answer.valid ? 'Valid' : 'Not valid', answer.valid ? 'polite' : 'assertive');
  };
  return (
    <Panel title="Verify" aside="free, needs no key">
      <form onSubmit={draft.submit(verify)} noValidate className="space-y-3">
        <BytesInput label="Data that was signed" {...draft.field('data')} />
        <TextField
          label="Signature"
          rows={4}
          isMono
          {...draft.field('signature')}
          description="3key: and three base64 parts with colons between them. Line breaks do not count."
        />
        <Button
          type="submit"
          variant="primary"
          icon={<ScanSearch aria-hidden size={16} />}
          isDisabled={work.state.status === 'busy'}
        >
          Verify
        </Button>
      </form>
      <WorkStatus
        state={work.state}
        busyLabel="Verifying"
        failedTitle="The signature was not judged"
        onCancel={work.cancel}
        units={svcKey.verify3key.units}
      />
      {work.result !== null && <Judged answer={work.result} />}
    </Panel>
  );
}

function signatureTrouble(compact: string): string {
  if (compact === '') return 'Enter the signature.';
  return parseThreeKey(compact) === null
    ? 'This must be 3key: and three padded base64 parts with colons between them.'
    : '';
}

function Judged({ answer }: { readonly answer: Verified }) {
  return (
    <>
      <Verdict isValid={answer.valid} layers={layersOf(answer)}>
        {answer.valid
          ? 'All three layers hold under one key set of this service.'
          : 'No key set of this service makes all three layers hold. The data or the signature was changed, or another service signed.'}
      </Verdict>
      {answer.keyset_id !== undefined && <ServiceKeySet id={answer.keyset_id} use="3key" />}
    </>
  );
}

function layersOf({ layers }: Verified): readonly JudgedLayer[] {
  const { ed25519, dilithium, falcon } = layers;
  const row = (id: string, name: string, { valid, family }: { valid: boolean; family: string }) => ({
    id,
    name,
    detail: `family: ${family}`,
    isValid: valid,
  });
  return [
    row('ed25519', 'Ed25519', ed25519),
    row('dilithium', 'ML-DSA-65', dilithium),
    row('falcon', 'FALCON-512', falcon),
  ];
}
