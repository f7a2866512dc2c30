/**
 * Elements as data. What both React and rows that are recycled without it show, such as text from files, is described once and
 * drawn by either: see drawn.ts and elements.ts.
 */

type Tag = 'bdi' | 'circle' | 'mark' | 'path' | 'rect' | 'span' | 'svg';
export type Attributes = Readonly<Record<string, string>>;

/** An element: its tag, its attributes as HTML and SVG name them, and what is in it. */
export type Drawing = readonly [tag: Tag, attributes: Attributes, ...children: (Drawing | string)[]];

/** An icon of lines, 24 by 24 in its own measure; decorative, so a word must stand beside it. */
export function iconDrawing(shapes: readonly Drawing[], pixels: number, look: string): Drawing {
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
  return ['svg', frame, ...shapes];
}
