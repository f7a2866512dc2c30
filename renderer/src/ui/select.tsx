import { Check, ChevronDown } from 'lucide-react';
import { Select as AriaSelect, Button, Label, ListBox, ListBoxItem, Popover, SelectValue } from 'react-aria-components';

export interface SelectOption<T extends string> {
  readonly value: T;
  readonly label: string;
}

export interface SelectProps<T extends string> {
  readonly label: string;
  readonly options: readonly SelectOption<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  /** Keep the label for screen readers only. */
  readonly hideLabel?: boolean;
  readonly isDisabled?: boolean;
  /** A sentence about what is wrong; empty or absent when nothing is. */
  readonly error?: string;
}

/** One choice out of a short list. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { label, options, value, onChange, hideLabel = false, isDisabled = false, error = '' } = props;
  return (
    <AriaSelect
      aria-label={label}
      isDisabled={isDisabled}
      isInvalid={error !== ''}
      value={value}
      onChange={(key) => {
        const chosen = options.find((option) => option.value === key);
        if (chosen !== undefined) onChange(chosen.value);
      }}
      className="flex flex-col gap-1"
    >
      <Label className={hideLabel ? 'sr-only' : 'text-13 font-medium'}>{label}</Label>
      <Button className="field-frame flex w-full cursor-default items-center justify-between gap-2 px-2 py-1 text-start data-hovered:bg-sunken data-disabled:opacity-60">
        <SelectValue />
        <ChevronDown aria-hidden size={14} className="text-muted" />
      </Button>
      {error !== '' && (
        <p role="alert" className="text-13 text-failed">
          {error}
        </p>
      )}
      <Popover className="min-w-(--trigger-width) rounded-md border border-line bg-surface p-1 shadow-raised">
        <ListBox className="max-h-80 overflow-auto outline-none">
          {options.map((option) => (
            <ListBoxItem
              key={option.value}
              id={option.value}
              textValue={option.label}
              className="flex min-h-7 cursor-default items-center gap-2 rounded px-2 outline-none data-focused:bg-sunken forced-colors:data-focused:bg-[Highlight] forced-colors:data-focused:text-[HighlightText]"
            >
              {({ isSelected }) => (
                <>
                  <span className="w-4">{isSelected && <Check aria-hidden size={14} />}</span>
                  {option.label}
                </>
              )}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
