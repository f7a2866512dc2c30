import type { NodeKind } from '@touchstone/core/agent/node.ts';
import { formatCount } from '../../../../lib/format.ts';
import { ROW_BOX } from '../../../../parts/grid/long-list.ts';
import type { RecycledRow } from '../../../../parts/grid/recycled-rows.ts';
import { iconDrawing } from '../../../../ui/drawing.ts';
import { drawnOf, elementOf, fileTextOf, StatusLine, setText } from '../../../../ui/elements.ts';
import type { StatusLook } from '../../../../ui/status-mark.tsx';
import { isPlainLine } from '../../../../ui/suspect-drawing.ts';
import type { KeptFork } from '../data/queries.ts';
import type { SessionColumns } from '../data/session-columns.ts';
import type { GraphSnapshot, LoadState } from '../data/session-graph.ts';
import { firstDifference, SIMULATION } from '../fork/fork-rows.ts';
import { countWords } from '../fork/kept-forks.tsx';
import type { RowList } from '../rows/row-list.ts';
import { childOf, expansionOf } from './expansion.ts';
import { clockText, KIND_WORDS } from './words.ts';

export const TREE_ROW = 'flex min-w-(--row-width)';
/** The box of each column's cells, in their order. Boxes in a line cost less layout than a grid in every row. */
export const COLUMN_BOXES = [
  'w-(--time-width) flex-none pe-2 text-end',
  'w-(--kind-width) flex-none ps-5',
  'min-w-0 flex-1 pe-2',
  'w-(--outcome-width) flex-none',
] as const;

/** What the rows of the tree are drawn from. */
export interface TreeScene {
  readonly graph: GraphSnapshot;
  readonly list: RowList;
  /** The row whose receipt is shown beside the tree; -1 for none. */
  readonly open: number;
  readonly brokenRow: number;
  /** Delegated sessions whose receipts are shown. */
  readonly expanded: ReadonlySet<string>;
}

const LOOK = `${TREE_ROW} ${ROW_BOX} cursor-pointer`;
/** A line as high as the row within its border. */
const CELL = 'whitespace-pre leading-[29px]';
const OUTCOME_CELL = `${COLUMN_BOXES[3]} ${CELL}`;

/**
 * One receipt, a run of them, or a fork. Only the text of unknown length is cut off, by a clip and not as something that could
 * scroll, which costs more. Texts and attributes are changed only where they differ from those of the row before.
 */
export class TreeRow implements RecycledRow<TreeScene> {
  readonly element: HTMLElement;
  private readonly time = document.createTextNode('');
  private readonly kind = document.createTextNode('');
  private readonly name = document.createTextNode('');
  private readonly more = document.createTextNode('');
  private readonly outcome = document.createTextNode('');
  private readonly kindCell = elementOf('div', { role: 'gridcell', class: `${COLUMN_BOXES[1]} ${CELL}` }, this.kind);
  private readonly whatCell: HTMLElement;
  private readonly plainWhat: readonly Node[];
  private readonly outcomeCell = elementOf('div', { role: 'gridcell', class: OUTCOME_CELL }, this.outcome);
  private readonly chevron = elementOf(
    'span',
    { 'data-toggle': '', class: 'absolute inset-y-0 left-(--time-width) flex w-5 items-center justify-center' },
    drawnOf(iconDrawing([['path', { d: 'm9 18 6-6-6-6' }]], 14, '')),
  );
  private childState: HTMLElement | null = null;
  private isPlain = true;
  private readonly status = new StatusLine(this.outcomeCell, OUTCOME_CELL);
  private spoken: string | null = null;
  private level = 0;
  private isExpanded: boolean | null = null;
  private isOpen: boolean | null = null;
  private isCurrent = false;

  constructor() {
    this.plainWhat = [this.name, elementOf('span', { class: 'text-muted' }, this.more)];
    this.whatCell = elementOf(
      'div',
      { role: 'gridcell', class: `overflow-clip text-ellipsis ${COLUMN_BOXES[2]} ${CELL}` },
      ...this.plainWhat,
    );
    const timeCell = elementOf(
      'div',
      { role: 'gridcell', class: `tabular-nums text-muted ${COLUMN_BOXES[0]} ${CELL}` },
      this.time,
    );
    this.element = elementOf(
      'div',
      { role: 'row', class: LOOK },
      timeCell,
      this.kindCell,
      this.whatCell,
      this.outcomeCell,
    );
  }

