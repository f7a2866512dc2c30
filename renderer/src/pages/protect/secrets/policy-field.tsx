import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/protect/secrets.ts';
import { policyOfDays, policyWords } from './secret-items.ts';

const USUAL = ['none', '30d', '60d', '90d', '180d', '365d'] as const;

/** A policy as chosen: one of the usual ones, the present one, or a number of days as typed. */
export interface PolicyDraft {
  readonly choice: (typeof USUAL)[number] | 'keep' | 'days';
  readonly days: string;
}

/** The policy of a draft: `keep` is undefined; null where the number of days is none. */
export function policyOf({ choice, days }: PolicyDraft): string | undefined | null {
  if (choice === 'keep') return undefined;
  return choice === 'days' ? policyOfDays(days) : choice;
}

export interface PolicyFieldProps {
  readonly value: PolicyDraft;
  readonly onChange: (value: PolicyDraft) => void;
  readonly error: string;
  /** The policy that a rotation keeps unless another is chosen. */
  readonly present?: string;
}

/** How often a secret is to be rotated, in plain words. */
export function PolicyField({ value: draft, onChange, error, present }: PolicyFieldProps) {
  const options = [
    ...(present === undefined ? [] : [{ value: 'keep' as const, label: words.policyField.keep(policyWords(present)) }]),
    ...USUAL.map((value) => ({ value, label: sentence(policyWords(value)) })),
    { value: 'days' as const, label: words.policyField.other },
  ];
  return (
    <div className="space-y-1">
      <div className="flex flex-wrap items-start gap-2">
        <div className="w-60 max-w-full">
          <Select
            label={words.policyField.label}
            options={options}
            value={draft.choice}
            onChange={(choice) => onChange({ ...draft, choice })}
          />
        </div>
        {draft.choice === 'days' && (
          <div className="w-44 max-w-full">
            <TextField
              label={words.policyField.days}
              value={draft.days}
              onChange={(days) => onChange({ ...draft, days })}
              error={error}
            />
          </div>
        )}
      </div>
      <p className="text-13 text-muted">{words.policyField.hint}</p>
    </div>
  );
}

function sentence(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
