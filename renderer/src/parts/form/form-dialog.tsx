import { type FormEvent, useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog, type DialogProps } from '../../ui/dialog.tsx';
import { words } from '../../words/ui/common.ts';
import type { WorkState } from '../work/use-work.ts';
import { WorkStatus } from '../work/work-status.tsx';

export interface FormDialogProps extends Pick<DialogProps, 'title' | 'size' | 'role' | 'children'> {
  readonly isOpen?: boolean;
  readonly onClose: () => void;
  readonly onSubmit: (event: FormEvent) => void;
  /** On the button that sends it. */
  readonly verb: string;
  readonly variant?: 'primary' | 'danger';
  /** While it cannot be sent yet; while it is sent, the button keeps the focus. */
  readonly isDisabled?: boolean;
  readonly work: { readonly state: WorkState; readonly cancel: () => void };
  readonly busyLabel: string;
  readonly failedTitle: string;
  readonly units: number;
}

/** A dialog with one form: its fields, how its request goes, and the two ways out at its foot. Open unless stated. */
export function FormDialog(props: FormDialogProps) {
  const { onClose, onSubmit, verb, variant = 'primary', isDisabled = false, work, children, ...rest } = props;
  const { busyLabel, failedTitle, units, ...dialog } = rest;
  const id = useId();
  return (
    <Dialog
      isOpen
      {...dialog}
      onOpenChange={onClose}
      footer={
        <>
          <Button onPress={onClose}>{words.cancel}</Button>
          <Button
            variant={variant}
            type="submit"
            form={id}
            isDisabled={isDisabled}
            aria-disabled={work.state.status === 'busy'}
          >
            {verb}
          </Button>
        </>
      }
    >
      <form id={id} noValidate className="space-y-3" onSubmit={onSubmit}>
        {children}
      </form>
      <WorkStatus
        state={work.state}
        busyLabel={busyLabel}
        failedTitle={failedTitle}
        onCancel={work.cancel}
        units={units}
      />
    </Dialog>
  );
}