  show(row: number, scene: TreeScene): void {
    const { list } = scene;
    const columns = list.sessions[list.session[row] ?? 0]?.columns;
    if (columns === undefined) return;
    const node = list.node[row] ?? 0;
    const length = list.length[row] ?? 1;
    this.showPlace(row, scene);
    const fork = list.forks.get(row);
    if (fork !== undefined) {
      this.showFork(fork, columns, node);
      return;
    }
    setText(this.time, clockText(columns.time[node] ?? Number.NaN));
    if (length > 1) {
      setText(this.kind, 'Run');
      this.showWhat('', `${formatCount(length)} receipts without a remark`);
    } else {
      const kind = columns.kindAt(node);
      setText(this.kind, KIND_WORDS[kind]);
      const name = nameOf(kind, columns.actionAt(node));
      const summary = columns.summaryAt(node);
      this.showWhat(name, repeats(summary, name) ? '' : summary);
    }
    this.showChildState(childStateOf(scene, row));
    if (row === scene.brokenRow) this.showOutcome('Broken here', 'failed');
    else if (length > 1) this.showOutcome('', null);
    else {
      const { word, look } = columns.statusAt(node);
      this.showOutcome(word, look);
    }
  }

  mark(isCurrent: boolean): void {
    this.isCurrent = isCurrent;
    this.showLook();
  }

  /** Without a time: the others are of what happened. */
  private showFork(fork: KeptFork, columns: SessionColumns, begin: number): void {
    setText(this.time, '');
    setText(this.kind, 'Fork');
    this.showWhat(
      countWords(fork),
      firstDifference(fork, (id) => columns.rowOf(id, begin)),
    );
    this.showChildState(null);
    this.showOutcome('Simulation', 'inconclusive', SIMULATION);
  }

  private showPlace(row: number, scene: TreeScene): void {
    const { element } = this;
    const level = scene.list.level[row] ?? 1;
    if (level !== this.level) {
      this.level = level;
      element.setAttribute('aria-level', `${level}`);
    }
    const isExpanded = expansionOf(scene.list, row, scene.expanded);
    if (isExpanded !== this.isExpanded) {
      this.isExpanded = isExpanded;
      if (isExpanded === null) {
        element.removeAttribute('aria-expanded');
        this.chevron.remove();
      } else {
        element.setAttribute('aria-expanded', `${isExpanded}`);
        this.chevron.classList.toggle('rotate-90', isExpanded);
        this.kindCell.append(this.chevron);
      }
    }
    const isOpen = row === scene.open;
    if (isOpen === this.isOpen) return;
    this.isOpen = isOpen;
    element.setAttribute('aria-selected', `${isOpen}`);
    this.showLook();
  }

  private showLook(): void {
    this.element.className = `${LOOK} ${this.isOpen === true ? 'bg-accent-soft' : 'hover:bg-sunken'} ${this.isCurrent ? 'marked-current outline-2 -outline-offset-2 outline-accent' : ''}`;
  }

  /** Text that can deceive the eye is shown by elements of its own; almost no row has any. */
  private showWhat(name: string, more: string): void {
    const isPlain = isPlainLine(name) && isPlainLine(more);
    if (isPlain) {
      setText(this.name, `${name} `);
      setText(this.more, more);
      if (!this.isPlain) this.whatCell.replaceChildren(...this.plainWhat);
    } else {
      const muted = elementOf('span', { class: 'text-muted' }, fileTextOf(more, 200));
      this.whatCell.replaceChildren(fileTextOf(name, 100), ' ', muted);
    }
    this.isPlain = isPlain;
  }

  private showChildState(state: LoadState['status'] | null): void {
    this.childState?.remove();
    this.childState = null;
    if (state === null || state === 'loaded') return;
    this.childState = elementOf('span', { class: 'ps-2 text-muted' }, CHILD_WORDS[state]);
    this.whatCell.append(this.childState);
  }

  /** @param spoken for those who hear the row; null where the word says all */
  private showOutcome(word: string, look: StatusLook | null, spoken: string | null = null): void {
    setText(this.outcome, word);
    if (spoken !== this.spoken) {
      this.spoken = spoken;
      if (spoken === null) this.outcomeCell.removeAttribute('aria-label');
      else this.outcomeCell.setAttribute('aria-label', spoken);
    }
    this.status.show(look);
  }
}

const CHILD_WORDS: Readonly<Record<Exclude<LoadState['status'], 'loaded'>, string>> = {
  loading: 'loading its receipts',
  cancelled: 'its receipts are not all loaded',
  failed: 'its receipts could not be read',
};

/** The action. The kind stands beside it already and is left out. */
function nameOf(kind: NodeKind, action: string): string {
  return action.startsWith(`${kind}:`) ? action.slice(kind.length + 1) : action;
}

/** `<name>: <word>.` says nothing that the row does not say already. */
function repeats(summary: string, name: string): boolean {
  return summary.startsWith(`${name}: `) && /^[a-z]+\.$/.test(summary.slice(name.length + 2));
}

/** Of the delegated session, where it was asked for. */
function childStateOf({ graph, list, expanded }: TreeScene, row: number): LoadState['status'] | null {
  const child = childOf(list, row);
  return child === null || !expanded.has(child) ? null : (graph.sessions.get(child)?.state.status ?? null);
}
