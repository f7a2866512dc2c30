import { AlignLeft } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { ALT_KEY } from '../../lib/text/platform-keys.ts';
import { Button } from '../../ui/button.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { FileText } from '../../ui/file-text.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { words } from '../../words/parts/page.ts';
import { firstLines, plainTextOf, type TextLines } from './text-lines.ts';

const { twin } = words;
/** Nobody reads more on a screen; the copy holds them all. */
const MOST_LINES = 2_000;

export interface TextTwinProps {
  /** What the picture shows, for example "Latest blocks of Ethereum". It may come from a file. */
  readonly title: string;
  /** What it says. Asked for when the text is opened. */
  readonly lines: () => TextLines;
  /** The picture, with the button in its place. */
  readonly children: (asText: ReactNode) => ReactNode;
}

/**
 * A picture that can be read: its button, or Alt+F1, opens what it says as text to read, hear and copy. The keys mean the picture
 * that has the focus, elsewhere the first of the page, or of the dialog on it; when the text closes, the focus is in the picture.
 */
export function TextTwin({ title, lines, children }: TextTwinProps) {
  const picture = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [shown, setShown] = useState<TextLines | null>(null);
  const listen = useEffectEvent((event: KeyboardEvent) => {
    if (!isTwinKey(event) || pictureFor(event.target) !== picture.current) return;
    event.preventDefault();
    // The focus returns to where it was when the text was opened.
    if (!picture.current?.contains(document.activeElement)) button.current?.focus();
    setShown(lines());
  });
  useEffect(() => {
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <div ref={picture} data-text-twin className="min-w-0">
      {children(
        <Button
          ref={button}
          size="small"
          variant="quiet"
          className="screen-only text-muted"
          icon={<AlignLeft aria-hidden size={14} />}
          aria-label={twin.name(title)}
          aria-haspopup="dialog"
          onPress={() => setShown(lines())}
        >
          {twin.verb}
        </Button>,
      )}
      <TextSheet title={title} lines={shown} onClose={() => setShown(null)} />
    </div>
  );
}

function isTwinKey({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return key === 'F1' && altKey && !ctrlKey && !metaKey && !shiftKey;
}

/** The picture that is meant where the focus is; null where there is none. */
function pictureFor(target: EventTarget | null): Element | null {
  const around = target instanceof Element ? target.closest('[data-text-twin]') : null;
  if (around !== null) return around;
  // Of what lies on top: a dialog over a dialog, else the page.
  const top =
    [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) ?? document.querySelector('main');
  const all = [...(top?.querySelectorAll('[data-text-twin]') ?? [])];
  return all.find((candidate) => candidate.checkVisibility()) ?? null;
}

interface TextSheetProps {
  readonly title: string;
  /** Null while it is closed. */
  readonly lines: TextLines | null;
  readonly onClose: () => void;
}

function TextSheet({ title, lines, onClose }: TextSheetProps) {
  const text = useMemo(() => (lines === null ? '' : plainTextOf(title, lines)), [title, lines]);
  return (
    <Sheet
      title={title}
      note={twin.note(`${ALT_KEY}+F1`)}
      size="wide"
      isOpen={lines !== null}
      onClose={onClose}
      footer={<CopyText value={text} label={twin.copied} withText />}
    >
      {lines !== null && <ReadLines title={title} lines={lines} />}
    </Sheet>
  );
}

function ReadLines({ title, lines }: { readonly title: string; readonly lines: TextLines }) {
  const { shown, left } = firstLines(lines, MOST_LINES);
  return (
    <section
      aria-label={title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      className="text-13"
    >
      <Lines lines={shown} />
      {left > 0 && <p className="mt-3 text-muted">{twin.cut(MOST_LINES, left)}</p>}
    </section>
  );
}

function Lines({ lines }: { readonly lines: TextLines }) {
  return (
    <ul className="list-disc space-y-1 ps-5">
      {lines.map((line, place) => {
        const { text, lines: inner = [] } = typeof line === 'string' ? { text: line } : line;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are those of one moment
          <li key={place}>
            <FileText text={text} />
            {inner.length > 0 && (
              <div className="mt-1">
                <Lines lines={inner} />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
