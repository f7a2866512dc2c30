import { key } from '@touchstone/core/api/crypto/key.ts';
import { Eye, ShieldCheck } from 'lucide-react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { useOnLock } from '../../../parts/lock/use-auto-lock.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { words } from '../../../words/protect/keys.ts';
import { MaterialSheet } from './material-sheet.tsx';
import { refreshKeys } from './queries.ts';
import { useKeysSearch } from './search.ts';

export interface KeyMaterialProps {
  readonly keyId: string;
  /** Of the sheet that shows it. */
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The material of a managed key: shown in a sheet, and checked for damage without being shown. */
export function KeyMaterial({ keyId, isOpen, onClose }: KeyMaterialProps) {
  const announce = useAnnounce();
  const { act } = useKeysSearch();
  const opening = useWork((id: string, signal) => client.crypto.key.decrypt({ body: { id } }, { signal }));
  const checking = useWork((id: string, signal) => client.crypto.key.verify({ body: { id } }, { signal }));
  useOnLock(opening.reset);
  const { material } = words;
  const show = async () => {
    if ((await opening.start(keyId)) === null) return;
    announce(material.done);
    void refreshKeys();
  };
  const check = async () => {
    const checked = await checking.start(keyId);
    if (checked === null) return;
    announce(checked.valid ? material.intact : material.damaged, 'assertive');
    void refreshKeys();
  };
  return (
    <Section
      title={material.title}
      aside={
        <span className="text-13 text-muted">
          {material.cost(unitsText(key.decrypt.units), unitsText(key.verify.units))}
        </span>
      }
    >
      <div className="flex flex-wrap items-center gap-2 rounded-md border border-line bg-sunken p-1.5 ps-3">
        <p className="min-w-40 flex-1">
          <span aria-hidden="true" className="me-3 tracking-widest text-muted">
            ••••••••••••
          </span>
          <span className="text-13 text-muted">{material.masked}</span>
        </p>
        <div className="flex flex-wrap gap-1.5">
          <Button
            icon={<Eye aria-hidden size={15} />}
            onPress={() => {
              act('material');
              void show();
            }}
          >
            {material.show}
          </Button>
          <Button
            icon={<ShieldCheck aria-hidden size={15} />}
            aria-disabled={checking.state.status === 'busy'}
            onPress={() => void check()}
          >
            {material.check}
          </Button>
        </div>
      </div>
      <p className="mt-2 text-13 text-muted">{material.note}</p>
      <div className="mt-3 space-y-3 empty:hidden">
        <WorkStatus
          state={checking.state}
          busyLabel={material.checking}
          failedTitle={material.notChecked}
          onCancel={checking.cancel}
          units={key.verify.units}
        />
        {checking.result !== null && (
          <div data-verdict={checking.result.valid ? 'valid' : 'invalid'}>
            <StatusMark
              look={checking.result.valid ? 'verified' : 'failed'}
              label={checking.result.valid ? material.intact : material.damaged}
            />
            <p className="text-muted">
              {checking.result.valid
                ? material.intactText(<TimeText value={checking.result.checked_at} />)
                : material.damagedText(<code>touchstone doctor</code>, <TimeText value={checking.result.checked_at} />)}
            </p>
          </div>
        )}
      </div>
      <MaterialSheet
        title={material.title}
        isOpen={isOpen}
        onClose={() => {
          opening.reset();
          onClose();
        }}
        material={opening.result?.plaintext ?? null}
        label={material.label}
        work={opening}
        busyLabel={material.busy}
        failedTitle={material.failed}
        units={key.decrypt.units}
        cost={words.cost(unitsText(key.decrypt.units))}
        onFetch={() => void show()}
      />
    </Section>
  );
}
