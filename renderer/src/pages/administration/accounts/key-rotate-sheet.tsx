import { useQuery } from '@tanstack/react-query';
import { SETTINGS } from '@touchstone/core/api/settings.ts';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { lengthWords } from '../../../lib/text/length-words.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { Select } from '../../../ui/select.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { words } from '../../../words/administration/accounts.ts';
import { graceEnd } from './key-times.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { type KeyItem, type NewKey, refreshAccounts, settingsQuery } from './queries.ts';

const GRACES = ['setting', '0', '3600', '86400', '604800', '2592000'] as const;
type Grace = (typeof GRACES)[number];

export interface KeyRotateSheetProps {
  readonly item: KeyItem;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** With the id of the new key, once its secret text was stored by the person. */
  readonly onStored: (keyId: string) => void;
}

interface Rotated {
  readonly key: NewKey;
  /** Milliseconds since 1970. */
  readonly oldEnds: number;
}

/** Replaces a key; the old one works through a grace period, whose end is shown before and after. */
export function KeyRotateSheet({ item, isOpen, onClose, onStored }: KeyRotateSheetProps) {
  const [rotated, setRotated] = useState<Rotated | null>(null);
  const { keyRotate } = words;
  const settings = useQuery(settingsQuery);
  const setting = settings.data?.api_key_grace_seconds ?? SETTINGS.api_key_grace_seconds.initial;
  const work = useWork((graceSeconds: number, signal) =>
    client.admin.keys.rotate(
      { params: { key_id: item.key_id }, body: { grace_period_seconds: graceSeconds } },
      { signal },
    ),
  );
  const draft = useDraft(useState({ grace: 'setting' as Grace }), work.state);
  const { grace } = draft.values;
  const seconds = grace === 'setting' ? setting : Number(grace);
  const send = async () => {
    const key = await work.start(seconds);
    if (key === null) return;
    setRotated({ key, oldEnds: graceEnd(Date.now(), seconds, item.expires_at) });
    onClose();
    void refreshAccounts();
  };
  const oldId = <code>{item.key_id}</code>;
  if (rotated !== null) {
    const { key, oldEnds } = rotated;
    return (
      <NewKeyDialog created={key} onClose={() => onStored(key.key_id)}>
        <p>
          {oldEnds <= Date.now()
            ? keyRotate.refusedNow(oldId)
            : keyRotate.worksUntil(oldId, <TimeText value={oldEnds} />)}
        </p>
      </NewKeyDialog>
    );
  }
  return (
    <FormSheet
      texts={keyRotate}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      isDisabled={settings.isPending}
      work={work}
      units={0}
    >
      <p className="text-muted">{keyRotate.lead(oldId)}</p>
      <Select
        label={keyRotate.grace}
        options={GRACES.map((value) => ({ value, label: graceText(value, setting) }))}
        {...draft.field('grace')}
      />
      <p>
        {seconds === 0
          ? keyRotate.atOnce
          : keyRotate.ends(<TimeText value={graceEnd(Date.now(), seconds, item.expires_at)} />)}
      </p>
    </FormSheet>
  );
}

function graceText(grace: Grace, setting: number): string {
  if (grace === 'setting') return words.keyRotate.fromSettings(lengthWords(setting));
  return grace === '0' ? words.keyRotate.noGrace : lengthWords(Number(grace));
}
