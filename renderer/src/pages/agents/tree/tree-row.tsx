// biome-ignore-all lint/a11y/useFocusableInteractive: rows and cells of this grid are reached through aria-activedescendant.
// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual grid are placed by themselves; table elements cannot be.
import type { NodeKind } from '@touchstone/core/agent/node.ts';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { FileText, isPlainLine } from '../../../ui/file-text.tsx';
import { STATUS_TEXT, StatusIcon } from '../../../ui/status-mark.tsx';
import type { LoadState } from '../data/session-graph.ts';
import type { RowList } from '../rows/row-list.ts';
import { clockText, KIND_WORDS } from './words.ts';

export const ROW_HEIGHT = 30;
/** `aria-rowindex` of the first row: the head has 1. */
export const FIRST_INDEX = 2;
export const TREE_TEMPLATE = 'grid min-w-(--row-width) grid-cols-(--row-columns)';

export interface TreeRowProps {
  readonly list: RowList;
  readonly row: number;
  /** Of the current row alone: no other one is ever named. */
  readonly elementId: string | undefined;
  readonly start: number;
  readonly isCurrent: boolean;
  /** Its receipt is shown beside the tree. */
  readonly isOpen: boolean;
  /** Null where there is nothing to open out. */
  readonly isExpanded: boolean | null;
  /** Of the delegated session, where it was asked for. */
  readonly childState: LoadState['status'] | null;
  readonly isBroken: boolean;
}

/**
 * One receipt, or a run of them. While a person scrolls, it shows one row after another: its elements are the same for all
 * plain rows, so that only texts change. Only the text of unknown length is cut off, for each cut costs the compositor a
 * clip. Its box is sealed off, so that it costs no layout elsewhere.
 */
export const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const { list, row, elementId, start, isCurrent, isOpen, isExpanded, childState, isBroken } = props;
  const columns = list.sessions[list.session[row] ?? 0]?.columns;
  if (columns === undefined) return null;
  const node = list.node[row] ?? 0;
  const length = list.length[row] ?? 1;
  const Chevron = isExpanded === true ? ChevronDown : ChevronRight;
  return (
    <div
      role="row"
      id={elementId}
      aria-rowindex={row + FIRST_INDEX}
      aria-level={list.level[row] ?? 1}
      aria-selected={isOpen}
      aria-expanded={isExpanded ?? undefined}
      style={{ top: start, height: ROW_HEIGHT }}
      className={`${TREE_TEMPLATE} absolute left-0 w-full cursor-pointer items-center border-b border-line [contain:size_layout_style] ${isOpen ? 'bg-accent-soft' : 'hover:bg-sunken'} ${isCurrent ? 'marked-current outline-2 -outline-offset-2 outline-accent' : ''}`}
    >
      <div role="gridcell" className="pe-2 text-end tabular-nums text-muted">
        {clockText(columns.time[node] ?? Number.NaN)}
      </div>
      <div role="gridcell" className={isExpanded === null ? 'ps-5' : 'flex items-center'}>
        {isExpanded !== null && (
          <span data-toggle="" className="flex w-5 shrink-0 justify-center">
            <Chevron aria-hidden size={14} />
          </span>
        )}
        {length > 1 ? 'Run' : KIND_WORDS[columns.kindAt(node)]}
      </div>
      <div role="gridcell" className="truncate pe-2">
        {length > 1
          ? plainWhat('', `${formatCount(length)} receipts without a remark`)
          : what(columns.kindAt(node), columns.actionAt(node), columns.summaryAt(node))}
        {childState !== null && childState !== 'loaded' && (
          <span className="ps-2 text-muted">{CHILD_WORDS[childState]}</span>
        )}
      </div>
      <div role="gridcell" className="whitespace-nowrap">
        {isBroken ? (
          <span className="flex items-center gap-1.5 font-semibold text-failed">
            <StatusIcon look="failed" size="small" />
            Broken here
          </span>
        ) : (
          length === 1 && <Outcome status={columns.statusAt(node)} />
        )}
      </div>
    </div>
  );
});

const CHILD_WORDS: Readonly<Record<Exclude<LoadState['status'], 'loaded'>, string>> = {
  loading: 'loading its receipts',
  cancelled: 'its receipts are not all loaded',
  failed: 'its receipts could not be read',
};

/** The action and its summary. The kind stands beside it already and is left out of the action. */
function what(kind: NodeKind, action: string, summary: string) {
  const name = action.startsWith(`${kind}:`) ? action.slice(kind.length + 1) : action;
  const more = repeats(summary, name) ? '' : summary;
  // Almost every row: text that cannot deceive the eye needs no element of its own.
  if (isPlainLine(name) && isPlainLine(more)) return plainWhat(name, more);
  return (
    <>
      <FileText text={name} isLine limit={100} />{' '}
      <span className="text-muted">
        <FileText text={more} isLine limit={200} />
      </span>
    </>
  );
}

function plainWhat(name: string, more: string) {
  return (
    <>
      {`${name} `}
      <span className="text-muted">{more}</span>
    </>
  );
}

/** `<name>: <word>.` says nothing that the row does not say already. */
function repeats(summary: string, name: string): boolean {
  return summary.startsWith(`${name}: `) && /^[a-z]+\.$/.test(summary.slice(name.length + 2));
}

function Outcome({
  status: { word, look },
}: {
  readonly status: ReturnType<RowList['sessions'][number]['columns']['statusAt']>;
}) {
  if (look === null) return word;
  return (
    <span className={`flex items-center gap-1.5 font-semibold ${STATUS_TEXT[look]}`}>
      <StatusIcon look={look} size="small" />
      {word}
    </span>
  );
}
