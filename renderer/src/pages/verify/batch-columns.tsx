import type { ReactNode } from 'react';
import { formatSize } from '../../lib/format.ts';
import { FileText, isPlainLine } from '../../ui/file-text.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { outcomeOf, type Row, type SortKey } from '../../verification/batch.ts';
import { durationText } from './format.ts';
import { outcomeLook, outcomeWord } from './outcome-words.ts';

export interface Column {
  readonly title: string;
  /** Least width, pixels. */
  readonly width: number;
  /** Share of the room that is left over; 0 keeps the least width. */
  readonly grows: number;
  readonly look?: string;
  readonly cell: (row: Row) => ReactNode;
}

/** A longer text is cut here and shown whole in the file's own result. */
const CELL_LENGTH = 120;

/** Text from a file on one line. Plain text costs no element of its own: a table draws hundreds of these while it scrolls. */
function stated(text: string | null | undefined): ReactNode {
  if (text === null || text === undefined) return '';
  const shown = text.length > CELL_LENGTH ? `${text.slice(0, CELL_LENGTH)}…` : text;
  return isPlainLine(shown) ? shown : <FileText text={shown} isLine />;
}

const MONO = 'font-mono text-xs';
const NUMBER = 'text-end tabular-nums';

export const COLUMNS: Readonly<Record<SortKey, Column>> = {
  name: { title: 'File', width: 140, grows: 2, cell: ({ name }) => stated(name) },
  outcome: {
    title: 'Outcome',
    width: 190,
    grows: 0,
    look: 'flex items-center',
    cell: (row) => {
      const outcome = outcomeOf(row);
      const word = row.status === 'running' && row.facts === null ? 'Verifying' : outcomeWord(outcome);
      return <StatusMark size="small" look={outcomeLook(outcome)} label={word} />;
    },
  },
  code: {
    title: 'Code',
    width: 176,
    grows: 0,
    look: MONO,
    cell: ({ facts, message }) => facts?.code ?? stated(message),
  },
  claimed: {
    title: 'Stated verdict',
    width: 176,
    grows: 0,
    look: MONO,
    cell: ({ facts }) => stated(facts?.claimedVerdict),
  },
  subject: { title: 'Subject', width: 140, grows: 1.4, cell: ({ facts }) => stated(facts?.subject) },
  issuer: { title: 'Issuer', width: 140, grows: 1.2, cell: ({ facts }) => stated(facts?.issuer) },
  principal: { title: 'Principal', width: 140, grows: 1.2, cell: ({ facts }) => stated(facts?.principal) },
  cycle: { title: 'Cycle', width: 112, grows: 0, look: MONO, cell: ({ facts }) => stated(facts?.cycle) },
  size: { title: 'Size', width: 84, grows: 0, look: NUMBER, cell: ({ size }) => formatSize(size) },
  time: {
    title: 'Time',
    width: 76,
    grows: 0,
    look: NUMBER,
    cell: ({ facts }) => (facts === null ? '' : durationText(facts.durationMs)),
  },
};

/** The grid's template for these columns, and the width under which it scrolls sideways. */
export function templateOf(keys: readonly SortKey[]): { readonly columns: string; readonly minWidth: string } {
  const columns = keys.map((key) => COLUMNS[key]);
  return {
    columns: columns
      .map(({ width, grows }) => (grows === 0 ? `${width}px` : `minmax(${width}px, ${grows}fr)`))
      .join(' '),
    minWidth: `${columns.reduce((sum, { width }) => sum + width, 0)}px`,
  };
}
