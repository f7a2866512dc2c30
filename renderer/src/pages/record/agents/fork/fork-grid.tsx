// biome-ignore-all lint/a11y/useFocusableInteractive: rows and cells of this grid are reached through aria-activedescendant.
// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual grid are placed by themselves; table elements cannot be.
import { ArrowDown } from 'lucide-react';
import { useId, useLayoutEffect, useState } from 'react';
import { formatCount } from '../../../../lib/format.ts';
import { rowAfterKey } from '../../../../parts/grid/grid-keys.ts';
import { LONG_LIST } from '../../../../parts/grid/long-list.ts';
import { rowsToMake } from '../../../../parts/grid/row-window.ts';
import { useRowWindow } from '../../../../parts/grid/use-row-window.ts';
import { Button } from '../../../../ui/button.tsx';
import { Fact, FactList } from '../../../../ui/fact-list.tsx';
import { FileText } from '../../../../ui/file-text.tsx';
import { useAnnounce } from '../../../../ui/live-region.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import type { SessionColumns } from '../data/session-columns.ts';
import type { Policy } from '../policies/policy-draft.ts';
import { forkRuleWords } from '../policies/rule-words.ts';
import { type ForkRow, isForbidden, nextChange, type RowKind } from './align.ts';
import type { ForkedRow } from './fork-answer.ts';
import { wordsOf } from './fork-rows.ts';

const ROW_HEIGHT = 48;
/** Of the row of titles with its line, pixels. */
const HEAD_HEIGHT = 33;
/** Where the window is narrow the rule stands below the grid alone. */
const TEMPLATE =
  'grid grid-cols-[70px_minmax(0,1fr)_minmax(0,1fr)] sm:min-w-[640px] sm:grid-cols-[72px_minmax(180px,1fr)_minmax(180px,1fr)_minmax(180px,0.9fr)]';

const KIND_WORDS: Readonly<Record<RowKind, string>> = {
  kept: 'As recorded',
  unjudged: 'No policy judges it',
  same: 'Decided the same',
  changed: 'Decided otherwise',
  'recorded-only': 'Not in the fork',
  'fork-only': 'Not recorded here',
};

export interface ForkGridProps {
  readonly rows: readonly ForkRow[];
  readonly columns: SessionColumns;
  readonly nodes: readonly ForkedRow[];
  readonly policy: Policy;
  readonly onShowNode: (nodeId: string) => void;
}

