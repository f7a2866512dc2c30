/** The files of a new artifact: which there are, what is known of each, and which were refused. One is read after the other. */

import type { Pillar } from '@touchstone/core/artifact/artifact.ts';
import { BroughtNames, type NamesFault } from '@touchstone/core/artifact/brought-files.ts';
import type { EvidenceItem } from '@touchstone/core/artifact/evidence-check.ts';
import { compareUtf8 } from '@touchstone/core/bytes.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import type { PickedFile } from '../../../parts/verification/collect.ts';
import type { EvidenceRead } from './evidence-worker.ts';

export type ReadEvidence = (
  file: PickedFile,
  onProgress: (bytes: number) => void,
  signal: AbortSignal,
) => Promise<EvidenceRead>;

export type EvidenceState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'reading'; readonly done: number }
  | EvidenceRead;

export interface EvidenceFile {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  readonly state: EvidenceState;
}

export interface EvidenceSnapshot {
  readonly files: readonly EvidenceFile[];
  /** Why files that were given last are not among them. */
  readonly refused: readonly NamesFault[];
}

/** What the files come to, once all are read. */
export interface Evidence {
  readonly items: readonly EvidenceItem[];
  readonly supplied: Partial<Readonly<Record<Pillar, JsonObject>>>;
}

/** Between two drawings while files are read, milliseconds: a folder may hold thousands of small ones. */
const DRAW_MS = 50;

export class EvidenceList {
  private readonly read: ReadEvidence;
  private readonly listeners = new Set<() => void>();
  private readonly files = new Map<number, EvidenceFile>();
  private waiting: { readonly id: number; readonly picked: PickedFile }[] = [];
  private refused: readonly NamesFault[] = [];
  /** Null where something has changed since it was made. */
  private current: EvidenceSnapshot | null = null;
  private reading: { readonly id: number; readonly controller: AbortController } | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private nextId = 1;

  constructor(read: ReadEvidence) {
    this.read = read;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): EvidenceSnapshot => {
    this.current ??= { files: [...this.files.values()], refused: this.refused };
    return this.current;
  };

  /** Takes files in, in the order of their names, and reads them. One whose name is there already, or one like it, is refused. */
  add(picked: readonly PickedFile[]): void {
    const names = new BroughtNames();
    for (const { name } of this.files.values()) names.add(name);
    const refused: NamesFault[] = [];
    // A file system gives a folder's files in an order of its own.
    for (const each of picked.toSorted((a, b) => compareUtf8(a.name, b.name))) {
      const fault = names.add(each.name);
      if (fault !== null) {
        refused.push(fault);
        continue;
      }
      const id = this.nextId++;
      this.files.set(id, { id, name: each.name, size: each.file.size, state: { kind: 'waiting' } });
      this.waiting.push({ id, picked: each });
    }
    this.refused = refused;
    this.goOn();
    this.publish();
  }

  remove(id: number): void {
    this.keep(({ id: own }) => own !== id);
  }

  /** Ends the reading; files that were not read to their end go. */
  cancel(): void {
    this.keep((file) => isRead(file));
  }

  clear(): void {
    this.keep(() => false);
  }

  private keep(stays: (file: EvidenceFile) => boolean): void {
    for (const file of [...this.files.values()]) if (!stays(file)) this.files.delete(file.id);
    this.waiting = this.waiting.filter(({ id }) => this.files.has(id));
    if (this.reading !== null && !this.files.has(this.reading.id)) this.reading.controller.abort();
    this.refused = [];
    this.publish();
  }

  private goOn(): void {
    if (this.reading !== null) return;
    const next = this.waiting.shift();
    if (next === undefined) return;
    const { id, picked } = next;
    const controller = new AbortController();
    this.reading = { id, controller };
    this.know(id, { kind: 'reading', done: 0 });
    this.read(picked, (done) => this.know(id, { kind: 'reading', done }), controller.signal)
      .catch((): EvidenceRead => ({ kind: 'unreadable' }))
      .then((state) => {
        this.reading = null;
        this.know(id, state);
        this.goOn();
      });
  }

  /** Nothing where the file was removed meanwhile. */
  private know(id: number, state: EvidenceState): void {
    const file = this.files.get(id);
    if (file === undefined) return;
    this.files.set(id, { ...file, state });
    this.current = null;
    this.timer ??= setTimeout(() => this.publish(), DRAW_MS);
  }

  private publish(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.current = null;
    for (const listener of this.listeners) listener();
  }
}

export function isRead({ state }: EvidenceFile): boolean {
  return state.kind !== 'waiting' && state.kind !== 'reading';
}

/** How many bytes of all are read: what a progress bar shows. */
export function progressOf(files: readonly EvidenceFile[]): { readonly done: number; readonly total: number } {
  let done = 0;
  let total = 0;
  for (const file of files) {
    total += file.size;
    if (isRead(file)) done += file.size;
    else if (file.state.kind === 'reading') done += file.state.done;
  }
  return { done, total };
}

/** The items and the supplied attestations of files that are read. */
export function evidenceOf(files: readonly EvidenceFile[]): Evidence {
  const items: EvidenceItem[] = [];
  const supplied: Partial<Record<Pillar, JsonObject>> = {};
  for (const { state } of files) {
    if (state.kind === 'hashed') items.push(state.item);
    if (state.kind === 'bundle') supplied[state.pillar] = state.bundle;
  }
  return { items, supplied };
}

/** Files of a picker: a folder's under their paths in it, as the command line names them. */
export function pickedFiles(list: readonly File[]): readonly PickedFile[] {
  return list.map((file) => ({ name: pathInFolder(file.webkitRelativePath) ?? file.name, file }));
}

/** The path without the folder that was chosen; null for a file that was chosen by itself. */
function pathInFolder(path: string | undefined): string | null {
  return path === undefined || !path.includes('/') ? null : path.slice(path.indexOf('/') + 1);
}

/** What is dropped, in the shape of react-aria's drop items. */
export type Dropped =
  | { readonly kind: 'file'; readonly name: string; getFile(): Promise<File> }
  | { readonly kind: 'directory'; readonly name: string; getEntries(): AsyncIterable<Dropped> }
  | { readonly kind: 'text' };

/** Files and folders that were dropped, folders walked through, under the names that `pickedFiles` gives. */
export async function droppedFiles(items: Iterable<Dropped>): Promise<readonly PickedFile[]> {
  const found: PickedFile[] = [];
  const take = async (item: Dropped, path: string) => {
    if (item.kind === 'file') found.push({ name: `${path}${item.name}`, file: await item.getFile() });
    if (item.kind !== 'directory') return;
    for await (const entry of item.getEntries()) {
      await take(entry, entry.kind === 'directory' ? `${path}${entry.name}/` : path);
    }
  };
  // The folder itself has no part in the names, only those below it.
  for (const item of items) await take(item, '');
  return found;
}
