import type { InputOf, OutputOf } from '@touchstone/core/api/endpoint.ts';
import { svcKey } from '@touchstone/core/api/signing/svc-key.ts';
import { parseThreeKey, THREE_KEY_FAMILIES, type ThreeKeyFamily } from '@touchstone/core/composite/three-key.ts';
import { Download, PenLine, ScanSearch } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { type BytesDraft, EMPTY_DRAFT, readDraft } from '../../../parts/bytes/bytes-draft.ts';
import { BytesInput } from '../../../parts/bytes/bytes-input.tsx';
import { LongValue } from '../../../parts/bytes/long-value.tsx';
import { downloadText } from '../../../parts/download/download.ts';
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
import { words } from '../../../words/issue/sign.ts';
import { ALGORITHM_WORDS } from '../../../words/parts/algorithms.ts';
import { Facts } from './facts.tsx';
import { ServiceKeySet } from './service-key-set.tsx';
import { Trio } from './trio.tsx';
import { type JudgedLayer, Verdict } from './verdict.tsx';

const { threeKey: texts } = words;

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
    <div className="space-y-6">
      <Trio name={words.trio.threeKey} algorithms={THREE_KEY_FAMILIES} />
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
    if ((await work.start({ data, base64: read.base64 })) !== null) announce(texts.done);
  };
  return (
    <Panel title={texts.sign} aside={words.cost(unitsText(units))}>
      <form onSubmit={draft.submit(sign)} noValidate className="space-y-3">
        <BytesInput label={texts.data} {...draft.field('data')} />
        <Button
          type="submit"
          variant="primary"
          icon={<PenLine aria-hidden size={16} />}
          isDisabled={work.state.status === 'busy'}
        >
          {texts.send}
        </Button>
      </form>
      <WorkStatus
        state={work.state}
        busyLabel={texts.busy}
        failedTitle={texts.failed}
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
    <section aria-label={texts.signature} className="space-y-2 border-t border-line pt-3">
      <LongValue value={answer.signature} label={texts.signatureLabel} />
      <Facts>
        {parts !== null &&
          THREE_KEY_FAMILIES.map((family) => (
            <Fact key={family} name={family}>
              <span className="tabular-nums">{words.bytes(parts[family].length)}</span>
            </Fact>
          ))}
        <Fact name={texts.hash}>
          <HashText value={answer.data_hash} label={texts.hashLabel} />
        </Fact>
        <Fact name={texts.time}>
          <TimeText value={answer.timestamp} /> <span className="text-muted">{texts.timeNote}</span>
        </Fact>
      </Facts>
      <div className="flex flex-wrap gap-2">
        <Button icon={<ScanSearch aria-hidden size={15} />} onPress={() => onVerify(data, answer.signature)}>
          {texts.verifyThis}
        </Button>
        <Button
          icon={<Download aria-hidden size={15} />}
          onPress={() => downloadText('signature.3key.json', `${JSON.stringify(answer, null, 2)}\n`)}
        >
          {texts.save}
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
    if (answer !== null)
      announce(answer.valid ? words.verdict.valid : words.verdict.invalid, answer.valid ? 'polite' : 'assertive');
  };
  return (
    <Panel title={texts.verify} aside={texts.verifyNote}>
      <form onSubmit={draft.submit(verify)} noValidate className="space-y-3">
        <BytesInput label={texts.signedData} {...draft.field('data')} />
        <TextField
          label={texts.signature}
          rows={4}
          isMono
          {...draft.field('signature')}
          description={texts.signatureHint}
        />
        <Button type="submit" icon={<ScanSearch aria-hidden size={16} />} isDisabled={work.state.status === 'busy'}>
          {texts.verify}
        </Button>
      </form>
      <WorkStatus
        state={work.state}
        busyLabel={texts.verifyBusy}
        failedTitle={texts.verifyFailed}
        onCancel={work.cancel}
        units={svcKey.verify3key.units}
      />
      {work.result !== null && <Judged answer={work.result} />}
    </Panel>
  );
}

function signatureTrouble(compact: string): string {
  if (compact === '') return words.enter(texts.signatureLabel);
  return parseThreeKey(compact) === null ? texts.badSignature : '';
}

function Judged({ answer }: { readonly answer: Verified }) {
  return (
    <>
      <Verdict isValid={answer.valid} layers={layersOf(answer)}>
        {answer.valid ? texts.valid : texts.invalid}
      </Verdict>
      {answer.keyset_id !== undefined && <ServiceKeySet id={answer.keyset_id} use="3key" />}
    </>
  );
}

function layersOf({ layers }: Verified): readonly JudgedLayer[] {
  const { ed25519, dilithium, falcon } = layers;
  const row = (id: string, name: ThreeKeyFamily, { valid }: { readonly valid: boolean }) => ({
    id,
    name,
    detail: `${ALGORITHM_WORDS[name].family}, ${ALGORITHM_WORDS[name].category}`,
    isValid: valid,
  });
  return [
    row('ed25519', 'Ed25519', ed25519),
    row('dilithium', 'ML-DSA-65', dilithium),
    row('falcon', 'FALCON-512', falcon),
  ];
}
