import { createElement, type ReactNode } from 'react';
import type { Attributes, Drawing } from './drawing.ts';

/** A drawing as elements of React. */
export function drawn(drawing: Drawing | string): ReactNode {
  if (typeof drawing === 'string') return drawing;
  const [tag, attributes, ...children] = drawing;
  return createElement(tag, propsOf(attributes), ...children.map(drawn));
}

function propsOf(attributes: Attributes): Record<string, string> {
  const named = ([name, value]: [string, string]) => [PROPS[name] ?? name, value];
  return Object.fromEntries(Object.entries(attributes).map(named));
}

/** Attributes that React names otherwise. */
const PROPS: Attributes = {
  class: 'className',
  'stroke-width': 'strokeWidth',
  'stroke-linecap': 'strokeLinecap',
  'stroke-linejoin': 'strokeLinejoin',
  'stroke-dasharray': 'strokeDasharray',
};
