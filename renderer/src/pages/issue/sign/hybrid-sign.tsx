import type { hybrid } from '@touchstone/core/api/crypto/hybrid.ts';
import type { InputOf, OutputOf } from '@touchstone/core/api/endpoint.ts';
import { HYBRID_SCHEMES, type HybridSchemeName } from '@touchstone/core/composite/schemes.ts';
import { Download, PenLine, ScanSearch } from 'lucide-react';
import { client } from '../../../lib/client.ts';
import { formatCount } from '../../../lib/format.ts';
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
import { Facts } from './facts.tsx';
import { unitsOf } from './hybrid-layers.tsx';

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
    if ((await work.start({ message, body })) !== null) announce('Signed in layers');
  };
  return (
    <Panel title="Sign in layers" aside={`costs ${units.sum}`}>
      <form onSubmit={draft.submit(sign)} noValidate className="space-y-3">
        <BytesInput label="Message to sign" {...draft.field('message')} />
        <TextField
          label="Key id (optional)"
          isMono
          {...draft.field('key_id')}
          description="Empty: the project’s current key of this scheme."
        />
        <Button
          type="submit"
          variant="primary"
          icon={<PenLine aria-hidden size={16} />}
          isDisabled={work.state.status === 'busy'}
        >
          Sign in layers
        </Button>
      </form>
      <WorkStatus
        state={work.state}
        busyLabel={isSlow ? 'Signing layer by layer; the hash-based layer may take seconds' : 'Signing layer by layer'}
        failedTitle="The message was not signed"
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
    <section aria-label="Layered signature" className="space-y-2 border-t border-line pt-3">
      <Facts>
        <Fact name="Scheme">
          <code className="text-13">{answer.scheme}</code>
        </Fact>
        <Fact name="Key">
          <code className="text-13">{answer.key_id}</code>
        </Fact>
        <Fact name="In all">
          <span className="tabular-nums">{formatCount(total)} bytes</span>
          {answer.wireVersion !== undefined && `, wire version ${answer.wireVersion}`}
        </Fact>
        {answer.onchain_hash !== undefined && (
          <Fact name="On-chain hash">
            <HashText value={answer.onchain_hash} label="on-chain hash" />
            <span className="block text-muted">SHA3-256 of the layer 3 signature</span>
          </Fact>
        )}
      </Facts>
      {layers.map(({ name, algorithm }, index) => {
        const value = answer.signatures[name];
        const label = `signature of layer ${index + 1}, ${algorithm}`;
        return value === undefined ? null : <LongValue key={name} value={value} label={label} />;
      })}
      <div className="flex flex-wrap gap-2">
        <Button icon={<ScanSearch aria-hidden size={15} />} onPress={() => onVerify(message, answer)}>
          Verify this signature
        </Button>
        <Button icon={<Download aria-hidden size={15} />} onPress={save}>
          Save as JSON
        </Button>
      </div>
    </section>
  );
}
