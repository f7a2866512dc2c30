import { Download } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { downloadText } from '../../lib/download.ts';
import { formatCount } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { STATUS_TEXT, StatusIcon } from '../../ui/status-mark.tsx';
import { TextField } from '../../ui/text-field.tsx';
import {
  ROW_OUTCOMES,
  type RowOutcome,
  searchOf,
  summarise,
  type View,
  viewFromSearch,
  viewOf,
} from '../../verification/batch.ts';
import { toCsv, toJsonParts } from '../../verification/batch-export.ts';
import { type Look, OUTCOMES } from '../../verification/meaning.ts';
import type { SessionState } from '../../verification/session.ts';
import { BatchTable } from './batch-table.tsx';
import { useVerifySearch } from './search.ts';

const UNJUDGED: Readonly<Record<'ERROR' | 'WAITING' | 'CANCELLED', { word: string; look: Look }>> = {
  ERROR: { word: 'Not verified', look: 'skipped' },
  WAITING: { word: 'Waiting', look: 'skipped' },
  CANCELLED: { word: 'Cancelled', look: 'skipped' },
};

export function outcomeLook(outcome: RowOutcome): Look {
  return outcomeWords(outcome).look;
}

export function outcomeWord(outcome: RowOutcome): string {
  return outcomeWords(outcome).word;
}

function outcomeWords(outcome: RowOutcome): { word: string; look: Look } {
  return outcome === 'ERROR' || outcome === 'WAITING' || outcome === 'CANCELLED'
    ? UNJUDGED[outcome]
    : OUTCOMES[outcome];
}

/** Many files: progress, a summary that says the worst first, filters, the table, exports. */
export function BatchView({ state, onCancel }: { state: SessionState; onCancel: () => void }) {
  const { rows, run, leftOut } = state;
  const { search, setSearch } = useVerifySearch();
  const view = useMemo(
    () => viewFromSearch({ outcome: search.outcome, q: search.q, sort: search.sort }),
    [search.outcome, search.q, search.sort],
  );
  const setView = (changes: Partial<View>) => setSearch(searchOf({ ...view, ...changes }));
  const summary = useMemo(() => summarise(rows), [rows]);
  const deferredView = useDeferredValue(view);
  const shown = useMemo(() => viewOf(rows, deferredView), [rows, deferredView]);
  const toggle = (outcome: RowOutcome) =>
    setView({
      outcomes: view.outcomes.includes(outcome)
        ? view.outcomes.filter((other) => other !== outcome)
        : [...view.outcomes, outcome],
    });
  return (
    <div className="flex flex-col gap-3 print:hidden">
      {run !== null && run.kind === 'first' && (
        <div className="flex items-end gap-3">
          <div className="flex-1">
            <ProgressBar label="Verifying" value={run.finished} max={run.total} />
          </div>
          <Button onPress={onCancel}>Cancel</Button>
        </div>
      )}
      <section
        aria-label="Summary"
        data-testid="summary"
        className="flex flex-wrap items-center gap-x-5 gap-y-2 rounded border border-line bg-surface px-4 py-3"
      >
        {summary.worst !== null && (
          <p className={`flex items-center gap-3 text-lg font-semibold ${STATUS_TEXT[outcomeLook(summary.worst)]}`}>
            <StatusIcon look={outcomeLook(summary.worst)} size="large" />
            <span>
              <span className="block text-xs font-normal text-muted">Worst outcome</span>
              {outcomeWord(summary.worst)}
            </span>
          </p>
        )}
        <p className="text-sm text-muted tabular-nums">
          {formatCount(summary.total)} files{summary.exitCode === null ? '' : `, exit code ${summary.exitCode}`}
          {summary.demo > 0 && `, ${formatCount(summary.demo)} under demo keys`}
          {leftOut > 0 && `, ${formatCount(leftOut)} left out because they are not .json`}
        </p>
        <div className="ms-auto flex flex-wrap gap-2">
          <Button
            size="small"
            icon={<Download aria-hidden size={14} />}
            onPress={() => downloadText('verification.csv', toCsv(shown), 'text/csv;charset=utf-8')}
          >
            Export CSV
          </Button>
          <Button
            size="small"
            icon={<Download aria-hidden size={14} />}
            onPress={() => downloadText('verification.json', toJsonParts(shown).join(''))}
          >
            Export JSON
          </Button>
        </div>
      </section>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <fieldset className="flex flex-wrap gap-1.5">
          <legend className="sr-only">Show only these outcomes</legend>
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
                  className={`inline-flex min-h-(--control) cursor-pointer items-center gap-1.5 rounded border px-2.5 text-[0.8125rem] ${isOn ? 'border-accent bg-accent-soft font-semibold' : 'border-line-strong bg-surface hover:bg-sunken'}`}
                >
                  <StatusIcon look={outcomeLook(outcome)} size="small" />
                  {outcomeWord(outcome)}
                  <span className="tabular-nums text-muted">{formatCount(summary.counts[outcome])}</span>
                </button>
              );
            },
          )}
        </fieldset>
        <div className="ms-auto w-full sm:w-72">
          <TextField label="Find in the list" type="search" value={view.text} onChange={(text) => setView({ text })} />
        </div>
      </div>
      <BatchTable
        rows={shown}
        view={view}
        onSort={(sort) => setView({ sort, descending: view.sort === sort && !view.descending })}
        onOpen={(row) => setSearch({ file: row.id }, 'push')}
      />
      <p className="text-xs text-muted tabular-nums" role="status">
        {shown.length === rows.length
          ? `${formatCount(rows.length)} files`
          : `${formatCount(shown.length)} of ${formatCount(rows.length)} files match the filters`}
      </p>
    </div>
  );
}