/** The recorded session and its fork beside each other, row by row. It has the focus itself; arrows move the current row. */
export function ForkGrid({ rows, columns, nodes, policy, onShowNode }: ForkGridProps) {
  const gridId = useId();
  const announce = useAnnounce();
  const [current, setCurrent] = useState(() => nextChange(rows, -1) ?? 0);
  const view = useRowWindow({ count: rows.length, rowHeight: ROW_HEIGHT, headHeight: HEAD_HEIGHT });
  const { scroller, scrollTo } = view;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, to the first difference.
  useLayoutEffect(() => scrollTo(current, 'middle'), []);
  const goTo = (index: number) => {
    const within = Math.min(rows.length - 1, Math.max(0, index));
    setCurrent(within);
    scrollTo(within, 'nearest');
  };
  const goToChange = () => {
    const next = nextChange(rows, current);
    if (next === null) return;
    goTo(next);
    announce(`Row ${formatCount(next + 1)}, decided otherwise`);
    scroller.current?.focus();
  };
  const open = (index: number) => {
    const row = rows[index];
    if (row !== undefined && row.recorded >= 0) onShowNode(columns.idAt(row.recorded));
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const height = scroller.current?.clientHeight;
    const move = rowAfterKey(event.key, { current, count: rows.length, rowHeight: ROW_HEIGHT, height });
    if (move !== undefined) goTo(move);
    else if (event.key === 'Enter') open(current);
    else return;
    event.preventDefault();
  };
  const hasChanges = nextChange(rows, -1) !== null;
  const shown = rows[current];
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-3">
        <Button icon={<ArrowDown aria-hidden size={15} />} isDisabled={!hasChanges} onPress={goToChange}>
          Next difference
        </Button>
        <p className="text-[0.8125rem] text-muted">Enter shows the recorded receipt of the current row in the tree.</p>
      </div>
      <div
        ref={scroller}
        role="grid"
        aria-label="The recorded session and the fork"
        aria-rowcount={rows.length + 1}
        aria-colcount={4}
        aria-readonly
        aria-activedescendant={`${gridId}-${current}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        className={LONG_LIST}
      >
        <div role="rowgroup" className="sticky top-0 z-10">
          <div
            role="row"
            aria-rowindex={1}
            className={`${TEMPLATE} h-[33px] items-center border-b border-line bg-sunken font-semibold`}
          >
            {['Receipt', 'Recorded', 'Fork, simulated', 'Rule'].map((title) => (
              <div
                key={title}
                role="columnheader"
                className={`px-2 whitespace-nowrap ${title === 'Rule' ? 'max-sm:hidden' : ''}`}
              >
                {title}
              </div>
            ))}
          </div>
        </div>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the focus and handles the keys for its rows. */}
        <div
          role="rowgroup"
          className="relative sm:min-w-[640px]"
          style={{ height: rows.length * ROW_HEIGHT }}
          onClick={(event) => {
            const index = view.targetOf(event)?.closest('[data-row]')?.getAttribute('data-row');
            if (index !== null && index !== undefined) setCurrent(Number(index));
          }}
        >
          {rowsToMake(view, current).map((index) => {
            const row = rows[index];
            return row === undefined ? null : (
              <GridRow
                key={index}
                {...{ row, index, columns, policy }}
                node={row.forked < 0 ? undefined : nodes[row.forked]}
                elementId={`${gridId}-${index}`}
                isCurrent={index === current}
              />
            );
          })}
        </div>
      </div>
      {shown !== undefined && (
        <CurrentRow
          row={shown}
          columns={columns}
          policy={policy}
          node={shown.forked < 0 ? undefined : nodes[shown.forked]}
          onShow={() => open(current)}
        />
      )}
    </div>
  );
}

interface GridRowProps {
  readonly row: ForkRow;
  readonly index: number;
  readonly columns: SessionColumns;
  readonly policy: Policy;
  readonly node: ForkedRow | undefined;
  readonly elementId: string;
  readonly isCurrent: boolean;
}

const LOOKS: Readonly<Record<RowKind, string>> = {
  kept: 'bg-sunken text-muted',
  unjudged: '',
  same: '',
  changed: 'bg-inconclusive-soft font-medium',
  'recorded-only': 'text-muted',
  'fork-only': 'text-muted',
};

function GridRow({ row, index, columns, policy, node, elementId, isCurrent }: GridRowProps) {
  const { kind, recorded, divergence } = row;
  const { action, before, after } = wordsOf(row, columns, node);
  return (
    <div
      role="row"
      id={elementId}
      aria-rowindex={index + 2}
      aria-selected={isCurrent}
      data-row={index}
      data-kind={kind}
      style={{ top: index * ROW_HEIGHT, height: ROW_HEIGHT }}
      className={`${TEMPLATE} absolute left-0 w-full cursor-default items-center border-b border-line contain-strict ${LOOKS[kind]} ${isCurrent ? 'marked-current outline-2 -outline-offset-2 outline-accent' : ''}`}
    >
      <div role="gridcell" className="px-2 text-end tabular-nums">
        {recorded >= 0 ? formatCount(recorded + 1) : '–'}
      </div>
      <div role="gridcell" className="min-w-0 px-2">
        <span className="block truncate">
          <FileText text={action} isMono isLine limit={120} />
        </span>
        <span>{before}</span>
      </div>
      <div role="gridcell" className="min-w-0 border-s border-line px-2">
        <span className="block truncate text-xs">{KIND_WORDS[kind]}</span>
        {divergence !== null && isForbidden(divergence.replayed) ? (
          <StatusMark look="failed" label={after} size="small" />
        ) : (
          // A permission is plain text: nothing in a simulation is verified.
          <span>{after}</span>
        )}
      </div>
      <div role="gridcell" className="min-w-0 border-s border-line px-2 max-sm:hidden">
        {divergence !== null && (
          <>
            <span className="line-clamp-1">{forkRuleWords(divergence.rule, policy)}</span>
            <code className="block truncate text-xs text-muted">{divergence.rule}</code>
          </>
        )}
      </div>
    </div>
  );
}

interface CurrentRowProps {
  readonly row: ForkRow;
  readonly columns: SessionColumns;
  readonly policy: Policy;
  readonly node: ForkedRow | undefined;
  readonly onShow: () => void;
}

/** The current row in full, which the grid may have to cut. */
function CurrentRow({ row, columns, policy, node, onShow }: CurrentRowProps) {
  const { action, before, after } = wordsOf(row, columns, node);
  const { recorded, divergence, kind } = row;
  return (
    <section aria-label="The current row" className="space-y-2 rounded border border-line bg-surface px-4 py-3">
      <FactList>
        <Fact name="Receipt">
          {recorded >= 0 ? `${formatCount(recorded + 1)}, ` : ''}
          <FileText text={action} isMono limit={200} />
        </Fact>
        {recorded >= 0 && columns.summaryAt(recorded) !== '' && (
          <Fact name="Summary">
            <FileText text={columns.summaryAt(recorded)} />
          </Fact>
        )}
        <Fact name="Recorded">{before}</Fact>
        <Fact name="Fork, simulated">{`${after} (${KIND_WORDS[kind].toLowerCase()})`}</Fact>
        {divergence !== null && (
          <Fact name="Rule that decides">
            {forkRuleWords(divergence.rule, policy)} <code className="text-xs text-muted">{divergence.rule}</code>
          </Fact>
        )}
      </FactList>
      {recorded >= 0 && <Button onPress={onShow}>Show the recorded receipt</Button>}
    </section>
  );
}
