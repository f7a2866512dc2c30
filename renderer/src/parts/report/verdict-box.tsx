import type { ReactNode } from 'react';
import { STATUS_BORDER, STATUS_SOFT, type StatusLook, StatusMark } from '../../ui/status-mark.tsx';

export interface VerdictBoxProps {
  readonly look: StatusLook;
  /** The verdict in a word or two. */
  readonly word: string;
  /** One sentence: what it means. */
  readonly children: ReactNode;
  /** What can be done, as buttons. */
  readonly actions?: ReactNode;
}

/** A verdict before everything else: word, icon, shape and colour, then what it means, then what can be done. */
export function VerdictBox({ look, word, children, actions }: VerdictBoxProps) {
  return (
    <div
      role="status"
      data-verdict={look}
      className={`space-y-2 rounded border border-l-8 px-4 py-3 ${STATUS_BORDER[look]} ${STATUS_SOFT[look]}`}
    >
      <StatusMark look={look} size="large" label={word} />
      <div className="max-w-prose">{children}</div>
      {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
