import { ProgressBar as AriaProgressBar, Label } from 'react-aria-components';

export interface ProgressBarProps {
  readonly label: string;
  /** Absent while the amount of work is unknown. */
  readonly value?: number;
  readonly max?: number;
}

export function ProgressBar({ label, value, max = 100 }: ProgressBarProps) {
  const isKnown = value !== undefined;
  return (
    <AriaProgressBar
      {...(isKnown ? { value, maxValue: max, valueLabel: `${value} of ${max}` } : { isIndeterminate: true })}
      className="flex flex-col gap-1"
    >
      {({ percentage = 0, valueText }) => (
        <>
          <div className="flex justify-between gap-4 text-13">
            <Label>{label}</Label>
            {isKnown && <span className="tabular-nums text-muted">{valueText}</span>}
          </div>
          <div className="h-1.5 overflow-hidden rounded-full border border-line-strong bg-sunken">
            <div
              className={`h-full bg-accent forced-colors:bg-[Highlight] ${isKnown ? '' : 'w-1/3 animate-pulse'}`}
              style={isKnown ? { width: `${percentage}%` } : {}}
            />
          </div>
        </>
      )}
    </AriaProgressBar>
  );
}
