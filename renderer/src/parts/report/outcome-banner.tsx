import { notChecked } from '@touchstone/core/verdict/outcome-words.ts';
import type { ReactNode } from 'react';
import { AgoText } from '../../ui/ago-text.tsx';
import { Badge } from '../../ui/badge.tsx';
import { FileText } from '../../ui/file-text.tsx';
import { STATUS_BORDER, STATUS_SOFT, STATUS_TEXT, StatusIcon } from '../../ui/status-mark.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { words } from '../../words/parts/verification.ts';
import { TextTwin } from '../page/text-twin.tsx';
import { meaningOf, OUTCOMES } from '../verification/meaning.ts';
import type { AnyReport } from '../verification/messages.ts';
import { reportLines, type StatedBy } from './report-lines.ts';
import { isTimeSigned } from './signed-time.ts';

const { banner, text } = words;

export interface OutcomeBannerProps {
  readonly report: AnyReport;
  /** Who signed, and when, as the file states them. */
  readonly stated?: StatedBy;
  /** What can be done here and now, as buttons. */
  readonly actions?: ReactNode;
}

/** The outcome before everything else: word, icon, shape and colour, one sentence, its code, who signed when, its meaning, what can be done. */
export function OutcomeBanner({ report, stated, actions }: OutcomeBannerProps) {
  return (
    <TextTwin title={text.title(report.file.name)} lines={() => reportLines(report, stated)}>
      {(asText) => <Banner report={report} stated={stated} actions={actions} asText={asText} />}
    </TextTwin>
  );
}

interface BannerProps {
  readonly report: AnyReport;
  readonly stated: StatedBy | undefined;
  readonly actions: ReactNode;
  readonly asText: ReactNode;
}

function Banner({ report, stated, actions, asText }: BannerProps) {
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
        <span className="flex">
          <StatusIcon look={look} size="large" />
        </span>
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
            {demo && <Badge tone="accent">{banner.demo}</Badge>}
            {trustSource === 'own_service' && <Badge tone="accent">{banner.own}</Badge>}
            <span className="ms-auto">{asText}</span>
          </div>
          <p className="mt-1 text-16">{sentence}</p>
          {open.length > 0 && <p className="mt-1">{banner.notChecked(open.join(', '))}</p>}
          {trust.notes.map((note) => (
            <p key={note} className="mt-1">
              {banner.note(note)}
            </p>
          ))}
          {demo && <p className="mt-1 text-muted">{banner.demoText}</p>}
        </div>
        {outcome !== 'INPUT_ERROR' && <SignedBy report={report} stated={stated} />}
      </div>
      <dl className="grid gap-x-8 gap-y-3 border-t border-line bg-surface px-4 py-3 sm:grid-cols-2 sm:px-5 min-[1700px]:grid-cols-[minmax(0,44rem)_1fr]">
        <div>
          <dt className="font-medium text-muted">{banner.means}</dt>
          <dd className="mt-0.5 max-w-prose">{means}</dd>
        </div>
        <div>
          <dt className="font-medium text-muted">{banner.canBeDone}</dt>
          <dd className="mt-0.5 max-w-prose">{canBeDone}</dd>
          {actions !== undefined && <dd className="mt-2 flex flex-wrap gap-2 print:hidden">{actions}</dd>}
        </div>
      </dl>
    </section>
  );
}

/** Who signed and when. Only under VERIFIED is the signer known; otherwise it is what the file says of itself. */
function SignedBy({ report, stated }: Pick<BannerProps, 'report' | 'stated'>) {
  const [signer] = report.trust.key_sets;
  const isKnown = report.outcome === 'VERIFIED' && signer !== undefined;
  const time = stated?.time ?? null;
  return (
    <dl
      data-testid="signed-by"
      className="grid min-w-0 max-w-4xl basis-full grid-cols-2 gap-x-8 gap-y-3 pt-2 sm:ps-12 sm:grid-cols-3"
    >
      {isKnown ? (
        <Fact name={banner.signedBy}>
          <FileText text={signer.issuer} limit={100} />
          <span className="block text-13 font-normal text-muted">
            {banner.keySet(<FileText text={signer.keyset_id} limit={100} />, signer.edition)}
            {` · ${banner.held[signer.held]}`}
          </span>
        </Fact>
      ) : (
        stated !== undefined && (
          <Fact name={banner.statedSigner}>
            {stated.signer === null ? banner.unknown : <FileText text={stated.signer} limit={100} />}
          </Fact>
        )
      )}
      {stated !== undefined && (
        <Fact name={isTimeSigned(report) ? banner.signedAt : banner.statedTime}>
          {time === null ? banner.unknown : <TimeText value={time} />}
        </Fact>
      )}
      <Fact name={banner.verifiedAt}>
        <AgoText value={report.verified_at} now={Date.now()} />
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-12 text-muted">{name}</dt>
      <dd className="mt-0.5 font-medium">{children}</dd>
    </div>
  );
}
