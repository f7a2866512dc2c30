import type { ReactNode } from 'react';
import { words } from '../words/ui/common.ts';
import { Button } from './button.tsx';
import { StatusIcon } from './status-mark.tsx';

export interface ErrorStateProps {
  readonly title: string;
  /** What happened and what can be done. */
  readonly children: ReactNode;
  readonly onRetry?: () => void;
  /** `failed`: something broke. `offline`: it is out of reach just now, nothing is wrong. */
  readonly kind?: 'failed' | 'offline';
}

export function ErrorState({ title, children, onRetry, kind = 'failed' }: ErrorStateProps) {
  const look = kind === 'failed' ? 'border-failed bg-failed-soft' : 'border-line-strong bg-surface';
  return (
    <div role={kind === 'failed' ? 'alert' : 'status'} className={`space-y-2 rounded border p-4 ${look}`}>
      <div className="flex items-center gap-2 font-semibold">
        <StatusIcon look={kind === 'failed' ? 'failed' : 'skipped'} />
        {title}
      </div>
      <div className="max-w-prose">{children}</div>
      {onRetry !== undefined && (
        <Button size="small" onPress={onRetry}>
          {words.tryAgain}
        </Button>
      )}
    </div>
  );
}
