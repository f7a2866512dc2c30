import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { useKeptText } from '../../../lib/state/use-kept-text.ts';
import { nextFrame, nextTask } from '../../../lib/work/slices.ts';
import { TextTwin } from '../../../parts/page/text-twin.tsx';
import {
  ROW_OUTCOMES,
  type Row,
  type RowOutcome,
  type SortKey,
  searchOf,
  type View,
  viewFromSearch,
} from '../../../parts/verification/batch.ts';
import { columnChoiceText, readColumnChoice } from '../../../parts/verification/column-choice.ts';
import { outcomeLook, outcomeWord } from '../../../parts/verification/outcome-words.ts';
import { RowOrder } from '../../../parts/verification/row-order.ts';
import type { SessionState } from '../../../parts/verification/session.ts';
import { STATUS_BORDER, STATUS_SOFT, STATUS_TEXT, StatusIcon } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/check/verify.ts';
import { batchLines } from './batch-lines.ts';
import { BatchPrint } from './batch-print.tsx';
import { BatchTable } from './batch-table.tsx';
import { exportVerbs, FindAndColumns } from './batch-tools.tsx';
import { RunLine } from './run-line.tsx';
import { useVerifySearch } from './search.ts';
import { countsWords, headlineOf } from './summary-words.ts';
import { VerifyFrame } from './verify-frame.tsx';

/** Many files: progress, a summary that says the worst first, filters, the table, exports. */
export function BatchView(props: {
  state: SessionState;
  /** The file that a person opened last, to come back to. */
  lastOpened: number | null;
  /** What stands before the summary: how far a folder is read, lent keys. */
  notices: ReactNode;
  onCancel: () => void;
}) {
  const { state, lastOpened, notices, onCancel } = props;
  const { rows, summary, run, ended, leftOut } = state;
  const { search, setSearch } = useVerifySearch();
  const view = useMemo(
    () => viewFromSearch({ outcome: search.outcome, q: search.q, sort: search.sort }),
    [search.outcome, search.q, search.sort],
  );
  const setView = useCallback(
    (changes: Partial<View>) => setSearch(searchOf({ ...view, ...changes })),
    [setSearch, view],
  );
  const setText = useCallback((text: string) => setView({ text }), [setView]);
  const sortBy = useCallback(
    (sort: SortKey) => setView({ sort, descending: view.sort === sort && !view.descending }),
    [setView, view],
  );
  const openFile = useCallback((file: number) => setSearch({ file }, 'push'), [setSearch]);
  const shown = useShownRows(rows, view);
  const [keptColumns, keepColumns] = useKeptText('verify_columns');
  const columns = useMemo(() => readColumnChoice(keptColumns), [keptColumns]);
  const chooseColumns = useCallback(
    (chosen: readonly SortKey[]) => keepColumns(columnChoiceText(chosen)),
    [keepColumns],
  );
  const newest = useRef(rows);
  newest.current = rows;
  const newestRows = useCallback(() => newest.current, []);
  const headline = headlineOf(summary);
  const toggle = (outcome: RowOutcome) =>
    setView({
      outcomes: view.outcomes.includes(outcome)
        ? view.outcomes.filter((other) => other !== outcome)
        : [...view.outcomes, outcome],
    });
  return (
    <VerifyFrame title={words.files(rows.length)} back={state.back} more={exportVerbs(view, newestRows)}>
      <BatchPrint rows={rows} summary={summary} leftOut={leftOut} />
      <div className="flex flex-col gap-4 print:hidden">
        {notices}
        <RunLine run={run} ended={ended} onCancel={onCancel} />
        <TextTwin title={words.print.title} lines={() => batchLines(newestRows(), summary, leftOut)}>
          {(asText) => (
            <section
              aria-label={words.batch.summary}
              data-testid="summary"
              className={`flex flex-wrap items-center gap-x-5 gap-y-2 rounded-md border border-l-8 px-4 py-3 ${headline === null ? 'border-line' : `${STATUS_BORDER[headline.look]} ${STATUS_SOFT[headline.look]}`}`}
            >
              {headline !== null && (
                <p className={`flex items-center gap-3 text-16 font-semibold ${STATUS_TEXT[headline.look]}`}>
                  <StatusIcon look={headline.look} size="large" />
                  <span>
                    <span className="block text-12 font-normal text-muted">{headline.label}</span>
                    {headline.word}
                  </span>
                </p>
              )}
              <p className="text-muted tabular-nums">{countsWords(summary, leftOut)}</p>
              {summary.exitCode !== null && (
                <code className="text-12 text-muted">{words.batch.exitCode(summary.exitCode)}</code>
              )}
              <span className="ms-auto">{asText}</span>
            </section>
          )}
        </TextTwin>
        <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
          <fieldset className="flex flex-wrap gap-1.5">
            <legend className="sr-only">{words.batch.outcomes}</legend>
            {ROW_OUTCOMES.filter((outcome) => summary.counts[outcome] > 0 || view.outcomes.includes(outcome)).map(
              (outcome) => {
                const isOn = view.outcomes.includes(outcome);
                return (
                  <button
                    key={outcome}
                    type="button"
                    aria-pressed={isOn}
                    data-filter={outcome}
                    onClick={() => toggle(outcome)}
                    className={`inline-flex min-h-(--control) cursor-pointer items-center gap-1.5 rounded border px-2.5 text-13 ${isOn ? 'border-accent bg-accent-soft font-semibold' : 'border-line-strong bg-surface hover:bg-sunken'}`}
                  >
                    <StatusIcon look={outcomeLook(outcome)} size="small" />
                    {outcomeWord(outcome)}
                    <span className="tabular-nums text-muted">{formatCount(summary.counts[outcome])}</span>
                  </button>
                );
              },
            )}
          </fieldset>
          <FindAndColumns text={view.text} onText={setText} columns={columns} onColumns={chooseColumns} />
        </div>
        <BatchTable
          rows={shown}
          columns={columns}
          view={view}
          lastOpened={lastOpened}
          onSort={sortBy}
          onOpen={openFile}
        />
        <p className="text-12 text-muted tabular-nums" role="status">
          {shown === null || shown.length === rows.length
            ? words.files(rows.length)
            : words.batch.match(shown.length, rows.length)}
        </p>
      </div>
    </VerifyFrame>
  );
}

/** The rows under these filters, put in order between frames. */
function useShownRows(rows: readonly Row[], view: View): readonly Row[] | null {
  const [order] = useState(() => new RowOrder({ now: () => performance.now(), pause: nextTask, frame: nextFrame }));
  // Before the paint: a short list is in order at once.
  useLayoutEffect(() => order.ask(rows, view), [order, rows, view]);
  return useSyncExternalStore(order.subscribe, order.snapshot);
}
