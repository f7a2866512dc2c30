import { ChevronsDownUp, OctagonX, Route, Search } from 'lucide-react';
import { memo, useState } from 'react';
import { FindField } from '../../../../parts/list-page/find-field.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Select } from '../../../../ui/select.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { KINDS } from '../data/columns.ts';
import { OUTCOMES, type RowFilter } from '../rows/row-list.ts';
import { KIND_WORDS } from '../tree/words.ts';
import { FEWEST_DIGITS } from './find-receipt.ts';
import type { ReceiptsChange } from './receipts-search.ts';

const OUTCOME_OPTIONS = [
  { value: 'all', label: 'All' },
  { value: 'trouble', label: 'Failed, denied or forbidden' },
  { value: 'attention', label: 'Not plain' },
] as const;

// Registrations belong to no session.
const KIND_OPTIONS = [
  { value: 'all', label: 'All' },
  ...KINDS.filter((kind) => kind !== 'register').map((kind) => ({ value: kind, label: KIND_WORDS[kind] })),
];

export interface ReceiptsToolbarProps {
  readonly filter: RowFilter;
  readonly collapsesRuns: boolean;
  readonly showsPath: boolean;
  readonly hasCurrent: boolean;
  readonly hasTrouble: boolean;
  readonly onChange: (change: ReceiptsChange) => void;
  readonly onPath: (isOn: boolean) => void;
  /** False where nothing was found. */
  readonly onFind: (text: string) => boolean;
  readonly onNextTrouble: () => void;
}

/** Filters of the tree, and ways to get to a receipt. Typing into the filter draws nothing else of it anew. */
export const ReceiptsToolbar = memo(function ReceiptsToolbar(props: ReceiptsToolbarProps) {
  const { filter, onChange, onFind } = props;
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-start gap-2">
        <div className="min-w-0 flex-1 basis-48">
          <FindField label="Filter by action, tool or summary" text={filter.text} onChange={(q) => onChange({ q })} />
        </div>
        <FilterChoices outcome={filter.outcome} kind={filter.kind} onChange={onChange} />
        <GoToReceipt onFind={onFind} />
      </div>
      <TreeActions
        collapsesRuns={props.collapsesRuns}
        showsPath={props.showsPath}
        hasCurrent={props.hasCurrent}
        hasTrouble={props.hasTrouble}
        onChange={onChange}
        onPath={props.onPath}
        onNextTrouble={props.onNextTrouble}
      />
    </div>
  );
});

const FilterChoices = memo(function FilterChoices({
  outcome,
  kind,
  onChange,
}: Pick<RowFilter, 'outcome' | 'kind'> & Pick<ReceiptsToolbarProps, 'onChange'>) {
  return (
    <>
      <div className="w-36 max-w-full">
        <Select
          label="Outcome"
          options={OUTCOME_OPTIONS}
          value={outcome ?? 'all'}
          onChange={(value) => onChange({ outcome: OUTCOMES.find((known) => known === value) ?? null })}
        />
      </div>
      <div className="w-36 max-w-full">
        <Select
          label="Kind"
          options={KIND_OPTIONS}
          value={kind ?? 'all'}
          onChange={(value) => onChange({ kind: KINDS.find((known) => known === value) ?? null })}
        />
      </div>
    </>
  );
});

const GoToReceipt = memo(function GoToReceipt({ onFind }: Pick<ReceiptsToolbarProps, 'onFind'>) {
  const [wanted, setWanted] = useState('');
  const [error, setError] = useState('');
  const find = (event: React.FormEvent) => {
    event.preventDefault();
    if (wanted.trim() === '') setError('Enter a receipt id or a hash.');
    else if (onFind(wanted)) setError('');
    else setError('No receipt that is loaded has this id or hash.');
  };
  return (
    <form onSubmit={find} noValidate className="flex min-w-0 flex-1 basis-64 items-start gap-2">
      <div className="min-w-0 flex-1">
        <TextField
          label="Go to a receipt"
          isMono
          value={wanted}
          onChange={(text) => {
            setWanted(text);
            setError('');
          }}
          error={error}
          placeholder={`node_… or ${FEWEST_DIGITS} digits of a hash`}
        />
      </div>
      <Button type="submit" className="mt-6" icon={<Search aria-hidden size={15} />}>
        Go
      </Button>
    </form>
  );
});

const TreeActions = memo(function TreeActions({
  collapsesRuns,
  showsPath,
  hasCurrent,
  hasTrouble,
  onChange,
  onPath,
  onNextTrouble,
}: Omit<ReceiptsToolbarProps, 'filter' | 'onFind'>) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button isDisabled={!hasTrouble} icon={<OctagonX aria-hidden size={15} />} onPress={onNextTrouble}>
        Next failure or denial
      </Button>
      <Button
        aria-pressed={showsPath}
        isDisabled={!hasCurrent && !showsPath}
        icon={<Route aria-hidden size={15} />}
        onPress={() => onPath(!showsPath)}
      >
        {showsPath ? 'Hide path from start' : 'Show path from start'}
      </Button>
      <Button
        aria-pressed={collapsesRuns}
        icon={<ChevronsDownUp aria-hidden size={15} />}
        onPress={() => onChange({ collapsesRuns: !collapsesRuns })}
      >
        {collapsesRuns ? 'Show every receipt' : 'Group repeats'}
      </Button>
    </div>
  );
});
