import { GRID_ROW } from '../../../parts/grid/long-list.ts';
import type { RecycledRow } from '../../../parts/grid/recycled-rows.ts';
import type { Row, SortKey } from '../../../parts/verification/batch.ts';
import { elementOf, fileTextOf, setText, statusIconOf } from '../../../ui/elements.ts';
import { isPlainLine } from '../../../ui/file-text.tsx';
import { STATUS_TEXT, type StatusLook } from '../../../ui/status-mark.tsx';
import { COLUMNS, type Column } from './batch-columns.ts';

export const ROW_HEIGHT = 34;
/** `aria-rowindex` of the first row: the head has 1. */
export const FIRST_INDEX = 2;

/** What the rows of the table are drawn from. */
export interface BatchScene {
  readonly rows: readonly Row[];
  readonly columns: readonly SortKey[];
}

const LOOK = `${GRID_ROW} absolute left-0 w-full cursor-pointer grid-rows-[100%] border-b border-line [contain:size_layout_style]`;
/**
 * A line as high as the row within its border. Cells clip: each one that hides what overflows could scroll, which costs
 * more while a list of them is scrolled.
 */
const CELL = 'overflow-clip px-2 text-ellipsis whitespace-pre leading-[33px]';
/** A longer text is cut here and shown whole in the file's own result. */
const CELL_LENGTH = 120;

/** One file of many. Its box is sealed off, so that it costs no layout elsewhere. Only what differs is changed. */
export class BatchRow implements RecycledRow<BatchScene> {
  readonly element = elementOf('div', { role: 'row', class: LOOK });
  private columns: readonly SortKey[] = [];
  private cells: readonly BatchCell[] = [];
  private row: Row | null = null;
  private index = -1;

  constructor() {
    this.element.style.height = `${ROW_HEIGHT}px`;
    this.mark(false);
  }

  show(index: number, { rows, columns }: BatchScene): void {
    const row = rows[index];
    if (row === undefined) return;
    if (columns !== this.columns) {
      this.columns = columns;
      this.cells = columns.map((key) => new BatchCell(COLUMNS[key]));
      this.element.replaceChildren(...this.cells.map(({ element }) => element));
      this.row = null;
    }
    if (row !== this.row) {
      this.row = row;
      for (const cell of this.cells) cell.show(row);
    }
    if (index !== this.index) {
      this.index = index;
      this.element.setAttribute('aria-rowindex', `${index + FIRST_INDEX}`);
    }
  }

  mark(isCurrent: boolean): void {
    const { element } = this;
    element.setAttribute('aria-selected', `${isCurrent}`);
    element.className = `${LOOK} ${isCurrent ? 'marked-current bg-accent-soft' : 'hover:bg-sunken'}`;
  }
}

/** Plain text costs no element of its own: a table changes hundreds of these while it scrolls. */
class BatchCell {
  readonly element: HTMLElement;
  private readonly column: Column;
  private readonly text = document.createTextNode('');
  private isPlain = true;
  private look: StatusLook | null = null;
  private icon: Node | null = null;

  constructor(column: Column) {
    this.column = column;
    this.element = elementOf('div', { role: 'gridcell', class: `${CELL} ${column.look ?? ''}` }, this.text);
  }

  show(row: Row): void {
    const { column } = this;
    this.showText(column.text(row), column.isStated === true);
    if (column.status !== undefined) this.showLook(column.status(row));
  }

  private showText(text: string, isStated: boolean): void {
    const isPlain = !isStated || isPlainLine(text.slice(0, CELL_LENGTH));
    if (isPlain) {
      setText(this.text, isStated && text.length > CELL_LENGTH ? `${text.slice(0, CELL_LENGTH)}…` : text);
      if (!this.isPlain) this.element.replaceChildren(this.text);
    } else this.element.replaceChildren(fileTextOf(text, CELL_LENGTH));
    this.isPlain = isPlain;
  }

  private showLook(look: StatusLook): void {
    if (look === this.look) return;
    this.look = look;
    this.icon?.parentNode?.removeChild(this.icon);
    this.icon = statusIconOf(look);
    this.element.prepend(this.icon);
    this.element.className = `${CELL} font-semibold ${STATUS_TEXT[look]}`;
  }
}
