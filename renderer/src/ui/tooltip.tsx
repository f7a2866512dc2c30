import type { ReactElement } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components';

export interface TooltipProps {
  readonly text: string;
  /** One focusable React Aria element (Button, Link). */
  readonly children: ReactElement;
}

/** A short explanation on hover and on keyboard focus. Never the only place of something important. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={100}>
      {children}
      <AriaTooltip offset={6} className="max-w-72 rounded bg-text px-2 py-1 text-12 text-page forced-colors:border">
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
