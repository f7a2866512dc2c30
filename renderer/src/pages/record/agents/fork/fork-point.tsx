import { useDeferredValue, useMemo, useState } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import { formatCount } from '../../../../lib/format.ts';
import { FileText } from '../../../../ui/file-text.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { words } from '../../../../words/record/agents-session-fork.ts';
import { clockText } from '../data/clock.ts';
import { TROUBLE_WEIGHT } from '../data/row-status.ts';
import type { LoadedSession } from '../data/session-graph.ts';
import { findRows } from './find-rows.ts';

const { create: texts } = words;

/** Receipts that are offered at once; a search narrows them. */
const MOST_SHOWN = 100;

export interface ForkPointProps {
  readonly root: LoadedSession;
  /** The row of the chosen receipt. */
  readonly row: number;
  readonly onChange: (row: number) => void;
}

/** Chooses the first receipt that is decided anew: by place, by words, or among those that failed. */
export function ForkPoint({ root: { columns, count }, row, onChange }: ForkPointProps) {
  const [text, setText] = useState('');
  const needle = useDeferredValue(text.trim());
  const { rows, more } = useMemo(
    () =>
      findRows(
        {
          count,
          textsAt: (at) => [columns.idAt(at), columns.actionAt(at), columns.summaryAt(at)],
          isTrouble: (at) => columns.statusAt(at).weight >= TROUBLE_WEIGHT,
        },
        needle,
        MOST_SHOWN,
      ),
    [columns, count, needle],
  );
  const shown = rows.includes(row) ? rows : [row, ...rows];
  return (
    <div className="space-y-2">
      <TextField label={texts.find} type="search" value={text} onChange={setText} description={texts.findHint} />
      <ListBox
        aria-label={texts.where}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[String(row)]}
        onSelectionChange={(keys) => {
          const chosen = keys === 'all' ? undefined : [...keys][0];
          if (chosen !== undefined) onChange(Number(chosen));
        }}
        className="max-h-60 overflow-y-auto rounded border border-line bg-surface p-1"
      >
        {shown.map((at) => {
          const { word, look } = columns.statusAt(at);
          return (
            <ListBoxItem
              key={at}
              id={String(at)}
              textValue={`${at + 1} ${columns.actionAt(at)}`}
              className="flex cursor-default items-baseline gap-x-3 rounded px-2 py-1 text-13 data-focus-visible:outline-2 data-focus-visible:-outline-offset-2 data-focus-visible:outline-accent data-hovered:bg-sunken data-selected:bg-accent-soft data-selected:font-medium forced-colors:data-selected:outline-2 forced-colors:data-selected:-outline-offset-2"
            >
              {({ isSelected }) => (
                <>
                  <span className="w-4 shrink-0">{isSelected ? '✓' : ''}</span>
                  <span className="min-w-10 shrink-0 text-end text-muted tabular-nums">{formatCount(at + 1)}</span>
                  <span className="min-w-0 flex-1">
                    <span className="flex flex-wrap items-baseline gap-x-3">
                      <FileText text={columns.actionAt(at)} isMono limit={80} />
                      {look !== null && <StatusMark look={look} label={word} size="small" />}
                    </span>
                    <span className="block text-muted">
                      <span className="tabular-nums">{clockText(columns.time[at] ?? Number.NaN)}</span>{' '}
                      <FileText text={columns.summaryAt(at)} limit={100} />
                    </span>
                  </span>
                </>
              )}
            </ListBoxItem>
          );
        })}
      </ListBox>
      <p role="status" className="text-13 text-muted">
        {rows.length === 0 ? texts.noMatch : more ? texts.firstOnes(rows.length) : `${texts.matches(rows.length)}.`}
      </p>
    </div>
  );
}
