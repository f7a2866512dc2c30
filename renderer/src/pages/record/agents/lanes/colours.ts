/** The colours of the lanes as the page has them now: a canvas does not know the page's own names of colours. */
import { useSyncExternalStore } from 'react';

const NAMES = ['line-strong', 'muted', 'accent', 'surface', 'pending', 'inconclusive', 'failed'] as const;

export type LaneColours = Readonly<Record<(typeof NAMES)[number], string>> & {
  /** The person's own colours hold: shapes alone tell states apart. */
  readonly isForced: boolean;
};

const QUERIES = ['(prefers-color-scheme: dark)', '(forced-colors: active)'];

let known: LaneColours | null = null;

/** Read from the page once, and again when the theme or the person's colours change. */
export function useLaneColours(): LaneColours {
  return useSyncExternalStore(subscribe, current);
}

function current(): LaneColours {
  known ??= read();
  return known;
}

function subscribe(listener: () => void): () => void {
  const changed = () => {
    known = null;
    listener();
  };
  const queries = QUERIES.map((query) => window.matchMedia(query));
  for (const query of queries) query.addEventListener('change', changed);
  // The chosen theme is an attribute of the root.
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => {
    for (const query of queries) query.removeEventListener('change', changed);
    observer.disconnect();
  };
}

function read(): LaneColours {
  const isForced = window.matchMedia('(forced-colors: active)').matches;
  if (isForced) {
    const text = 'CanvasText';
    return {
      'line-strong': text,
      muted: text,
      accent: 'Highlight',
      surface: 'Canvas',
      pending: text,
      inconclusive: text,
      failed: text,
      isForced,
    };
  }
  const colours = Object.fromEntries(NAMES.map((name) => [name, colourOf(name)]));
  return { ...(colours as Record<(typeof NAMES)[number], string>), isForced };
}

/** An element of its own for each: one whose colour changes may still be on its way from the colour before. */
function colourOf(name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
