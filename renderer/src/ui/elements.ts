/** Elements made without React, for what changes too often to be drawn by it: rows while they are scrolled. */
import { inspectText } from '../lib/text/suspect-text.ts';
import { FILE_TEXT_LOOKS, findingsWords } from './file-text.tsx';
import { STATUS_TEXT } from './status-mark.tsx';
import { STATUS_SHAPES, type StatusLook } from './status-shapes.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** An HTML element with these attributes and children. */
export function elementOf<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[T] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Changes a text only where it differs: the same text set again is laid out again. */
export function setText(node: Text, text: string): void {
  if (node.data !== text) node.data = text;
}

/** An icon of lines, 24 by 24 in its own measure; decorative, so a word must stand beside it. Attributes as SVG names them. */
export function iconOf(
  shapes: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[],
  pixels: number,
  look: string,
): SVGSVGElement {
  const icon = document.createElementNS(SVG, 'svg');
  const frame = {
    'aria-hidden': 'true',
    width: `${pixels}`,
    height: `${pixels}`,
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '2',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    class: look,
  };
  for (const [name, value] of Object.entries(frame)) icon.setAttribute(name, value);
  for (const [tag, attributes] of shapes) {
    const shape = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value);
    icon.append(shape);
  }
  return icon;
}

const STATUS_ICONS = new Map<StatusLook, SVGSVGElement>();

/** The small icon of a look within a line of text, as StatusIcon draws it, with room behind it. */
export function statusIconOf(look: StatusLook): Node {
  let icon = STATUS_ICONS.get(look);
  if (icon === undefined) {
    const shapes = STATUS_SHAPES[look].map(
      ([tag, { strokeDasharray, ...others }]) =>
        [tag, strokeDasharray === undefined ? others : { ...others, 'stroke-dasharray': strokeDasharray }] as const,
    );
    icon = iconOf(shapes, 14, `me-1.5 inline align-[-2px] ${STATUS_TEXT[look]}`);
    STATUS_ICONS.set(look, icon);
  }
  return icon.cloneNode(true);
}

/**
 * Text that came from a file, on one line, as FileText shows it: never markup, with what can deceive the eye pointed out.
 *
 * @param limit characters after which it is cut off; where the text stands whole, the row leads to
 */
export function fileTextOf(text: string, limit: number): HTMLElement {
  const { parts, findings } = inspectText(text.length <= limit ? text : text.slice(0, limit));
  const shown = parts.map((part) => {
    if (part.kind === 'plain') return part.text;
    if (part.kind === 'hidden') {
      return elementOf('mark', { title: part.name, class: FILE_TEXT_LOOKS.hidden }, part.codePoint);
    }
    return elementOf('mark', { title: part.reason, class: FILE_TEXT_LOOKS.lookAlike }, part.text);
  });
  const line = elementOf('span', {}, elementOf('bdi', {}, ...shown, text.length > limit ? '…' : ''));
  if (findings.length > 0) {
    const sign = elementOf('span', { 'aria-hidden': 'true' }, '⚠︎ ');
    line.append(elementOf('span', { class: FILE_TEXT_LOOKS.findings }, sign, findingsWords(findings)));
  }
  return line;
}
