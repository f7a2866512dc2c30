import type { ReactNode } from 'react';
import { STATUS_BORDER, STATUS_SOFT, type StatusLook, StatusMark } from '../../ui/status-mark.tsx';
import type { TextLines } from '../page/text-lines.ts';
import { TextTwin } from '../page/text-twin.tsx';

export interface VerdictBoxProps {
  readonly look: StatusLook;
  /** The verdict in a word or two. */
  readonly word: string;
  /** One sentence: what it means. */
  readonly children: ReactNode;
  /** What can be done, as buttons. */
  readonly actions?: ReactNode;
  /** What was found, as text: of what, and the lines below the verdict. */
  readonly text?: { readonly title: string; readonly lines: () => TextLines };
}

/** A verdict before everything else: word, icon, shape and colour, then what it means, then what can be done. */
export function VerdictBox({ text, ...shown }: VerdictBoxProps) {
  if (text === undefined) return <Box {...shown} asText={null} />;
  return (
    <TextTwin title={text.title} lines={() => [shown.word, ...text.lines()]}>
      {(asText) => <Box {...shown} asText={asText} />}
    </TextTwin>
  );
}

type BoxProps = Omit<VerdictBoxProps, 'text'> & { readonly asText: ReactNode };

function Box({ look, word, children, actions, asText }: BoxProps) {
  return (
    <div
      className={`flex items-start gap-2 rounded border border-l-8 px-4 py-3 ${STATUS_BORDER[look]} ${STATUS_SOFT[look]}`}
    >
      <div role="status" data-verdict={look} className="min-w-0 flex-1 space-y-2">
        <StatusMark look={look} size="large" label={word} />
        <div className="max-w-prose">{children}</div>
        {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {asText}
    </div>
  );
}
