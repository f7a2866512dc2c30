import { useIsLocked } from '../../../parts/lock/use-auto-lock.ts';
import { SecretText } from '../../../parts/secret/secret-text.tsx';
import type { WorkState } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { words } from '../../../words/protect/keys.ts';
import { words as common } from '../../../words/ui/common.ts';

export interface MaterialSheetProps {
  readonly title: string;
  readonly isOpen: boolean;
  /** Whoever opens the sheet forgets the material then. */
  readonly onClose: () => void;
  /** Null as long as it was not fetched. */
  readonly material: string | null;
  readonly label: string;
  readonly work: { readonly state: WorkState; readonly cancel: () => void };
  readonly busyLabel: string;
  readonly failedTitle: string;
  readonly units: number;
  readonly cost: string;
  readonly onFetch: () => void;
}

/** Key material that was decrypted: masked, and forgotten when the sheet closes. */
export function MaterialSheet(props: MaterialSheetProps) {
  const { material, label, work, busyLabel, failedTitle, units, cost, onFetch, isOpen, ...sheet } = props;
  // Under the notice of a lock another modal would take the focus.
  const isLocked = useIsLocked();
  const canFetch = material === null && work.state.status !== 'busy';
  return (
    <Sheet
      {...sheet}
      isOpen={isOpen && !isLocked}
      note={cost}
      footer={
        <>
          <Button onPress={sheet.onClose}>{common.close}</Button>
          {canFetch && (
            <Button variant="primary" onPress={onFetch}>
              {words.material.fetch}
            </Button>
          )}
        </>
      }
    >
      <div className="space-y-5">
        <p className="text-muted">{words.material.note}</p>
        <WorkStatus
          state={work.state}
          busyLabel={busyLabel}
          failedTitle={failedTitle}
          onCancel={work.cancel}
          units={units}
        />
        {material !== null && (
          // Line ends are shown as those of a PEM file.
          <div className="[&_code]:whitespace-pre-wrap">
            <SecretText value={material} label={label} />
          </div>
        )}
      </div>
    </Sheet>
  );
}
