import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { words as common } from '../../words/ui/common.ts';

export interface CountedWorkProps {
  readonly label: string;
  readonly done: number;
  /** Null while the amount is not known. */
  readonly of: number | null;
  readonly onCancel: () => void;
}

/** Work whose steps are counted: its progress, and a way to end it. */
export function CountedWork({ label, done, of, onCancel }: CountedWorkProps) {
  return (
    <div className="flex items-end gap-3">
      <div className="min-w-0 flex-1">
        <ProgressBar label={label} {...(of === null ? {} : { value: Math.min(done, of), max: of })} />
      </div>
      <Button onPress={onCancel}>{common.cancel}</Button>
    </div>
  );
}
