import { dilithium } from '@touchstone/core/api/crypto/dilithium.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { ScanSearch } from 'lucide-react';
import { client } from '../../../lib/client.ts';
import { EMPTY_DRAFT, readDraft } from '../../../parts/bytes/bytes-draft.ts';
import { BytesInput } from '../../../parts/bytes/bytes-input.tsx';
import { type DraftOf, type DraftState, useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/issue/sign.ts';
import { base64Trouble, compactBase64 } from './base64-text.ts';
import { Verdict } from './verdict.tsx';

const { mlDsa: texts } = words;

export const NOTHING_TO_VERIFY = { message: EMPTY_DRAFT, signature: '', public_key: '' } satisfies DraftOf<
  typeof dilithium.verify
>;

export interface MlDsaVerifyProps {
  readonly input: DraftState<typeof NOTHING_TO_VERIFY>;
}

export function MlDsaVerify({ input }: MlDsaVerifyProps) {
  const announce = useAnnounce();
  const work = useWork((body: InputOf<typeof dilithium.verify>['body'], signal) =>
    client.crypto.dilithium.verify({ body }, { signal, timeoutMs: 120_000 }),
  );
  const draft = useDraft(input, work.state, { onChange: work.reset });
  const verify = async () => {
    const { message, signature, public_key } = draft.values;
    const read = readDraft(message);
    const found = {
      message: read.ok ? '' : read.message,
      signature: base64Trouble(signature, texts.signatureName),
      public_key: base64Trouble(public_key, texts.publicKeyName),
    };
    if (!draft.check(found) || !read.ok) return;
    const answer = await work.start({
      message: read.base64,
      signature: compactBase64(signature),
      public_key: compactBase64(public_key),
    });
    if (answer !== null)
      announce(answer.valid ? words.verdict.valid : words.verdict.invalid, answer.valid ? 'polite' : 'assertive');
  };
  return (
    <Panel title={texts.verify} aside={words.free}>
      <form onSubmit={draft.submit(verify)} noValidate className="space-y-3">
        <BytesInput label={texts.signedMessage} {...draft.field('message')} />
        <TextField label={texts.signatureField} rows={3} isMono {...draft.field('signature')} />
        <TextField
          label={texts.publicKey}
          rows={3}
          isMono
          {...draft.field('public_key')}
          description={texts.publicKeyHint}
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
        units={dilithium.verify.units}
      />
      {work.result !== null && (
        <Verdict isValid={work.result.valid}>{work.result.valid ? texts.valid : texts.invalid}</Verdict>
      )}
    </Panel>
  );
}
