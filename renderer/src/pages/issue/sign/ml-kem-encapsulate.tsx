import { kyber } from '@touchstone/core/api/crypto/kyber.ts';
import type { InputOf, OutputOf } from '@touchstone/core/api/endpoint.ts';
import { Lock } from 'lucide-react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { LongValue } from '../../../parts/bytes/long-value.tsx';
import { type DraftState, useDraft } from '../../../parts/form/use-draft.ts';
import { SecretText } from '../../../parts/secret/secret-text.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/issue/sign.ts';
import { base64Trouble, compactBase64 } from './base64-text.ts';

const { mlKem: texts } = words;

export interface MlKemEncapsulateProps {
  readonly input: DraftState<InputOf<typeof kyber.encapsulate>['body']>;
  readonly onMade: (made: OutputOf<typeof kyber.encapsulate>) => void;
  readonly onUse: (ciphertext: string) => void;
}

export function MlKemEncapsulate({ input, onMade, onUse }: MlKemEncapsulateProps) {
  const announce = useAnnounce();
  const work = useWork((public_key: string, signal) =>
    client.crypto.kyber.encapsulate({ body: { public_key } }, { signal }),
  );
  const draft = useDraft(input, work.state);
  const { result, state } = work;
  const { units } = kyber.encapsulate;
  const encapsulate = async () => {
    const { public_key } = draft.values;
    if (!draft.check({ public_key: base64Trouble(public_key, texts.publicKeyName) })) return;
    const made = await work.start(compactBase64(public_key));
    if (made === null) return;
    onMade(made);
    announce(texts.encapsulateDone);
  };
  return (
    <Panel title={texts.encapsulate} aside={words.cost(unitsText(units))}>
      <form onSubmit={draft.submit(encapsulate)} noValidate className="space-y-3">
        <TextField
          label={texts.publicKey}
          rows={3}
          isMono
          {...draft.field('public_key')}
          description={texts.publicKeyHint}
        />
        <Button
          type="submit"
          variant="primary"
          icon={<Lock aria-hidden size={16} />}
          isDisabled={state.status === 'busy'}
        >
          {texts.encapsulateSend}
        </Button>
      </form>
      <WorkStatus
        state={state}
        busyLabel={texts.encapsulateBusy}
        failedTitle={texts.encapsulateFailed}
        onCancel={work.cancel}
        units={units}
      />
      {result !== null && (
        <section aria-label={texts.encapsulated} className="space-y-2 border-t border-line pt-3">
          <LongValue value={result.ciphertext} label={texts.ciphertextLabel} />
          <SecretText value={result.shared_secret} label={texts.sentLabel} />
          <Button size="small" onPress={() => onUse(result.ciphertext)}>
            {texts.openThis}
          </Button>
        </section>
      )}
    </Panel>
  );
}
