import { Button } from 'react-aria-components';
import { Tooltip } from './tooltip.tsx';

export interface EmbeddedBadgeProps {
  /** `embedded`, `software`. */
  readonly word?: string;
  /** What the real thing would be, in a sentence. */
  readonly children: string;
}

/** A quiet mark on what stands for something else; its tooltip says what the real thing would be (console.md, rule 11). */
export function EmbeddedBadge({ word = 'embedded', children }: EmbeddedBadgeProps) {
  return (
    <Tooltip text={children}>
      <Button className="inline-flex min-h-6 self-center cursor-help items-center rounded border border-line-strong bg-sunken px-1.5 text-12 font-medium whitespace-nowrap text-muted">
        {word}
      </Button>
    </Tooltip>
  );
}
