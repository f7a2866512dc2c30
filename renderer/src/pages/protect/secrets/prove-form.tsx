import { shield } from '@touchstone/core/api/crypto/shield.ts';
import { ScanSearch, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { unitsText } from '../../../lib/text/units-text.ts';
import { useDraft } from '../../../parts/form/use-draft.ts';
import type { SecretItem } from '../../../parts/secret/rotation.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { refreshSecrets } from './queries.ts';
import { valueTrouble } from './secret-draft.ts';
import { SecretInput } from './secret-input.tsx';
import { secretsClient } from './secrets-client.ts';

const UNITS = shield.verify.units;

/** Checks whether a value that a person has is the stored one, without fetching the one or sending the other. */
export function ProveForm({ item }: { readonly item: SecretItem }) {
  const announce = useAnnounce();
  const work = useWork((typed: string) => secretsClient.prove(item.id, typed));
  const draft = useDraft(useState({ value: '' }), work.state, {
    onChange: () => work.state.status === 'done' && work.reset(),
  });
  const { result } = work;
  const isReadable = item.status === 'active' || item.status === 'superseded';
  const prove = async () => {
    const { value } = draft.values;
    if (!draft.check({ value: valueTrouble(value) })) return;
    const answer = await work.start(value);
    if (answer === null) return;
    // What was right is not needed any more; what was wrong can be corrected.
    if (answer.verified) draft.fill({ value: '' });
    announce(answer.verified ? 'The value is the stored one' : 'The value is not the stored one', 'assertive');
    void refreshSecrets();
  };
  return (
    <Panel title="Verify without revealing" aside={isReadable ? `costs ${unitsText(UNITS)}` : undefined}>
      {isReadable ? (
        <form onSubmit={draft.submit(prove)} noValidate className="space-y-3">
          <p className="max-w-prose text-muted">
            Do you have the value that is stored here? This page asks for a challenge and answers it with HMAC-SHA3-256
            under the value that you enter. The value itself does not leave the page. A challenge holds for one attempt.
          </p>
          <p className="flex items-start gap-2 rounded border border-inconclusive bg-inconclusive-soft px-3 py-2">
            <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-inconclusive" />
            <span>
              For random secrets only: whoever captures the answer can find a short or guessable value by trying. The
              server holds the secret itself, so the result convinces this server and nobody else.
            </span>
          </p>
          <SecretInput label="Value to verify" {...draft.field('value')} />
          <Button type="submit" icon={<ScanSearch aria-hidden size={16} />} isDisabled={work.state.status === 'busy'}>
            Verify
          </Button>
        </form>
      ) : (
        <p className="text-muted">This version cannot be verified any more.</p>
      )}
      <WorkStatus
        state={work.state}
        busyLabel="Answering a challenge"
        failedTitle="The value was not verified"
        onCancel={work.cancel}
        units={UNITS}
      />
      {work.state.status === 'done' && result !== null && (
        <div role="status" className="space-y-1">
          <StatusMark
            look={result.verified ? 'verified' : 'failed'}
            label={result.verified ? 'This is the stored value' : 'This is not the stored value'}
          />
          <p className="text-muted">
            {result.verified
              ? `It is the value of version ${item.version}, asked `
              : 'The server did not accept the answer. Spaces and line breaks count. Asked '}
            <TimeText value={result.verified_at} />.
          </p>
        </div>
      )}
    </Panel>
  );
}
