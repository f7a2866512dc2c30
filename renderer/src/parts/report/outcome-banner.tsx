import { notChecked } from '@touchstone/core/verdict/outcome-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { STATUS_BORDER, STATUS_SOFT, STATUS_TEXT, StatusIcon } from '../../ui/status-mark.tsx';
import { meaningOf, OUTCOMES } from '../verification/meaning.ts';
import type { AnyReport } from '../verification/messages.ts';

/** The outcome before everything else: word, icon, shape and colour, one sentence, its code, its meaning, what can be done. */
export function OutcomeBanner(props: {
  report: AnyReport;
  /** What can be done here and now, as buttons. */
  actions?: React.ReactNode;
}) {
  const { report, actions } = props;
  const { outcome, sentence, demo, kind, trust_source: trustSource, trust } = report;
  const code = report.code ?? null;
  const { word, look } = OUTCOMES[outcome];
  const { means, canBeDone } = meaningOf(outcome, code, kind);
  const open = outcome === 'VERIFIED' ? notChecked(report) : [];
  return (
    <section
      aria-labelledby="outcome-word"
      className={`overflow-hidden rounded-md border border-l-8 ${STATUS_BORDER[look]} ${STATUS_SOFT[look]}`}
      data-outcome={outcome}
    >
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2 p-4 sm:p-5">
        <StatusIcon look={look} size="large" />
        <div className="min-w-0 flex-1 basis-64">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 id="outcome-word" className={`text-28 leading-tight font-semibold ${STATUS_TEXT[look]}`}>
              {word}
            </h2>
            <code
              className="rounded-sm border border-line-strong bg-surface px-2 py-0.5 font-mono text-12 text-text"
              data-testid="code"
            >
              {code ?? outcome}
            </code>
            {demo && <Badge tone="accent">demo keys</Badge>}
            {trustSource === 'own_service' && <Badge tone="accent">own service</Badge>}
          </div>
          <p className="mt-1 text-16 text-text">{sentence}</p>
          {open.length > 0 && <p className="mt-1 text-14 text-text">Not checked: {open.join(', ')}.</p>}
          {trust.notes.map((note) => (
            <p key={note} className="mt-1 text-14 text-text">
              {note}.
            </p>
          ))}
          {demo && (
            <p className="mt-1 text-14 text-muted">
              The keys behind this result are example keys. In real use you pin the key set of your issuer.
            </p>
          )}
        </div>
      </div>
      <dl className="grid gap-x-6 gap-y-3 border-t border-line bg-surface px-4 py-3 text-14 sm:grid-cols-2 sm:px-5">
        <div>
          <dt className="font-medium text-muted">What it means</dt>
          <dd className="mt-0.5">{means}</dd>
        </div>
        <div>
          <dt className="font-medium text-muted">What can be done</dt>
          <dd className="mt-0.5">{canBeDone}</dd>
          {actions !== undefined && <dd className="mt-2 flex flex-wrap gap-2 print:hidden">{actions}</dd>}
        </div>
      </dl>
    </section>
  );
}
