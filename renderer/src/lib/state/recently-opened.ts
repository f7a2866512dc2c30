/**
 * What was opened in this window last: of each thing its kind, name and address. Kept on the server with the session, as what a
 * window keeps is (decisions 12.26), and gone with it; none of it is shown under another project.
 */
import { useSyncExternalStore } from 'react';
import { useProjectId } from '../session/use-project-id.ts';
import { consoleState } from './live-state.ts';

export interface OpenedThing {
  /** Its kind of object. */
  readonly kind: string;
  readonly title: string;
  readonly to: string;
  readonly search: Readonly<Record<string, string | number | boolean>>;
  readonly projectId: string;
}

/** Older ones are dropped. */
export const MOST_OPENED = 12;
const MOST_TITLE = 200;
const KEY = 'recently_opened';

interface Storage {
  getItem(name: typeof KEY): string | null;
  setItem(name: typeof KEY, text: string): void;
  removeItem(name: typeof KEY): void;
}

/** Reads what was stored; what cannot be read is nothing. */
function readOpened(text: string | null): readonly OpenedThing[] {
  if (text === null) return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter(isOpened).slice(0, MOST_OPENED) : [];
  } catch {
    return [];
  }
}

function isOpened(value: unknown): value is OpenedThing {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, title, to, search, projectId } = value as Record<string, unknown>;
  const areTexts = [kind, title, to, projectId].every((text) => typeof text === 'string');
  if (!areTexts || typeof search !== 'object' || search === null) return false;
  return Object.values(search).every((member) => ['string', 'number', 'boolean'].includes(typeof member));
}

export class RecentlyOpened {
  private readonly storage: Storage;
  private readonly listeners = new Set<() => void>();
  private entries: readonly OpenedThing[];

  constructor(storage: Storage) {
    this.storage = storage;
    this.entries = readOpened(storage.getItem(KEY));
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The newest first. */
  readonly snapshot = (): readonly OpenedThing[] => this.entries;

  /** Puts a thing first, under its present name. */
  keep(thing: OpenedThing): void {
    const kept = { ...thing, title: thing.title.slice(0, MOST_TITLE) };
    this.entries = [kept, ...this.entries.filter((other) => !isSame(other, kept))].slice(0, MOST_OPENED);
    this.storage.setItem(KEY, JSON.stringify(this.entries));
    this.tell();
  }

  /** Reads the list anew: it came from where it is kept. */
  reload(): void {
    this.entries = readOpened(this.storage.getItem(KEY));
    this.tell();
  }

  clear(): void {
    if (this.entries.length === 0) return;
    this.entries = [];
    this.storage.removeItem(KEY);
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

/** Whether two name the same place. */
export function isSame(one: Pick<OpenedThing, 'to' | 'search'>, other: Pick<OpenedThing, 'to' | 'search'>): boolean {
  const names = Object.keys(one.search);
  return (
    one.to === other.to &&
    names.length === Object.keys(other.search).length &&
    names.every((name) => one.search[name] === other.search[name])
  );
}

export const recentlyOpened = new RecentlyOpened(consoleState);
consoleState.onArrival(KEY, () => recentlyOpened.reload());

/** Of the project that this window acts for, the newest first. */
export function useRecentlyOpened(): readonly OpenedThing[] {
  const projectId = useProjectId();
  const all = useSyncExternalStore(recentlyOpened.subscribe, recentlyOpened.snapshot);
  return all.filter((thing) => thing.projectId === projectId);
}
