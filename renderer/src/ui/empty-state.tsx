import type { ReactNode } from 'react';
import { words } from '../words/ui/common.ts';
import { Button } from './button.tsx';
import { EmptyDrawing } from './empty-drawing.tsx';

export interface EmptyStateProps {
  readonly title: string;
  /** One sentence: why it is empty and what fills it. */
  readonly children?: ReactNode;
  /** The primary action first. */
  readonly actions?: ReactNode;
  /** Fills in an example. */
  readonly onSample?: (() => void) | undefined;
  /** What would be here: stands in the drawing, 20 px. */
  readonly icon?: ReactNode;
}

/** In the place of things where there are none: a small drawing, one sentence, what to do, and an example. */
export function EmptyState({ title, children, actions, onSample, icon }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center gap-4 px-4 py-10 text-center">
      <EmptyDrawing>{icon}</EmptyDrawing>
      <div className="space-y-1">
        <div className="text-16 font-semibold">{title}</div>
        {children !== undefined && <div className="text-start text-muted *:[p]:text-center">{children}</div>}
      </div>
      {(actions !== undefined || onSample !== undefined) && (
        <div className="flex flex-wrap justify-center gap-2">
          {actions}
          {onSample !== undefined && (
            <Button variant="quiet" onPress={onSample}>
              {words.trySample}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
