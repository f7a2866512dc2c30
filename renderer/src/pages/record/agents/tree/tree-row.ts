import type { NodeKind } from '@touchstone/core/agent/node.ts';
import type { RecycledRow } from '../../../../parts/grid/recycled-rows.ts';
import { elementOf, fileTextOf, StatusLine, setText } from '../../../../ui/elements.ts';
import type { StatusLook } from '../../../../ui/status-mark.tsx';
import { isPlainLine } from '../../../../ui/suspect-drawing.ts';
import { words } from '../../../../words/record/agents-session.ts';
import { words as outcomes } from '../../../../words/record/agents-session-outcomes.ts';
import { clockText } from '../data/clock.ts';
import type { KeptFork } from '../data/queries.ts';
import type { SessionColumns } from '../data/session-columns.ts';
import type { LoadState } from '../data/session-graph.ts';
import { countWords, firstDifference, SIMULATION } from '../fork/fork-rows.ts';
import { childOf } from './expansion.ts';
import { KindSign } from './kind-sign.ts';
import { RowFrame, TREE_CELL, type TreeScene } from './row-frame.ts';

const { tree: texts } = words;

/**
 * The box of each column's cells, in their order. Boxes in a line cost less layout than a grid in every row. A narrow window shows
 * what a receipt is and how it came out; its time is in the receipt.
 */
export const COLUMN_BOXES = [
  'w-(--time-width) flex-none pe-2 text-end max-[599px]:invisible',
  'w-(--kind-width) flex-none ps-5',
  'min-w-0 flex-1 pe-2',
  'w-(--outcome-width) flex-none',
] as const;

const OUTCOME_CELL = `${COLUMN_BOXES[3]} ${TREE_CELL} overflow-clip text-ellipsis`;

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
  private readonly sign = new KindSign();
  private readonly kindCell = elementOf(
    'div',
    { role: 'gridcell', class: `${COLUMN_BOXES[1]} ${TREE_CELL}` },
    this.sign.element,
    elementOf('span', { class: 'max-[599px]:sr-only' }, this.kind),
  );
  private readonly whatCell: HTMLElement;
  private readonly plainWhat: readonly Node[];
  private readonly outcomeCell = elementOf('div', { role: 'gridcell', class: OUTCOME_CELL }, this.outcome);
  private childState: HTMLElement | null = null;
  private isPlain = true;
  private readonly status = new StatusLine(this.outcomeCell, OUTCOME_CELL);
  private spoken: string | null = null;
  private readonly frame: RowFrame;

  constructor() {
    this.plainWhat = [this.name, elementOf('span', { class: 'text-muted' }, this.more)];
    this.whatCell = elementOf(
      'div',
      { role: 'gridcell', class: `overflow-clip text-ellipsis ${COLUMN_BOXES[2]} ${TREE_CELL}` },
      ...this.plainWhat,
    );
    const timeCell = elementOf(
      'div',
      { role: 'gridcell', class: `tabular-nums text-muted ${COLUMN_BOXES[0]} ${TREE_CELL}` },
      this.time,
    );
    const cells = [timeCell, this.kindCell, this.whatCell, this.outcomeCell];
    this.frame = new RowFrame(cells, this.kindCell, 'left-(--time-width)');
    this.element = this.frame.element;
  }

  show(row: number, scene: TreeScene): void {
    const { list } = scene;
    const columns = list.sessions[list.session[row] ?? 0]?.columns;
    if (columns === undefined) return;
    const node = list.node[row] ?? 0;
    const length = list.length[row] ?? 1;
    this.frame.show(row, scene);
    const fork = list.forks.get(row);
    if (fork !== undefined) {
      this.showFork(fork, columns, node);
      return;
    }
    setText(this.time, clockText(columns.time[node] ?? Number.NaN));
    if (length > 1) {
      this.showKind(null, texts.run);
      this.showWhat('', texts.runOf(length));
    } else {
      const kind = columns.kindAt(node);
      this.showKind(kind, outcomes.kinds[kind]);
      const name = nameOf(kind, columns.actionAt(node));
      const summary = columns.summaryAt(node);
      this.showWhat(name, repeats(summary, name) ? '' : summary);
    }
    this.showChildState(childStateOf(scene, row));
    if (row === scene.brokenRow) this.showOutcome(texts.broken, 'failed');
    else if (length > 1) this.showOutcome('', null);
    else {
      const { word, look } = columns.statusAt(node);
      this.showOutcome(word, look);
    }
  }

  mark(isCurrent: boolean): void {
    this.frame.mark(isCurrent);
  }

  /** Without a time: the others are of what happened. */
  private showFork(fork: KeptFork, columns: SessionColumns, begin: number): void {
    setText(this.time, '');
    this.showKind('fork', outcomes.kinds.fork);
    this.showWhat(
      countWords(fork),
      firstDifference(fork, (id) => columns.rowOf(id, begin)),
    );
    this.showChildState(null);
    this.showOutcome(texts.simulation, 'inconclusive', SIMULATION);
  }

  private showKind(kind: NodeKind | 'fork' | null, word: string): void {
    this.sign.show(kind);
    setText(this.kind, word);
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
    this.childState = elementOf('span', { class: 'ps-2 text-muted' }, texts.childStates[state]);
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

/** The action. The kind stands beside it already and is left out. */
export function nameOf(kind: NodeKind, action: string): string {
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
