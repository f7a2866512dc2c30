import type { hybrid } from '@touchstone/core/api/crypto/hybrid.ts';
import type { InputOf, OutputOf } from '@touchstone/core/api/endpoint.ts';
import { HYBRID_SCHEMES, type HybridSchemeName } from '@touchstone/core/composite/schemes.ts';
import { Download, PenLine, ScanSearch } from 'lucide-react';
import { client } from '../../../lib/client.ts';
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
import { words } from '../../../words/issue/sign.ts';
import { Facts } from './facts.tsx';
import { unitsOf } from './hybrid-layers.tsx';

const { hybrid: texts } = words;

export type HybridSigned = OutputOf<typeof hybrid.sign>;

/** SLH-DSA-SHA2-128s takes seconds, and on a busy machine many. */
const TIMEOUT_MS = 300_000;

export const NOTHING_TO_SIGN = { message: EMPTY_DRAFT, key_id: '' } satisfies DraftOf<typeof hybrid.sign>;

export interface HybridSignProps {
  readonly schemeName: HybridSchemeName;
  readonly input: DraftState<typeof NOTHING_TO_SIGN>;
  readonly onVerify: (message: BytesDraft, answer: HybridSigned) => void;
}

interface Asked {
  readonly message: BytesDraft;
  readonly body: InputOf<typeof hybrid.sign>['body'];
}

export function HybridSign({ schemeName, input, onVerify }: HybridSignProps) {
  const announce = useAnnounce();
  const work = useWork(async ({ message, body }: Asked, signal) => ({
    message,
    answer: await client.crypto.hybrid.sign({ body }, { signal, timeoutMs: TIMEOUT_MS }),
  }));
  const draft = useDraft(input, work.state, { naming: 'key_id' });
  const units = unitsOf(schemeName);
  const isSlow = HYBRID_SCHEMES[schemeName].layers.some(({ label }) => label === 'sphincsPlus128s');
  const sign = async () => {
    const { message } = draft.values;
    const key_id = draft.values.key_id.trim();
    const read = readDraft(message);
    if (!draft.check(read.ok ? {} : { message: read.message }) || !read.ok) return;
    const body = { message: read.base64, scheme: schemeName, ...(key_id === '' ? {} : { key_id }) };
    if ((await work.start({ message, body })) !== null) announce(texts.done);
  };
  return (
    <Panel title={texts.sign} aside={words.cost(units.sum)}>
      <form onSubmit={draft.submit(sign)} noValidate className="space-y-3">
        <BytesInput label={texts.message} {...draft.field('message')} />
        <TextField label={texts.keyId} isMono {...draft.field('key_id')} description={texts.keyIdHint} />
        <Button
          type="submit"
          variant="primary"
          icon={<PenLine aria-hidden size={16} />}
          isDisabled={work.state.status === 'busy'}
        >
          {texts.sign}
        </Button>
      </form>
      <WorkStatus
        state={work.state}
        busyLabel={isSlow ? texts.slowBusy : texts.busy}
        failedTitle={texts.failed}
        onCancel={work.cancel}
        units={units.total}
      />
      {work.result !== null && <SignedLayers {...work.result} onVerify={onVerify} />}
    </Panel>
  );
}

interface SignedLayersProps {
  readonly message: BytesDraft;
  readonly answer: HybridSigned;
  readonly onVerify: (message: BytesDraft, answer: HybridSigned) => void;
}

function SignedLayers({ message, answer, onVerify }: SignedLayersProps) {
  const { layers } = HYBRID_SCHEMES[answer.scheme];
  const total = layers.reduce((sum, { signatureLength }) => sum + signatureLength, 0);
  const save = () => downloadText(`hybrid-signature-${answer.key_id}.json`, `${JSON.stringify(answer, null, 2)}\n`);
  return (
    <section aria-label={texts.result} className="space-y-2 border-t border-line pt-3">
      <Facts>
        <Fact name={texts.scheme}>
          <code className="text-13">{answer.scheme}</code>
        </Fact>
        <Fact name={texts.key}>
          <code className="text-13">{answer.key_id}</code>
        </Fact>
        <Fact name={texts.total}>
          <span className="tabular-nums">{words.bytes(total)}</span>
          {answer.wireVersion !== undefined && `, ${texts.table.wire(answer.wireVersion)}`}
        </Fact>
        {answer.onchain_hash !== undefined && (
          <Fact name={texts.onChainHash}>
            <HashText value={answer.onchain_hash} label={texts.onChainHashLabel} />
            <span className="block text-muted">{texts.onChainHashNote}</span>
          </Fact>
        )}
      </Facts>
      {layers.map(({ name, algorithm }, index) => {
        const value = answer.signatures[name];
        const label = texts.signature(index + 1, algorithm);
        return value === undefined ? null : <LongValue key={name} value={value} label={label} />;
      })}
      <div className="flex flex-wrap gap-2">
        <Button icon={<ScanSearch aria-hidden size={15} />} onPress={() => onVerify(message, answer)}>
          {texts.verifyThis}
        </Button>
        <Button icon={<Download aria-hidden size={15} />} onPress={save}>
          {texts.save}
        </Button>
      </div>
    </section>
  );
}
