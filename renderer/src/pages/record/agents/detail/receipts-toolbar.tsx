import { ChevronsDownUp, OctagonX, Route } from 'lucide-react';
import { memo } from 'react';
import { Toolbar } from '../../../../parts/list-page/toolbar.tsx';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { useAnnounce } from '../../../../ui/live-region.tsx';
import { Tooltip } from '../../../../ui/tooltip.tsx';
import { words } from '../../../../words/record/agents-session.ts';
import { words as outcomes } from '../../../../words/record/agents-session-outcomes.ts';
import { KINDS } from '../data/columns.ts';
import { OUTCOMES, type RowFilter } from '../rows/row-list.ts';
import type { ReceiptsChange } from './receipts-search.ts';

const { toolbar: texts } = words;

const OUTCOME_OPTIONS = OUTCOMES.map((value) => ({ value, label: texts.outcomes[value] }));
// Registrations belong to no session.
const KIND_OPTIONS = KINDS.filter((kind) => kind !== 'register').map((kind) => ({
  value: kind,
  label: outcomes.kinds[kind],
}));

export interface ReceiptsToolbarProps {
  readonly filter: RowFilter;
  readonly collapsesRuns: boolean;
  readonly showsPath: boolean;
  readonly hasCurrent: boolean;
  readonly hasTrouble: boolean;
  readonly onChange: (change: ReceiptsChange) => void;
  readonly onPath: (isOn: boolean) => void;
  /** What is looked for: a text, an id or a hash. */
  readonly onFind: (text: string) => void;
  readonly onNextTrouble: () => void;
}

/** Filters of the tree, and ways to get to a receipt, in one row. Typing draws nothing of the tree anew before it pauses. */
export const ReceiptsToolbar = memo(function ReceiptsToolbar(props: ReceiptsToolbarProps) {
  const { filter, collapsesRuns, showsPath, hasCurrent, hasTrouble, onChange, onPath, onFind, onNextTrouble } = props;
  const announce = useAnnounce();
  const path = showsPath ? texts.hidePath : texts.path;
  const canShowPath = hasCurrent || showsPath;
  return (
    <Toolbar
      find={{ label: texts.find, text: filter.text, onChange: (text = '') => onFind(text) }}
      filters={[
        {
          label: texts.outcome,
          options: OUTCOME_OPTIONS,
          value: filter.outcome,
          onChange: (value) => onChange({ outcome: OUTCOMES.find((known) => known === value) ?? null }),
        },
        {
          label: texts.kind,
          options: KIND_OPTIONS,
          value: filter.kind,
          onChange: (value) => onChange({ kind: KINDS.find((known) => known === value) ?? null }),
        },
      ]}
      acts={
        <Tooltip text={hasTrouble ? texts.next : texts.noNext}>
          <Button
            aria-disabled={!hasTrouble}
            icon={<OctagonX aria-hidden size={15} />}
            onPress={() => (hasTrouble ? onNextTrouble() : announce(texts.noNext))}
            className="max-[599px]:px-2 max-[599px]:[&>span]:sr-only"
          >
            {texts.next}
          </Button>
        </Tooltip>
      }
      icons={
        <>
          <IconButton
            label={canShowPath ? path : `${path}. ${texts.noPath}`}
            aria-pressed={showsPath}
            aria-disabled={!canShowPath}
            variant="secondary"
            icon={<Route aria-hidden size={15} />}
            onPress={() => (canShowPath ? onPath(!showsPath) : announce(texts.noPath))}
          />
          <IconButton
            label={collapsesRuns ? texts.ungroup : texts.group}
            aria-pressed={collapsesRuns}
            variant="secondary"
            icon={<ChevronsDownUp aria-hidden size={15} />}
            onPress={() => onChange({ collapsesRuns: !collapsesRuns })}
          />
        </>
      }
    />
  );
});
