/**
 * Rows of a long list in a fixed number of elements: an element that went out of sight shows another row. What a frame of
 * scrolling costs is then the texts that changed, and nothing is drawn by React.
 */
import { FIRST_INDEX } from './long-list.ts';
import { type CurrentRow, type RowWindow, rowOfElement } from './row-window.ts';

/** The element of one row after another. `S` is everything that rows are drawn from, but for the current row. */
export interface RecycledRow<S> {
  readonly element: HTMLElement;
  /** Changes what differs from the row shown before. Its place and its `aria-rowindex` are changed apart from this. */
  show(row: number, scene: S): void;
  /** Shows that the row is the current one, or that it is no longer. The element gets its id apart from this. */
  mark(isCurrent: boolean): void;
}

interface Slot<S> {
  readonly shown: RecycledRow<S>;
  /** -1 where it is hidden. */
  row: number;
  scene: S | null;
  isCurrent: boolean;
  /** Pixels from the host's upper edge. */
  start: number;
}

export class RecycledRows<S> {
  private readonly host: HTMLElement;
  private readonly make: () => RecycledRow<S>;
  private readonly rowHeight: number;
  private slots: Slot<S>[] = [];
  /** For the current row where it is out of sight: what aria-activedescendant names has to exist. */
  private apart: Slot<S> | null = null;
  private base = 0;

  /** @param host an empty element at the list's upper edge; it is moved, and its rows keep their places in it */
  constructor(host: HTMLElement, make: () => RecycledRow<S>, rowHeight: number) {
    this.host = host;
    this.make = make;
    this.rowHeight = rowHeight;
  }

  /** Shows the rows of a window, and the current one. A row that was shown before keeps its element. */
  show({ first, last, base }: RowWindow, current: CurrentRow, scene: S): void {
    while (this.slots.length <= last - first) this.slots.push(this.newSlot());
    if (base !== this.base) {
      this.base = base;
      this.host.style.transform = `translateY(${base * this.rowHeight}px)`;
    }
    const count = this.slots.length;
    for (let place = 0; place < count; place++) {
      const slot = this.slots[place];
      if (slot === undefined) continue;
      const row = rowOfElement(place, { first, base }, count);
      if (row <= last) this.put(slot, row, scene, current);
      else hide(slot);
    }
    if (current.row >= 0 && (current.row < first || current.row > last)) {
      this.apart ??= this.newSlot();
      this.put(this.apart, current.row, scene, current);
    } else if (this.apart !== null) hide(this.apart);
  }

  /**
   * Puts the elements into the order of their rows, as those read who do not see where they stand. Where text in them is
   * selected they stay, for moving an element ends the selection.
   */
  order(): void {
    const selection = document.getSelection();
    if (selection?.isCollapsed === false && selection.containsNode(this.host, true)) return;
    const slots = this.apart === null ? [...this.slots] : [...this.slots, this.apart];
    slots.sort((a, b) => a.row - b.row);
    let next: Element | null = null;
    for (const { shown } of slots.reverse()) {
      if (shown.element.nextElementSibling !== next) this.host.insertBefore(shown.element, next);
      next = shown.element;
    }
  }

  private put(slot: Slot<S>, row: number, scene: S, current: CurrentRow): void {
    const { shown } = slot;
    const start = (row - this.base) * this.rowHeight;
    if (slot.start !== start) {
      slot.start = start;
      shown.element.style.top = `${start}px`;
    }
    if (slot.row !== row || slot.scene !== scene) {
      if (slot.row < 0) shown.element.hidden = false;
      if (slot.row !== row) shown.element.setAttribute('aria-rowindex', `${row + FIRST_INDEX}`);
      slot.row = row;
      slot.scene = scene;
      shown.show(row, scene);
    }
    mark(slot, row === current.row ? current.id : null);
  }

  private newSlot(): Slot<S> {
    const shown = this.make();
    shown.element.style.height = `${this.rowHeight}px`;
    shown.element.hidden = true;
    this.host.append(shown.element);
    return { shown, row: -1, scene: null, isCurrent: false, start: Number.NaN };
  }
}

function hide<S>(slot: Slot<S>): void {
  if (slot.row < 0) return;
  slot.row = -1;
  slot.shown.element.hidden = true;
  mark(slot, null);
}

/** @param id null for a row that is not the current one: what was named by it may get another element */
function mark<S>(slot: Slot<S>, id: string | null): void {
  const { shown } = slot;
  if (id !== null) shown.element.id = id;
  else if (slot.isCurrent) shown.element.removeAttribute('id');
  if (slot.isCurrent === (id !== null)) return;
  slot.isCurrent = id !== null;
  shown.mark(slot.isCurrent);
}
