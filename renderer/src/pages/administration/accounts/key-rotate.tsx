import { useQuery } from '@tanstack/react-query';
import { SETTINGS } from '@touchstone/core/api/settings.ts';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { lengthWords } from '../../../lib/text/length-words.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { graceEnd } from './key-times.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { type KeyItem, type NewKey, refreshAccounts, settingsQuery } from './queries.ts';

const GRACES = ['setting', '0', '3600', '86400', '604800', '2592000'] as const;
type Grace = (typeof GRACES)[number];

export interface KeyRotateProps {
  readonly item: KeyItem;
  readonly onClose: () => void;
  /** After the new key was stored. */
  readonly onDone: () => void;
}

interface Rotated {
  readonly key: NewKey;
  /** Milliseconds since 1970. */
  readonly oldEnds: number;
}

/** Replaces a key; the old one works through a grace period, whose end is shown before and after. */
export function KeyRotate({ item, onClose, onDone }: KeyRotateProps) {
  const [grace, setGrace] = useState<Grace>('setting');
  const [rotated, setRotated] = useState<Rotated | null>(null);
  const settings = useQuery(settingsQuery);
  const setting = settings.data?.api_key_grace_seconds ?? SETTINGS.api_key_grace_seconds.initial;
  const seconds = grace === 'setting' ? setting : Number(grace);
  const work = useWork((graceSeconds: number, signal) =>
    client.admin.keys.rotate(
      { params: { key_id: item.key_id }, body: { grace_period_seconds: graceSeconds } },
      { signal },
    ),
  );
  const oldEnds = graceEnd(Date.now(), seconds, item.expires_at);
  const rotate = async () => {
    const key = await work.start(seconds);
    if (key === null) return;
    setRotated({ key, oldEnds: graceEnd(Date.now(), seconds, item.expires_at) });
    void refreshAccounts();
  };
  if (rotated !== null) {
    return (
      <NewKeyDialog created={rotated.key} onClose={onDone}>
        <p>
          {rotated.oldEnds <= Date.now() ? (
            <>
              The old key <code>{item.key_id}</code> is refused from now on.
            </>
          ) : (
            <>
              The old key <code>{item.key_id}</code> works until <TimeText value={rotated.oldEnds} />.
            </>
          )}
        </p>
      </NewKeyDialog>
    );
  }
  return (
    <Dialog
      title="Rotate the API key"
      isOpen
      onOpenChange={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            isDisabled={work.state.status === 'busy' || settings.isPending}
            onPress={() => void rotate()}
          >
            Make the new key
          </Button>
        </>
      }
    >
      <p>
        A new key with the same project, scopes and label takes the place of <code>{item.key_id}</code>. Until the grace
        period is over both work, so that programs can be moved without downtime.
      </p>
      <Select
        label="Grace period"
        options={GRACES.map((value) => ({ value, label: graceWords(value, setting) }))}
        value={grace}
        onChange={setGrace}
      />
      <p>
        {seconds === 0 ? (
          'The old key is refused at once: programs that use it stop until they have the new one.'
        ) : (
          <>
            The old key ends on <TimeText value={oldEnds} />.
          </>
        )}
      </p>
      <WorkStatus
        state={work.state}
        busyLabel="Rotating"
        failedTitle="The key was not rotated"
        onCancel={work.cancel}
        units={0}
      />
    </Dialog>
  );
}

function graceWords(grace: Grace, setting: number): string {
  if (grace === 'setting') return `As in the settings: ${lengthWords(setting)}`;
  return grace === '0' ? 'None: the old key ends at once' : lengthWords(Number(grace));
}
