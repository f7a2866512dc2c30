import { useEffect, useRef, useState } from 'react';
import { type PolicyPlace, placeWords } from './stored-policies.ts';

/** The form of a policy is opened at its card, or by the button that sets a new one. */
type Opener = PolicyPlace | 'new';

/** What a button that opens a form carries as `data-opens`. */
export function openerName(opener: Opener): string {
  return opener === 'new' ? opener : placeWords(opener);
}

/**
 * When a form is closed, the focus returns to what opened it. That button may be drawn only after the form is gone, so
 * it is looked for then; where it is gone too, the first one that opens a form takes its place.
 */
export function useReturnedFocus() {
  const place = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<Opener | null>(null);
  useEffect(() => {
    if (wanted === null) return;
    setWanted(null);
    const openers = Array.from(place.current?.querySelectorAll<HTMLElement>('[data-opens]') ?? []);
    (openers.find(({ dataset }) => dataset.opens === openerName(wanted)) ?? openers[0])?.focus();
  }, [wanted]);
  return { place, returnTo: setWanted };
}
