import { GRID_ROW, ROW_BOX } from '../../../parts/grid/long-list.ts';
import type { RecycledRow } from '../../../parts/grid/recycled-rows.ts';
import type { Row } from '../../../parts/verification/batch.ts';
import { elementOf, fileTextOf, StatusLine, setText } from '../../../ui/elements.ts';
import { isPlainLine } from '../../../ui/suspect-drawing.ts';
import type { BatchColumn } from './batch-columns.ts';

/** What the rows of the table are drawn from. */
export interface BatchScene {
  readonly rows: readonly Row[];
  readonly columns: readonly BatchColumn[];
}

const LOOK = `${GRID_ROW} ${ROW_BOX} cursor-pointer grid-rows-[100%]`;
/**
 * A line as high as the row within its border. Cells clip: each one that hides what overflows could scroll, which costs
 * more while a list of them is scrolled.
 */
const CELL = 'overflow-clip px-2 text-ellipsis whitespace-pre leading-[33px]';
/** A longer text is cut here and shown whole in the file's own result. */
const CELL_LENGTH = 120;

/** One file of many. Only what differs is changed. */
export class BatchRow implements RecycledRow<BatchScene> {
  readonly element = elementOf('div', { role: 'row', class: LOOK });
  private columns: readonly BatchColumn[] = [];
  private cells: readonly BatchCell[] = [];
  private row: Row | null = null;

  constructor() {
    this.mark(false);
  }

  show(index: number, { rows, columns }: BatchScene): void {
    const row = rows[index];
    if (row === undefined) return;
    if (columns !== this.columns) {
      this.columns = columns;
      this.cells = columns.map((column) => new BatchCell(column));
      this.element.replaceChildren(...this.cells.map(({ element }) => element));
      this.row = null;
    }
    if (row === this.row) return;
    this.row = row;
    for (const cell of this.cells) cell.show(row);
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
  private readonly column: BatchColumn;
  private readonly text = document.createTextNode('');
  private isPlain = true;
  private readonly status: StatusLine;

  constructor(column: BatchColumn) {
    this.column = column;
    const look = `${CELL} ${column.look ?? ''}`;
    this.element = elementOf('div', { role: 'gridcell', class: look }, this.text);
    this.status = new StatusLine(this.element, look);
  }

  show(row: Row): void {
    const { column } = this;
    this.showText(column.text(row), column.isStated === true);
    if (column.status !== undefined) this.status.show(column.status(row));
  }

  private showText(text: string, isStated: boolean): void {
    const isPlain = !isStated || isPlainLine(text.slice(0, CELL_LENGTH));
    if (isPlain) {
      setText(this.text, isStated && text.length > CELL_LENGTH ? `${text.slice(0, CELL_LENGTH)}…` : text);
      if (!this.isPlain) this.element.replaceChildren(this.text);
    } else this.element.replaceChildren(fileTextOf(text, CELL_LENGTH));
    this.isPlain = isPlain;
  }
}
