import type { ReactNode } from 'react';
import { STATUS_BORDER, STATUS_SOFT, StatusIcon, StatusMark } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/issue/sign.ts';

export interface JudgedLayer {
  readonly id: string;
  /** The algorithm that was judged, or what there is instead. */
  readonly name: string;
  readonly detail: string;
  readonly isValid: boolean;
}

export interface VerdictProps {
  readonly isValid: boolean;
  /** One sentence: what the verdict means. */
  readonly children: ReactNode;
  readonly layers?: readonly JudgedLayer[];
}

/** A verdict of the server: the whole first, then each layer, judged by itself. */
export function Verdict({ isValid, children, layers = [] }: VerdictProps) {
  const look = isValid ? 'verified' : 'failed';
  return (
    <div
      role="status"
      data-verdict={isValid ? 'valid' : 'invalid'}
      className={`rounded border border-l-8 ${STATUS_BORDER[look]}`}
    >
      <div className={`px-4 py-3 ${STATUS_SOFT[look]}`}>
        <StatusMark look={look} size="large" label={isValid ? words.verdict.valid : words.verdict.invalid} />
        <p className="mt-1 max-w-prose">{children}</p>
      </div>
      {layers.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {layers.map(({ id, name, detail, isValid: holds }) => (
            <li
              key={id}
              data-layer={id}
              data-valid={holds}
              className="grid grid-cols-[20px_1fr] gap-x-3 px-4 py-1.5 sm:grid-cols-[20px_96px_1fr]"
            >
              <span className="pt-px">
                <StatusIcon look={holds ? 'verified' : 'failed'} />
              </span>
              <span className={holds ? 'font-medium' : 'font-semibold text-failed'}>
                {holds ? words.verdict.valid : words.verdict.invalid}
              </span>
              <span className="col-start-2 min-w-0 sm:col-start-3">
                <span className="font-medium">{name}</span> <span className="text-muted">{detail}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
