// biome-ignore-all lint/a11y/useFocusableInteractive: rows and cells of this grid are reached through aria-activedescendant.
// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual grid are placed by themselves; table elements cannot be.
import { ArrowDown } from 'lucide-react';
import { useId, useLayoutEffect, useState } from 'react';
import { formatCount } from '../../../../lib/format.ts';
import { columnTitles, HEAD_HEIGHT } from '../../../../parts/grid/column-heads.tsx';
import { DrawnRows } from '../../../../parts/grid/drawn-rows.tsx';
import { GridFrame } from '../../../../parts/grid/grid-frame.tsx';
import { FIRST_INDEX, GRID_ROW, ROW_BOX } from '../../../../parts/grid/long-list.ts';
import { useRowWindow } from '../../../../parts/grid/use-row-window.ts';
import { Button } from '../../../../ui/button.tsx';
import { Fact, FactList } from '../../../../ui/fact-list.tsx';
import { FileText } from '../../../../ui/file-text.tsx';
import { useAnnounce } from '../../../../ui/live-region.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { useCopy } from '../../../../ui/use-copy.ts';
import { words } from '../../../../words/record/agents-session-fork.ts';
import type { SessionColumns } from '../data/session-columns.ts';
import type { Policy } from '../policies/policy-draft.ts';
import { forkRuleWords } from '../policies/rule-words.ts';
import { type ForkRow, isForbidden, nextChange, type RowKind } from './align.ts';
import type { ForkedRow } from './fork-answer.ts';
import { wordsOf } from './fork-rows.ts';

const { grid: texts } = words;

const ROW_HEIGHT = 48;
/** The widths of the columns. Where the window is narrow the rule stands below the grid alone. */
const WIDTHS =
  '[--row-columns:70px_minmax(0,1fr)_minmax(0,1fr)] [--row-width:0px] sm:[--row-columns:72px_minmax(180px,1fr)_minmax(180px,1fr)_minmax(180px,0.9fr)] sm:[--row-width:640px]';
const HEADS = columnTitles(
  Object.values(texts.columns).map((title) => ({
    title,
    look: `px-2 whitespace-nowrap ${title === texts.columns.rule ? 'max-sm:hidden' : ''}`,
  })),
);

const KIND_WORDS: Readonly<Record<RowKind, string>> = texts.kinds;

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
  const copy = useCopy();
  const [current, setCurrent] = useState(() => nextChange(rows, -1) ?? 0);
  const list = useRowWindow({ count: rows.length, rowHeight: ROW_HEIGHT, headHeight: HEAD_HEIGHT });
  const { scroller, scrollTo } = list;
  const currentRow = { row: current < rows.length ? current : -1, id: `${gridId}-${current}` };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, to the first difference.
  useLayoutEffect(() => scrollTo(current, 'middle'), []);
  const goToChange = () => {
    const next = nextChange(rows, current);
    if (next === null) return;
    setCurrent(next);
    scrollTo(next, 'nearest');
    announce(texts.atChange(next + 1));
    scroller.current?.focus();
  };
  const open = (index: number) => {
    const row = rows[index];
    if (row !== undefined && row.recorded >= 0) onShowNode(columns.idAt(row.recorded));
  };
  const hasChanges = nextChange(rows, -1) !== null;
  const shown = rows[current];
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-3">
        <Button icon={<ArrowDown aria-hidden size={15} />} isDisabled={!hasChanges} onPress={goToChange}>
          {texts.next}
        </Button>
        <p className="text-13 text-muted max-[599px]:hidden">{texts.hint}</p>
      </div>
      <GridFrame
        label={texts.label}
        list={list}
        current={currentRow}
        onCurrent={setCurrent}
        onOpen={open}
        onClick={setCurrent}
        onCopy={(index) => {
          const recorded = rows[index]?.recorded ?? -1;
          if (recorded >= 0) void copy(columns.idAt(recorded), texts.copied(columns.idAt(recorded)));
        }}
        columnCount={4}
        heads={HEADS}
        headLook={`${GRID_ROW} h-[33px] items-center`}
        look={WIDTHS}
      >
        <DrawnRows list={list} current={currentRow}>
          {(index, top) => {
            const row = rows[index];
            return row === undefined ? null : (
              <GridRow
                {...{ row, index, top, columns, policy }}
                node={row.forked < 0 ? undefined : nodes[row.forked]}
                elementId={`${gridId}-${index}`}
                isCurrent={index === current}
              />
            );
          }}
        </DrawnRows>
      </GridFrame>
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
  readonly top: number;
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

function GridRow({ row, index, top, columns, policy, node, elementId, isCurrent }: GridRowProps) {
  const { kind, recorded, divergence } = row;
  const { action, before, after } = wordsOf(row, columns, node);
  return (
    <div
      role="row"
      id={elementId}
      aria-rowindex={index + FIRST_INDEX}
      aria-selected={isCurrent}
      data-kind={kind}
      style={{ top, height: ROW_HEIGHT }}
      className={`${GRID_ROW} ${ROW_BOX} cursor-default items-center overflow-clip ${LOOKS[kind]} ${isCurrent ? 'marked-current outline-2 -outline-offset-2 outline-accent' : ''}`}
    >
      <div role="gridcell" className="px-2 text-end tabular-nums">
        {recorded >= 0 ? formatCount(recorded + 1) : texts.missing}
      </div>
      <div role="gridcell" className="min-w-0 px-2">
        <span className="block truncate">
          <FileText text={action} isMono isLine limit={120} />
        </span>
        <span>{before}</span>
      </div>
      <div role="gridcell" className="min-w-0 border-s border-line px-2">
        <span className="block truncate text-12">{KIND_WORDS[kind]}</span>
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
            <code className="block truncate text-12 text-muted">{divergence.rule}</code>
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
    <section aria-label={texts.current} className="space-y-2 border-b border-line pb-3">
      <FactList>
        <Fact name={texts.columns.receipt}>
          {recorded >= 0 ? texts.numbered(recorded + 1) : ''}
          <FileText text={action} isMono limit={200} />
        </Fact>
        {recorded >= 0 && columns.summaryAt(recorded) !== '' && (
          <Fact name={texts.summary}>
            <FileText text={columns.summaryAt(recorded)} />
          </Fact>
        )}
        <Fact name={texts.columns.recorded}>{before}</Fact>
        <Fact name={texts.columns.fork}>{texts.after(after, KIND_WORDS[kind])}</Fact>
        {divergence !== null && (
          <Fact name={texts.deciding}>
            {forkRuleWords(divergence.rule, policy)} <code className="text-12 text-muted">{divergence.rule}</code>
          </Fact>
        )}
      </FactList>
      {recorded >= 0 && <Button onPress={onShow}>{texts.show}</Button>}
    </section>
  );
}
