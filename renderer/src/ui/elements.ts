/** Elements made without React, for what changes too often to be drawn by it: rows while they are scrolled. */
import type { Attributes, Drawing } from './drawing.ts';
import { STATUS_TEXT, type StatusLook, statusDrawing } from './status-mark.tsx';
import { fileTextDrawings } from './suspect-drawing.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** An HTML element with these attributes and children. */
export function elementOf<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[T] {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

function fill(element: Element, attributes: Attributes, children: readonly (Node | string)[]): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
}

/** Changes a text only where it differs: the same text set again is laid out again. */
export function setText(node: Text, text: string): void {
  if (node.data !== text) node.data = text;
}

/** A drawing as elements. */
export function drawnOf([tag, attributes, ...children]: Drawing, isSvg = tag === 'svg'): Element {
  const element = isSvg ? document.createElementNS(SVG, tag) : document.createElement(tag);
  const drawn = children.map((child) => (typeof child === 'string' ? child : drawnOf(child, isSvg || undefined)));
  fill(element, attributes, drawn);
  return element;
}

/** Text that came from a file, on one line, as FileText shows it; where the text stands whole, the row leads to. */
export function fileTextOf(text: string, limit: number): HTMLElement {
  return elementOf('span', {}, ...fileTextDrawings(text, limit).map((drawing) => drawnOf(drawing)));
}

const STATUS_ICONS = new Map<StatusLook, Element>();

/** The small icon of a look within a line of text, with room behind it. */
function statusIconOf(look: StatusLook): Element {
  let icon = STATUS_ICONS.get(look);
  if (icon === undefined) {
    icon = drawnOf(statusDrawing(look, 'small', 'me-1.5 inline align-[-2px]'));
    STATUS_ICONS.set(look, icon);
  }
  return icon.cloneNode(true) as Element;
}

/** Gives an element the colour of a look, and its icon in front of the words; changes them where the look is another. */
export class StatusLine {
  private readonly element: HTMLElement;
  private readonly plainLook: string;
  private look: StatusLook | null = null;
  private icon: Element | null = null;

  /** @param plainLook of the element without a status */
  constructor(element: HTMLElement, plainLook: string) {
    this.element = element;
    this.plainLook = plainLook;
  }

  show(look: StatusLook | null): void {
    if (look === this.look) return;
    this.look = look;
    this.icon?.remove();
    this.icon = look === null ? null : statusIconOf(look);
    if (this.icon !== null) this.element.prepend(this.icon);
    this.element.className = look === null ? this.plainLook : `${this.plainLook} font-semibold ${STATUS_TEXT[look]}`;
  }
}
