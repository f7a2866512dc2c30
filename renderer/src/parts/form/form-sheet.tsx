import { type FormEvent, useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { Sheet, type SheetProps } from '../../ui/sheet.tsx';
import { words } from '../../words/ui/common.ts';
import { useIsLocked } from '../lock/use-auto-lock.ts';
import type { WorkState } from '../work/use-work.ts';
import { WorkStatus } from '../work/work-status.tsx';

export interface FormSheetProps extends Omit<SheetProps, 'title' | 'footer'> {
  /** Of the draft: it moves the focus to the first field that is wrong. */
  readonly onSubmit: (event: FormEvent) => void;
  /** Above it, on the button that sends it, while it is sent, and when that failed. */
  readonly texts: Readonly<Record<'title' | 'send' | 'busy' | 'failed', string>>;
  readonly variant?: 'primary' | 'danger';
  /** While it cannot be sent yet; while it is sent, the button keeps the focus. */
  readonly isDisabled?: boolean;
  readonly work: { readonly state: WorkState; readonly cancel: () => void };
  readonly units: number;
  /** In the place of what is usually said of a failure. */
  readonly failure?: React.ReactNode;
}

/**
 * A verb: a sheet with one form, how its request goes, and two ways out at its foot. The draft and the work belong to the
 * component around it, which stays while the sheet is closed: so the draft survives, and that component empties it when the
 * request has succeeded.
 */
export function FormSheet(props: FormSheetProps) {
  const { texts, onSubmit, units, variant = 'primary', isDisabled = false, work, children, failure, ...sheet } = props;
  const id = useId();
  // Under the notice of a lock another modal would take the focus; it comes back with the page.
  const isLocked = useIsLocked();
  return (
    <Sheet
      {...sheet}
      title={texts.title}
      isOpen={sheet.isOpen && !isLocked}
      footer={
        <>
          <Button onPress={sheet.onClose}>{words.cancel}</Button>
          <Button
            variant={variant}
            type="submit"
            form={id}
            isDisabled={isDisabled}
            aria-disabled={work.state.status === 'busy'}
          >
            {texts.send}
          </Button>
        </>
      }
    >
      <form id={id} noValidate className="space-y-5" onSubmit={onSubmit}>
        {children}
      </form>
      <div className="mt-5 empty:hidden">
        {failure ?? (
          <WorkStatus
            state={work.state}
            busyLabel={texts.busy}
            failedTitle={texts.failed}
            onCancel={work.cancel}
            units={units}
          />
        )}
      </div>
    </Sheet>
  );
}
