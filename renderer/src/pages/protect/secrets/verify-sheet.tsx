import { shield } from '@touchstone/core/api/crypto/shield.ts';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { unitsText } from '../../../lib/text/units-text.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useOnLock } from '../../../parts/lock/use-auto-lock.ts';
import type { SecretItem } from '../../../parts/secret/rotation.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { words } from '../../../words/protect/secrets.ts';
import { refreshSecrets } from './queries.ts';
import { valueTrouble } from './secret-draft.ts';
import { SecretInput } from './secret-input.tsx';
import { secretsClient } from './secrets-client.ts';

export interface VerifySheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly item: SecretItem;
}

/** Checks whether a value that a person has is the stored one, without fetching the one or sending the other. */
export function VerifySheet({ isOpen, onClose, item }: VerifySheetProps) {
  const announce = useAnnounce();
  const work = useWork((typed: string) => secretsClient.prove(item.id, typed));
  const draft = useDraft(useState({ value: '' }), work.state, {
    onChange: () => work.state.status === 'done' && work.reset(),
  });
  // The draft outlives the sheet, and the lock must find a value also where its field is not drawn.
  useOnLock(() => !isOpen && draft.change({ value: '' }));
  const { verify } = words;
  const { result } = work;
  const send = async () => {
    const { value } = draft.values;
    if (!draft.check({ value: valueTrouble(value) })) return;
    const answer = await work.start(value);
    if (answer === null) return;
    // What was right is not needed any more; what was wrong can be corrected.
    if (answer.verified) draft.fill({ value: '' });
    announce(answer.verified ? verify.yes : verify.no, 'assertive');
    void refreshSecrets();
  };
  return (
    <FormSheet
      texts={verify}
      note={words.store.cost(unitsText(shield.verify.units))}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      work={work}
      units={shield.verify.units}
    >
      <p className="text-muted">{verify.lead}</p>
      <SecretInput label={verify.value} {...draft.field('value')} />
      {work.state.status === 'done' && result !== null && (
        <div role="status" className="space-y-1">
          <StatusMark look={result.verified ? 'verified' : 'failed'} label={result.verified ? verify.yes : verify.no} />
          <p className="text-muted">
            {result.verified
              ? verify.yesDetail(item.version, <TimeText value={result.verified_at} />)
              : verify.noDetail(<TimeText value={result.verified_at} />)}
          </p>
        </div>
      )}
      <p className="flex items-start gap-2 rounded bg-inconclusive-soft px-3 py-2 text-13">
        <TriangleAlert aria-hidden size={15} className="mt-0.5 shrink-0 text-inconclusive" />
        <span>{verify.warning}</span>
      </p>
    </FormSheet>
  );
}
