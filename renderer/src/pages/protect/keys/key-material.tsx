import { key } from '@touchstone/core/api/crypto/key.ts';
import { LockOpen, ShieldCheck } from 'lucide-react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { useOnLock } from '../../../parts/lock/use-auto-lock.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { MaterialText } from './material-text.tsx';
import { refreshKeys } from './queries.ts';

/** The material of a managed key: opened masked, and checked for damage without being opened. */
export function KeyMaterial({ keyId }: { readonly keyId: string }) {
  const announce = useAnnounce();
  const opening = useWork((id: string, signal) => client.crypto.key.decrypt({ body: { id } }, { signal }));
  const checking = useWork((id: string, signal) => client.crypto.key.verify({ body: { id } }, { signal }));
  useOnLock(opening.reset);
  const open = async () => {
    if ((await opening.start(keyId)) === null) return;
    announce('The key material is here, masked');
    void refreshKeys();
  };
  const check = async () => {
    const checked = await checking.start(keyId);
    if (checked === null) return;
    announce(checked.valid ? 'The stored blob is intact' : 'The stored blob is damaged', 'assertive');
    void refreshKeys();
  };
  return (
    <Panel
      title="Material"
      lead="Whoever has read the material can keep it. Open it only where a program cannot use the id."
    >
      <div className="flex flex-wrap gap-2">
        <Button
          icon={<LockOpen aria-hidden size={16} />}
          aria-disabled={opening.state.status === 'busy'}
          onPress={() => void open()}
        >
          Open the material ({unitsText(key.decrypt.units)})
        </Button>
        {opening.result !== null && <Button onPress={opening.reset}>Forget it here</Button>}
        <Button
          icon={<ShieldCheck aria-hidden size={16} />}
          aria-disabled={checking.state.status === 'busy'}
          onPress={() => void check()}
        >
          Verify the stored blob ({unitsText(key.verify.units)})
        </Button>
      </div>
      <WorkStatus
        state={opening.state}
        busyLabel="Opening"
        failedTitle="The material was not opened"
        onCancel={opening.cancel}
        units={key.decrypt.units}
      />
      {opening.result !== null && <MaterialText value={opening.result.plaintext} label="Key material" />}
      <WorkStatus
        state={checking.state}
        busyLabel="Verifying"
        failedTitle="The blob was not verified"
        onCancel={checking.cancel}
        units={key.verify.units}
      />
      {checking.result !== null && (
        <div data-verdict={checking.result.valid ? 'valid' : 'invalid'}>
          <StatusMark
            look={checking.result.valid ? 'verified' : 'failed'}
            label={checking.result.valid ? 'The stored blob is intact' : 'The stored blob is damaged'}
          />
          <p className="text-muted">
            {checking.result.valid
              ? 'It is the one that was made. That says nothing about whether the material still works at its provider. '
              : 'The store was damaged or changed. Restore a backup, and run touchstone doctor. '}
            Checked <TimeText value={checking.result.checked_at} />
          </p>
        </div>
      )}
    </Panel>
  );
}
