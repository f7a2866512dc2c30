import { ROW_BOX } from '../../../../parts/grid/long-list.ts';
import { iconDrawing } from '../../../../ui/drawing.ts';
import { drawnOf, elementOf } from '../../../../ui/elements.ts';
import type { GraphSnapshot } from '../data/session-graph.ts';
import type { RowList } from '../rows/row-list.ts';
import { expansionOf } from './expansion.ts';

export const TREE_ROW = 'flex min-w-(--row-width)';
/** A line as high as the row within its border. */
export const TREE_CELL = 'whitespace-pre leading-[29px]';

const LOOK = `${TREE_ROW} ${ROW_BOX} cursor-pointer`;

/** What the rows of a tree of receipts are drawn from. */
export interface TreeScene {
  readonly graph: GraphSnapshot;
  readonly list: RowList;
  /** The row whose receipt is shown beside the tree; -1 for none. */
  readonly open: number;
  readonly brokenRow: number;
  /** Delegated sessions whose receipts are shown. */
  readonly expanded: ReadonlySet<string>;
}

/**
 * What every row of a tree has around its cells: its level, whether it is opened out, open, or the current one. Attributes are
 * changed only where they differ from those of the row before.
 */
export class RowFrame {
  readonly element: HTMLElement;
  private readonly chevron: HTMLElement;
  private readonly chevronCell: HTMLElement;
  private level = 0;
  private isExpanded: boolean | null = null;
  private isOpen: boolean | null = null;
  private isCurrent = false;

  /**
   * @param chevronCell holds the sign of a row that can be opened out
   * @param chevronPlace of it in the row, as a class
   */
  constructor(cells: readonly HTMLElement[], chevronCell: HTMLElement, chevronPlace: string) {
    this.element = elementOf('div', { role: 'row', class: LOOK }, ...cells);
    this.chevronCell = chevronCell;
    this.chevron = elementOf(
      'span',
      { 'data-toggle': '', class: `absolute inset-y-0 flex w-5 items-center justify-center ${chevronPlace}` },
      drawnOf(iconDrawing([['path', { d: 'm9 18 6-6-6-6' }]], 14, '')),
    );
  }

  show(row: number, scene: TreeScene): void {
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
        this.chevronCell.append(this.chevron);
      }
    }
    const isOpen = row === scene.open;
    if (isOpen === this.isOpen) return;
    this.isOpen = isOpen;
    element.setAttribute('aria-selected', `${isOpen}`);
    this.showLook();
  }

  mark(isCurrent: boolean): void {
    this.isCurrent = isCurrent;
    this.showLook();
  }

  private showLook(): void {
    this.element.className = `${LOOK} ${this.isOpen === true ? 'bg-accent-soft' : 'hover:bg-sunken'} ${this.isCurrent ? 'marked-current outline-2 -outline-offset-2 outline-accent' : ''}`;
  }
}
