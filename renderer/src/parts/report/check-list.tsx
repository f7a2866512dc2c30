import { CHECK_GROUPS, type Check, type CheckGroup } from '@touchstone/core/verdict/verification-report.ts';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FileText } from '../../ui/file-text.tsx';
import { StatusIcon } from '../../ui/status-mark.tsx';
import { words } from '../../words/parts/verification.ts';
import { CHECK_WORDS, GROUPS } from '../verification/meaning.ts';

export interface CheckListProps {
  readonly checks: readonly Check[];
  /** What groups ask where that is not what they ask of an artifact. */
  readonly asks?: Partial<Readonly<Record<CheckGroup, string>>>;
}

/** All checks in the order in which findings win. What rests on a check that did not hold is greyed, never shown as passed. */
export function CheckList({ checks, asks = {} }: CheckListProps) {
  const [showsValues, setShowsValues] = useState(false);
  return (
    <div className="divide-y divide-line border-y border-line">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 text-muted">
        <p className="flex-1 basis-48 tabular-nums">{countText(checks)}</p>
        <Button size="small" aria-pressed={showsValues} onPress={() => setShowsValues(!showsValues)}>
          {showsValues ? words.checks.hide : words.checks.show}
        </Button>
      </div>
      {CHECK_GROUPS.map((group) => {
        const own = checks.filter((check) => check.group === group);
        if (own.length === 0) return null;
        const passed = own.filter(({ status }) => status === 'passed').length;
        return (
          <div key={group} className="py-3">
            <div className="mb-1 flex flex-wrap items-baseline gap-x-3">
              <h3 className="text-14">{GROUPS[group].title}</h3>
              <p className="min-w-0 flex-1 basis-40 text-14 text-muted">{asks[group] ?? GROUPS[group].asks}</p>
              <p className="text-12 whitespace-nowrap text-muted tabular-nums">
                {words.checks.passedOf(passed, own.length)}
              </p>
            </div>
            <ul>
              {own.map((check) => (
                <CheckRow key={check.id} check={check} showsValues={showsValues} />
              ))}
            </ul>
          </div>
        );
      })}
    </div>
  );
}

function countText(checks: readonly Check[]): string {
  const count = (wanted: Check['status']) => checks.filter(({ status }) => status === wanted).length;
  return words.checks.count(checks.length, count('passed'), count('failed'), count('pending'), count('not_performed'));
}

function CheckRow({ check, showsValues }: { check: Check; showsValues: boolean }) {
  const { word, look } = CHECK_WORDS[check.status];
  const rests = check.restsOn !== undefined;
  const hasValues = check.expected !== undefined || check.found !== undefined;
  return (
    <li
      id={`check-${check.id}`}
      data-check={check.id}
      data-status={check.status}
      className={`grid grid-cols-[20px_1fr] gap-x-3 py-1 hover:bg-sunken sm:grid-cols-[20px_104px_1fr] lg:grid-cols-[20px_104px_1fr_auto] ${rests ? 'text-muted' : ''}`}
    >
      <span className="pt-px">
        <StatusIcon look={rests ? 'skipped' : look} />
      </span>
      <span className={look === 'failed' ? 'font-semibold text-failed' : 'text-muted'}>{word}</span>
      <div className="col-start-2 min-w-0 sm:col-start-3">
        <p className="break-words">
          <FileText text={check.sentence} />
        </p>
        {check.status === 'not_performed' && check.reason !== undefined && (
          <p className="text-muted">
            <FileText text={check.reason} />
          </p>
        )}
        {hasValues && (check.status !== 'passed' || showsValues) && (
          <ExpectedFound expected={check.expected} found={check.found} />
        )}
      </div>
      <code className="col-start-2 text-12 leading-5 text-muted sm:col-start-3 lg:col-start-4">{check.id}</code>
    </li>
  );
}

function ExpectedFound({ expected, found }: { expected: string | undefined; found: string | undefined }) {
  return (
    <dl className="my-1 grid grid-cols-[64px_1fr] gap-x-2 rounded-sm bg-sunken px-2 py-1 text-12 text-text">
      {expected !== undefined && (
        <>
          <dt className="text-muted">{words.checks.expected}</dt>
          <dd className="font-mono break-all">
            <FileText text={expected} />
          </dd>
        </>
      )}
      {found !== undefined && (
        <>
          <dt className="text-muted">{words.checks.found}</dt>
          <dd className="font-mono break-all">
            <FileText text={found} />
          </dd>
        </>
      )}
    </dl>
  );
}
