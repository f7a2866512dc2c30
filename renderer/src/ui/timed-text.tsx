import { Fragment } from 'react';
import { TimeText } from './time-text.tsx';

const TIME = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)/;

/** A sentence of the server in which times are written for programs: they are shown as everywhere else. */
export function TimedText({ text }: { readonly text: string }) {
  // What was split at stands at the odd places.
  return text.split(TIME).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move
    <Fragment key={index}>{index % 2 === 1 ? <TimeText value={part} /> : part}</Fragment>
  ));
}
