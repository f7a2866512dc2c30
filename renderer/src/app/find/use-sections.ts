import { useNavigate } from '@tanstack/react-router';
import { FileJson, Import, Keyboard, Monitor, Moon, Printer, RefreshCw, Rows3, Rows4, Sun } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useFilter } from 'react-aria-components';
import { queryClient } from '../../lib/query.ts';
import { bridge } from '../../lib/shell/live-bridge.ts';
import { setPreferences, THEMES, type Theme } from '../../lib/state/preferences.ts';
import { isSame, type OpenedThing, useRecentlyOpened } from '../../lib/state/recently-opened.ts';
import { printPage } from '../../parts/download/download.ts';
import type { PageVerb } from '../../parts/navigation/page-verb.ts';
import { OBJECTS, type ObjectKind } from '../../parts/objects/object-tile.tsx';
import { type Example, loadExamples } from '../../parts/verification/examples.ts';
import { openInVerify } from '../../parts/verification/open-in-verify.ts';
import { words } from '../../words/app/palette.ts';
import { words as preferenceWords } from '../../words/parts/preferences.ts';
import { PAGES } from '../pages.tsx';
import { type Entry, type EntrySection, matching } from './entry.ts';
import { type FoundItem, lookOf, type Place, placeOf } from './found.ts';
import { loadVerbs } from './load-verbs.ts';
import type { FoundObjects } from './use-found.ts';

const THEME_ICONS = { light: Sun, dark: Moon, system: Monitor } as const satisfies Record<Theme, unknown>;

/** How many recent things are shown at once. */
const MOST_RECENT = 6;

export interface SectionsNeeds {
  readonly typed: string;
  readonly found: FoundObjects;
  readonly onHelp: () => void;
}

/** What the palette offers for what was typed: recent things first, then pages, actions, objects of the server, examples. */
export function useSections({ typed, found, onHelp }: SectionsNeeds): readonly EntrySection[] {
  const filter = useFilter({ sensitivity: 'base' });
  const navigate = useNavigate();
  const { examples, verbs } = useLoaded();
  const go = ({ to, search }: Place) => void navigate({ to, search });
  const opened = useRecentlyOpened();
  const recent = matching(
    opened.map((thing) => recentEntry(thing, go)),
    typed,
    filter,
  ).slice(0, MOST_RECENT);
  const shown = opened.filter((thing) => recent.some(({ id }) => id === recentId(thing)));
  const objects = found.items.filter((item) => !shown.some((thing) => isSame(thing, placeOf(item))));
  const { sections } = words;
  return [
    { id: 'recent', title: sections.recent, entries: recent },
    { id: 'pages', title: sections.pages, entries: matching(pageEntries(go), typed, filter) },
    {
      id: 'actions',
      title: sections.actions,
      entries: matching([...verbs.map((verb) => verbEntry(verb, go)), ...generalEntries(onHelp)], typed, filter),
    },
    { id: 'objects', title: sections.objects, entries: objects.map((item) => objectEntry(item, go)) },
    {
      id: 'examples',
      title: sections.examples,
      entries: matching(
        examples.map((example) => exampleEntry(example, () => navigate({ to: '/verify', search: {} }))),
        typed,
        filter,
      ),
    },
  ].filter(({ entries }) => entries.length > 0);
}

/** Loaded when the palette opens. Without them it still has its pages and actions. */
function useLoaded(): { readonly examples: readonly Example[]; readonly verbs: readonly PageVerb[] } {
  const [examples, setExamples] = useState<readonly Example[]>([]);
  const [verbs, setVerbs] = useState<readonly PageVerb[]>([]);
  useEffect(() => {
    loadExamples().then(setExamples, () => undefined);
    loadVerbs().then(setVerbs, () => undefined);
  }, []);
  return { examples, verbs };
}

type Go = (place: Place) => void;

function recentId({ to, search }: OpenedThing): string {
  return `recent:${to} ${JSON.stringify(search)}`;
}

function recentEntry(thing: OpenedThing, go: Go): Entry {
  const page = PAGES.find(({ path }) => thing.to.startsWith(path));
  return {
    id: recentId(thing),
    title: thing.title,
    ...(page === undefined ? {} : { detail: page.title }),
    sign: isKind(thing.kind) ? { object: thing.kind } : { icon: page?.icon ?? FileJson },
    run: () => go(thing),
  };
}

function isKind(kind: string): kind is ObjectKind {
  return Object.hasOwn(OBJECTS, kind);
}

function pageEntries(go: Go): readonly Entry[] {
  return PAGES.map(({ path, title, purpose, icon }) => ({
    id: path,
    title,
    detail: purpose,
    sign: { icon },
    run: () => go({ to: path, search: {} }),
  }));
}

function verbEntry({ title, also, to, search }: PageVerb, go: Go): Entry {
  const page = PAGES.find(({ path }) => path === to);
  return {
    id: `verb:${to} ${title}`,
    title,
    ...(also === undefined ? {} : { also }),
    ...(page === undefined ? {} : { detail: page.title }),
    sign: { icon: page?.icon ?? Import },
    run: () => go({ to, search }),
  };
}

function generalEntries(onHelp: () => void): readonly Entry[] {
  const { actions } = words;
  return [
    {
      id: 'print',
      title: bridge.capabilities.printToPdf ? actions.savePdf : actions.print,
      detail: actions.printDetail,
      sign: { icon: Printer },
      // The palette leaves the page before it is printed.
      run: () => void setTimeout(() => void printPage('touchstone.pdf'), 300),
    },
    ...THEMES.map((theme) => ({
      id: `theme:${theme}`,
      title: actions.theme(preferenceWords.themes[theme]),
      sign: { icon: THEME_ICONS[theme] },
      run: () => setPreferences({ theme }),
    })),
    {
      id: 'comfortable',
      title: actions.comfortable,
      sign: { icon: Rows3 },
      run: () => setPreferences({ density: 'comfortable' }),
    },
    { id: 'compact', title: actions.compact, sign: { icon: Rows4 }, run: () => setPreferences({ density: 'compact' }) },
    {
      id: 'reload',
      title: actions.reload,
      detail: actions.reloadDetail,
      sign: { icon: RefreshCw },
      run: () => void queryClient.invalidateQueries(),
    },
    { id: 'help', title: actions.shortcuts, sign: { icon: Keyboard }, run: onHelp },
  ];
}

function objectEntry(item: FoundItem, go: Go): Entry {
  const kind = words.kinds[item.kind];
  const title = item.kind === 'block' ? words.blockTitle(item.id, item.within ?? '') : (item.name ?? item.id);
  return {
    id: `object:${item.kind} ${item.within} ${item.id}`,
    title,
    detail: title === item.id || item.name === item.id ? kind : `${kind} ${item.id}`,
    sign: { object: lookOf(item) },
    run: () => go(placeOf(item)),
  };
}

function exampleEntry(example: Example, goToVerify: () => Promise<void>): Entry {
  return {
    id: `example:${example.file}`,
    title: example.title,
    detail: example.file,
    sign: { icon: FileJson },
    run: () => void openExample(example, goToVerify),
  };
}

async function openExample(example: Example, goToVerify: () => Promise<void>): Promise<void> {
  const name = example.file.split('/').at(-1) ?? example.file;
  await openInVerify([{ name, file: new File([example.text], name, { type: 'application/json' }) }], goToVerify);
}
