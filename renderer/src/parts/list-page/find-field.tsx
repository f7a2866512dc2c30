import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Input, SearchField } from 'react-aria-components';

/** The address follows when the person pauses: it is not written at every key. */
const TYPING_PAUSE_MS = 150;

export interface FindFieldProps {
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** A search field whose text lives elsewhere, as in the address, and is handed over when typing pauses. Escape empties it. */
export function FindField({ label, text, onChange }: FindFieldProps) {
  const [typed, setTyped] = useState(text);
  /** What lives elsewhere, and after it what was handed over and has not arrived there yet. */
  const own = useRef<readonly string[]>([text]);
  const change = useRef(onChange);
  change.current = onChange;
  useEffect(() => {
    const place = own.current.lastIndexOf(text);
    own.current = place === -1 ? [text] : own.current.slice(place);
    // The address changed by itself, as when a person goes back. What was typed may arrive while more is typed already.
    if (place === -1) setTyped(text);
  }, [text]);
  useEffect(() => {
    if (typed === own.current.at(-1)) return;
    const timer = setTimeout(() => {
      own.current = [...own.current, typed];
      change.current(typed);
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <SearchField aria-label={label} value={typed} onChange={setTyped} className="relative" autoComplete="off">
      <Search
        aria-hidden
        size={15}
        className="pointer-events-none absolute start-2.5 top-1/2 -translate-y-1/2 text-muted"
      />
      <Input placeholder={label} spellCheck="false" className="field-frame w-full ps-8 pe-2" />
    </SearchField>
  );
}
