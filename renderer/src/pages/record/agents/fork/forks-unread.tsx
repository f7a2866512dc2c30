import { useRef } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { words } from '../../../../words/record/agents-session-fork.ts';
import { askForksAgain } from '../data/queries.ts';

export interface ForksUnreadProps {
  /** Why the forks could not be read; null where they could. */
  readonly error: unknown;
}

/** Says within a line that the forks could not be read, which is not the same as that there are none. */
export function ForksUnread({ error }: ForksUnreadProps) {
  const place = useRef<HTMLSpanElement>(null);
  const again = () => {
    // The button is gone as soon as it is asked again; the focus stays where it was.
    place.current?.focus();
    void askForksAgain();
  };
  return (
    <span ref={place} tabIndex={-1} className="outline-none">
      {error !== null && (
        <>
          <span className="text-text">{words.list.unread}</span>
          <Button size="small" onPress={again}>
            {words.list.again}
          </Button>
        </>
      )}
    </span>
  );
}
