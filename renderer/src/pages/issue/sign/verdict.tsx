import type { TextLines } from '../../../parts/page/text-lines.ts';
import { TextTwin } from '../../../parts/page/text-twin.tsx';
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
  readonly children: string;
  readonly layers?: readonly JudgedLayer[];
}

/** A verdict of the server: the whole first, then each layer, judged by itself. */
export function Verdict(props: VerdictProps) {
  const { isValid, children, layers = [] } = props;
  const look = isValid ? 'verified' : 'failed';
  return (
    <TextTwin title={words.verdict.title} lines={() => verdictLines(props)}>
      {(asText) => (
        <div
          role="status"
          data-verdict={isValid ? 'valid' : 'invalid'}
          className={`rounded border border-l-8 ${STATUS_BORDER[look]}`}
        >
          <div className={`flex items-start gap-2 px-4 py-3 ${STATUS_SOFT[look]}`}>
            <div className="min-w-0 flex-1">
              <StatusMark look={look} size="large" label={verdictWord(isValid)} />
              <p className="mt-1 max-w-prose">{children}</p>
            </div>
            {asText}
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
                  <span className={holds ? 'font-medium' : 'font-semibold text-failed'}>{verdictWord(holds)}</span>
                  <span className="col-start-2 min-w-0 sm:col-start-3">
                    <span className="font-medium">{name}</span> <span className="text-muted">{detail}</span>
                  </span>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </TextTwin>
  );
}

function verdictWord(isValid: boolean): string {
  return isValid ? words.verdict.valid : words.verdict.invalid;
}

/** The verdict as text: the whole, what it means, then each layer. */
export function verdictLines({ isValid, children, layers = [] }: VerdictProps): TextLines {
  return [
    verdictWord(isValid),
    children,
    ...layers.map(({ name, detail, isValid: holds }) => `${name}: ${verdictWord(holds)}. ${detail}`.trim()),
  ];
}
