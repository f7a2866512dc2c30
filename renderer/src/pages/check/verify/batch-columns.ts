import { formatSize } from '../../../lib/format.ts';
import type { ColumnShape } from '../../../parts/grid/column-heads.tsx';
import { outcomeOf, type Row, type SortKey } from '../../../parts/verification/batch.ts';
import { outcomeLook, outcomeWord } from '../../../parts/verification/outcome-words.ts';
import type { StatusLook } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/check/verify.ts';
import { durationText } from './format.ts';

export interface BatchColumn extends ColumnShape<SortKey> {
  /** On one line; empty where there is nothing to say. */
  readonly text: (row: Row) => string;
  /** Whether the text may come from a file: then what can deceive the eye in it is pointed out. */
  readonly isStated?: boolean;
  /** The icon and colour of the text. */
  readonly status?: (row: Row) => StatusLook;
}

const { columns } = words.batch;
const MONO = 'font-mono text-12';
const NUMBER = 'text-end tabular-nums';

const COLUMNS: Readonly<Record<SortKey, Omit<BatchColumn, 'id'>>> = {
  name: { title: columns.name, width: 166, grows: 2, isVital: true, isStated: true, text: ({ name }) => name },
  outcome: {
    title: columns.outcome,
    width: 170,
    grows: 0,
    isVital: true,
    text: (row) =>
      row.status === 'running' && row.facts === null ? words.batch.verifying : outcomeWord(outcomeOf(row)),
    status: (row) => outcomeLook(outcomeOf(row)),
  },
  code: {
    title: columns.code,
    width: 156,
    grows: 0,
    look: MONO,
    isStated: true,
    text: ({ facts, message }) => facts?.code ?? message ?? '',
  },
  claimed: {
    title: columns.claimed,
    width: 176,
    grows: 0,
    look: MONO,
    isStated: true,
    text: ({ facts }) => facts?.claimedVerdict ?? '',
  },
  subject: {
    title: columns.subject,
    width: 120,
    grows: 1.4,
    isStated: true,
    text: ({ facts }) => facts?.subject ?? '',
  },
  issuer: { title: columns.issuer, width: 112, grows: 1.2, isStated: true, text: ({ facts }) => facts?.issuer ?? '' },
  principal: {
    title: columns.principal,
    width: 140,
    grows: 1.2,
    isStated: true,
    text: ({ facts }) => facts?.principal ?? '',
  },
  cycle: {
    title: columns.cycle,
    width: 100,
    grows: 0,
    look: MONO,
    isStated: true,
    text: ({ facts }) => facts?.cycle ?? '',
  },
  size: { title: columns.size, width: 84, grows: 0, look: NUMBER, text: ({ size }) => formatSize(size) },
  time: {
    title: columns.time,
    width: 76,
    grows: 0,
    look: NUMBER,
    text: ({ facts }) => (facts === null ? '' : durationText(facts.durationMs)),
  },
};

/** Columns by their names. */
export function columnsOf(keys: readonly SortKey[]): readonly BatchColumn[] {
  return keys.map((id) => ({ id, ...COLUMNS[id] }));
}
