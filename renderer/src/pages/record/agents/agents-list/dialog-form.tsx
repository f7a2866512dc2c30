import type { FormEvent, ReactNode } from 'react';
import { unitsText } from '../../../../lib/text/units-text.ts';
import type { WorkState } from '../../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../../parts/work/work-status.tsx';
import { Button } from '../../../../ui/button.tsx';

export interface DialogFormProps {
  readonly work: { readonly state: WorkState; readonly cancel: () => void };
  readonly busyLabel: string;
  readonly failedTitle: string;
  readonly units: number;
  /** On the button that sends it. */
  readonly verb: string;
  readonly onSubmit: (event: FormEvent) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form in a dialog: its fields, how its request goes, what it costs, and the two ways out. */
export function DialogForm(props: DialogFormProps) {
  const { work, units, verb, onSubmit, onClose, children } = props;
  return (
    <form onSubmit={onSubmit} noValidate className="space-y-3">
      {children}
      <WorkStatus
        state={work.state}
        busyLabel={props.busyLabel}
        failedTitle={props.failedTitle}
        onCancel={work.cancel}
        units={units}
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span className="grow text-13 text-muted">costs {unitsText(units)}</span>
        <Button onPress={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" isDisabled={work.state.status === 'busy'}>
          {verb}
        </Button>
      </div>
    </form>
  );
}
