/**
 * What is open on the Verify page: the files, their outcomes, the one whose details are shown. It lives as long as the
 * window, so that results stay when a person visits another page, and verifies again when the trust store changes.
 */

import { MAX_BUNDLE_BYTES, SESSION_BUNDLE_EXTENSION } from '@touchstone/core/agent/bundle.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import type { OwnKeySet } from '@touchstone/core/keys/own-service.ts';
import { EMPTY_TRUST_STORE, type TrustStore } from '@touchstone/core/keys/trust.ts';
import { MAX_FILE_BYTES } from '@touchstone/core/strict-json.ts';
import { inSlices } from '../../lib/work/slices.ts';
import { words } from '../../words/parts/verifier.ts';
import { type Row, type Summary, Tally } from './batch.ts';
import type { Collected, PickedFile } from './collect.ts';
import { looksLikeKeySet } from './key-set-peek.ts';
import type { FileResult, FullResult, Progress } from './messages.ts';
import type { PoolAnswer, PoolTask } from './pool.ts';

export interface FoundKeySet {
  readonly name: string;
  readonly keySet: KeySet;
}

/** What a person gave as that which a receipt was made for, or a signature over. */
export interface GivenPayload {
  readonly blob: Blob;
  /** Of the file, or what else it is called. */
  readonly name: string;
  /** As it was typed; null where it came as a file. */
  readonly text: string | null;
}

export type Detail =
  | { readonly id: number; readonly status: 'loading'; readonly full: null; readonly message: null }
  | {
      readonly id: number;
      readonly status: 'ready';
      readonly full: FullResult;
      readonly message: null;
      /** The payload that this result speaks of. */
      readonly payload: GivenPayload | null;
    }
  | { readonly id: number; readonly status: 'error'; readonly full: null; readonly message: string };

/** Of a new batch, or again after a change of the trust store. */
export type RunKind = 'first' | 'again';

/** A run that is over. */
export interface EndedRun {
  readonly kind: RunKind;
  readonly isCancelled: boolean;
  /** Milliseconds. */
  readonly took: number;
}

export interface SessionState {
  readonly rows: readonly Row[];
  /** Counts over `rows`. */
  readonly summary: Summary;
  /** Key sets found among the files: they are not verified but compared and imported. */
  readonly keySets: readonly FoundKeySet[];
  readonly leftOut: number;
  /** The run that is going on. */
  readonly run: { readonly kind: RunKind; readonly total: number; readonly finished: number } | null;
  /** The last one over these files, while none is going on; null where none of them could be read. */
  readonly ended: EndedRun | null;
  readonly detail: Detail | null;
  /** The payload that is being checked: until its answer is there, `detail` speaks of the one before. */
  readonly checking: GivenPayload | null;
  /** How many files are being looked into before they are shown; null where none are. */
  readonly reading: number | null;
  /** How far the one file is that takes long; null where nothing is known. */
  readonly progress: Progress | null;
  /** Counts the times that files were opened, for effects that belong to one opening. */
  readonly opening: number;
  /** What the opened examples lend to their own verification, in no trust store; null for all other files. */
  readonly lent: TrustStore | null;
  /** The page that opened the files; null where they were given on the Verify page itself. */
  readonly back: WayBack | null;
}

/** A page of the console to go back to. */
export interface WayBack {
  /** What it shows: "session ags_…". */
  readonly title: string;
  /** Its address in this window, from `#` on. */
  readonly href: string;
}

const NOTHING: SessionState = {
  rows: [],
  summary: new Tally().summary(),
  keySets: [],
  leftOut: 0,
  run: null,
  ended: null,
  detail: null,
  checking: null,
  reading: null,
  progress: null,
  opening: 0,
  lent: null,
  back: null,
};

/** Between two looks at a running batch, milliseconds: often enough to feel alive, seldom enough to stay smooth. */
function lookInterval(rows: number): number {
  if (rows < 1000) return 150;
  return rows < 20_000 ? 500 : 1000;
}

/**
 * Files that are handed to the runner ahead of their turn. Handing over a hundred thousand at once would hold up the
 * page; this many keep every worker busy, and a file that a person opens meanwhile comes soon.
 */
const AHEAD = 32;

/** Files dropped on a result are looked at first when they are few and small, as key sets are. */
const MAX_PEEK_FILES = 8;
const MAX_PEEK_BYTES = 1024 * 1024;

export interface VerificationRunner {
  run(task: PoolTask, signal?: AbortSignal): Promise<PoolAnswer>;
  setTrust(trust: TrustStore, own: readonly OwnKeySet[]): void;
}

export class VerificationSession {
  private readonly runner: VerificationRunner;
  private readonly listeners = new Set<() => void>();
  /** By their rows' ids. */
  private files: readonly PickedFile[] = [];
  /** Payloads that a person gave for receipts and signatures. */
  private readonly payloads = new Map<number, GivenPayload>();
  /** Large files whose tree a person asked for: they are loaded whole whenever they are judged again. */
  private readonly wholes = new Set<number>();
  private rows: Row[] = [];
  private tally = new Tally();
  /** Rows that turned out to be key sets: they leave the table, for they have no outcome. */
  private readonly keySetIds = new Set<number>();
  private state: SessionState = NOTHING;
  private trust: TrustStore = EMPTY_TRUST_STORE;
  private own: readonly OwnKeySet[] = [];
  /** Of the run that is going on, or the last one. */
  private abort = new AbortController();
  /** When that run started, milliseconds since the page did. */
  private startedAt = 0;
  /** Of the files that were given last: those that were given before them, and are not shown yet, are dropped. */
  private opening = new AbortController();
  /** The last detail that was asked for. */
  private newest: PoolTask | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  /** Changes that the next look will show. */
  private pending: Partial<SessionState> = {};

  constructor(runner: VerificationRunner) {
    this.runner = runner;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): SessionState => this.state;

  /**
   * Opens files in place of what was open, and verifies them. Key sets that are dropped on a result stand beside it
   * instead: they are what it was waiting for. Answers which of the two happened; neither where other files were opened
   * or everything was closed meanwhile. What examples lend counts until other files take their place.
   */
  async open(
    collected: Collected,
    lent: TrustStore | null = null,
    back: WayBack | null = null,
  ): Promise<'replaced' | 'added' | 'superseded'> {
    this.opening.abort();
    this.opening = new AbortController();
    const { signal } = this.opening;
    this.publish({ reading: collected.files.length });
    if (this.rows.length > 0 && (await this.addKeySets(collected, signal))) return 'added';
    return (await this.replace(collected, { lent, back }, signal)) ? 'replaced' : 'superseded';
  }

  /** The files that are open, to open them again later. */
  picked(): readonly PickedFile[] {
    return this.files;
  }

  /** Looks at a few small files first; adds them where all are key sets, else leaves everything as it is. */
  private async addKeySets({ files }: Collected, signal: AbortSignal): Promise<boolean> {
    if (files.length > MAX_PEEK_FILES || files.some(({ file }) => file.size > MAX_PEEK_BYTES)) return false;
    const looks = await Promise.all(files.map(({ file }) => looksLikeKeySet(file)));
    if (signal.aborted || looks.includes(false)) return false;
    const answers = await Promise.all(
      files.map(({ file, name }) => this.runner.run({ file, name, full: false }, signal)),
    );
    const found = answers.flatMap((answer, index) => {
      if (answer.status !== 'done' || answer.result.kind !== 'key_set') return [];
      return [{ name: files[index]?.name ?? '', keySet: answer.result.keySet }];
    });
    if (signal.aborted || found.length < files.length) return false;
    for (const { name, keySet } of found) this.addKeySet(name, keySet);
    this.publish({ reading: null });
    return true;
  }

  private addKeySet(name: string, keySet: KeySet): void {
    const isKnown = this.state.keySets.some((found) => found.keySet.fingerprint === keySet.fingerprint);
    if (!isKnown) this.publish({ keySets: [...this.state.keySets, { name, keySet }] });
  }

  /** Whether it came to that: nothing happens where the signal aborts before the files are shown. */
  private async replace(
    { files, leftOut }: Collected,
    context: Pick<SessionState, 'lent' | 'back'>,
    signal: AbortSignal,
  ): Promise<boolean> {
    const rows: Row[] = [];
    const tally = new Tally();
    const queued: number[] = [];
    const add = (id: number) => {
      const picked = files[id];
      if (picked === undefined) return;
      const row = newRow(id, picked);
      rows.push(row);
      tally.add(row);
      if (row.status === 'queued') queued.push(id);
    };
    await inSlices(files.length, add, signal);
    if (signal.aborted) return false;
    this.stop();
    this.files = files;
    this.payloads.clear();
    this.wholes.clear();
    this.keySetIds.clear();
    this.rows = rows;
    this.tally = tally;
    this.publish({ ...NOTHING, leftOut, opening: this.state.opening + 1, ...context });
    this.start('first', queued);
    return true;
  }

  /** Stops what is running. What is done stays; what is not is marked as cancelled. */
  async cancel(): Promise<void> {
    const { run } = this.state;
    const ended = run === null ? this.state.ended : this.endedRun(run.kind, true);
    this.stop();
    const { signal } = this.abort;
    const mark = (id: number) => {
      const row = this.rows[id];
      if (row?.status !== 'queued' && row?.status !== 'running') return;
      this.put({ ...row, status: row.facts === null ? 'cancelled' : 'done' });
    };
    await inSlices(this.rows.length, mark, signal);
    if (signal.aborted) return;
    // What was being loaded is loaded again when it is opened.
    this.publish({
      run: null,
      ended,
      checking: null,
      ...(this.state.detail?.status === 'loading' ? { detail: null } : {}),
    });
  }

  private put(row: Row): void {
    const before = this.rows[row.id];
    this.rows[row.id] = row;
    if (before === undefined || this.keySetIds.has(row.id)) return;
    this.tally.remove(before);
    this.tally.add(row);
  }

  clear(): void {
    this.opening.abort();
    this.stop();
    this.files = [];
    this.payloads.clear();
    this.wholes.clear();
    this.keySetIds.clear();
    this.rows = [];
    this.tally = new Tally();
    this.publish({ ...NOTHING, opening: this.state.opening + 1 });
  }

  /** Judges opened examples once more, by the trust store alone. */
  giveBackLent(): void {
    if (this.state.lent === null) return;
    this.publish({ lent: null });
    this.judgeAgain();
  }

  /** Judges by this trust store and the sets of the own service from now on, and everything that is open once more. */
  setTrust(trust: TrustStore, own: readonly OwnKeySet[] = []): void {
    if (JSON.stringify([trust, own]) === JSON.stringify([this.trust, this.own])) return;
    this.trust = trust;
    this.own = own;
    this.runner.setTrust(trust, own);
    this.judgeAgain();
  }

  private judgeAgain(): void {
    const again = this.rows.filter(({ status }) => status !== 'error' && status !== 'cancelled').map(({ id }) => id);
    if (again.length === 0) return;
    this.stop();
    this.start(this.state.run?.kind ?? 'again', again);
  }

  /** Loads the whole result of one file; the page shows it when it is there. */
  showDetail(id: number): void {
    const { detail } = this.state;
    const status = this.rows[id]?.status;
    if (status === 'error' || status === 'cancelled') return;
    if (detail?.id === id && detail.status !== 'error') return;
    if (this.rows.length === 1 && this.state.run !== null) return;
    void this.loadDetail(id);
  }

  /** Judges a receipt or signature against the payload that it was made for, also when it is verified again; null takes that back. */
  givePayload(id: number, payload: GivenPayload | null): void {
    if (payload === null) this.payloads.delete(id);
    else this.payloads.set(id, payload);
    this.publish({ checking: payload });
    void this.loadDetail(id);
  }

  /** Loads a large file whole, for its tree. */
  showWhole(id: number): void {
    this.wholes.add(id);
    void this.loadDetail(id);
  }

  private async loadDetail(id: number): Promise<void> {
    const task = this.taskOf(id, true);
    if (task === null) return;
    const payload = this.payloads.get(id) ?? null;
    const { detail } = this.state;
    // A result that is shown stays until the newer one is there.
    if (detail?.id !== id || detail.status !== 'ready') {
      this.publish({ detail: { id, status: 'loading', full: null, message: null } });
    }
    const { signal } = this.abort;
    this.newest = task;
    const answer = await this.runner.run(task, signal);
    // Where a person was faster than the verifier, only the last answer counts.
    if (signal.aborted || this.newest !== task) return;
    this.settle(id, answer);
    this.publish({ detail: detailOf(id, answer, payload), checking: null });
  }

  private taskOf(id: number, full: boolean): PoolTask | null {
    const picked = this.files[id];
    if (picked === undefined) return null;
    const { lent } = this.state;
    const payload = this.payloads.get(id)?.blob ?? null;
    return { file: picked.file, name: picked.name, full, payload, whole: full && this.wholes.has(id), lent };
  }

  private stop(): void {
    this.abort.abort();
    this.abort = new AbortController();
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.pending = {};
  }

  private endedRun(kind: RunKind, isCancelled: boolean): EndedRun {
    return { kind, isCancelled, took: performance.now() - this.startedAt };
  }

  private start(kind: RunKind, ids: readonly number[]): void {
    if (ids.length === 0) {
      this.publish({ run: null });
      return;
    }
    const { signal } = this.abort;
    const opened = this.state.detail?.id;
    let finished = 0;
    this.startedAt = performance.now();
    this.publish({ run: { kind, total: ids.length, finished }, ended: null });
    let handed = 0;
    const handOver = (): void => {
      while (handed < ids.length && handed - finished < AHEAD) {
        const id = ids[handed++];
        if (id !== undefined) verify(id);
      }
    };
    const verify = (id: number): void => {
      const full = this.rows.length === 1 || (id === opened && id === this.state.detail?.id);
      const task = this.taskOf(id, full);
      if (task === null) throw new TypeError('internal: a row without its file');
      const payload = this.payloads.get(id) ?? null;
      if (full) this.newest = task;
      const onProgress = (progress: Progress) => {
        if (!signal.aborted && this.rows.length === 1) this.publishSoon({ progress });
      };
      void this.runner.run({ ...task, onStart: () => this.begin(id), onProgress }, signal).then((answer) => {
        if (signal.aborted) return;
        finished++;
        const isLast = finished === ids.length;
        this.settle(id, answer);
        const changes: Partial<SessionState> = {
          run: isLast ? null : { kind, total: ids.length, finished },
          ...(isLast ? { progress: null, ended: this.endedRun(kind, false) } : {}),
          // Unless a person asked for another detail since, or gave another payload.
          ...(full && this.newest === task ? { detail: detailOf(id, answer, payload), checking: null } : {}),
        };
        if (isLast || full) this.publish(changes);
        else this.publishSoon(changes);
        handOver();
      });
    };
    handOver();
  }

  private begin(id: number): void {
    const row = this.rows[id];
    if (row?.status === 'queued') this.put({ ...row, status: 'running' });
  }

  private settle(id: number, answer: PoolAnswer): void {
    const row = this.rows[id];
    if (row === undefined) return;
    if (answer.status === 'cancelled') this.put({ ...row, status: 'cancelled' });
    else if (answer.status === 'error') this.put({ ...failedRow(row), message: answer.message });
    else this.put(judgedRow(row, answer.result));
    if (answer.status === 'done' && answer.result.kind === 'key_set') {
      const judged = this.rows[id];
      if (judged !== undefined && !this.keySetIds.has(id)) this.tally.remove(judged);
      this.keySetIds.add(id);
      this.addKeySet(row.name, answer.result.keySet);
    }
  }

  private publishSoon(changes: Partial<SessionState>): void {
    this.pending = { ...this.pending, ...changes };
    this.timer ??= setTimeout(() => this.publish({}), lookInterval(this.rows.length));
  }

  private publish(changes: Partial<SessionState>): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.state = {
      ...this.state,
      ...this.pending,
      ...changes,
      rows: this.keySetIds.size === 0 ? this.rows.slice() : this.rows.filter(({ id }) => !this.keySetIds.has(id)),
      summary: this.tally.summary(),
    };
    this.pending = {};
    for (const listener of this.listeners) listener();
  }
}

function newRow(id: number, { name, file }: PickedFile): Row {
  const { size } = file;
  const most = name.endsWith(SESSION_BUNDLE_EXTENSION) ? MAX_BUNDLE_BYTES : MAX_FILE_BYTES;
  const isTooLarge = size > most;
  return {
    id,
    name,
    size,
    status: isTooLarge ? 'error' : 'queued',
    facts: null,
    message: isTooLarge ? words.tooLarge(size, most) : null,
    packedReport: null,
  };
}

function failedRow(row: Row): Row {
  return { ...row, status: 'error', facts: null, packedReport: null };
}

function judgedRow(row: Row, result: FileResult): Row {
  switch (result.kind) {
    case 'judged':
      return { ...row, status: 'done', facts: result.row, packedReport: result.packedReport, message: null };
    case 'key_set':
      return { ...row, status: 'done', facts: null, packedReport: null, message: null };
    case 'broken_key_set':
      return { ...failedRow(row), message: brokenKeySet(result) };
  }
}

function brokenKeySet({ field, message }: Extract<FileResult, { kind: 'broken_key_set' }>): string {
  return words.keySet(field, message);
}

function detailOf(id: number, answer: PoolAnswer, payload: GivenPayload | null): Detail | null {
  if (answer.status === 'cancelled') return null;
  if (answer.status === 'error') return { id, status: 'error', full: null, message: answer.message };
  const { result } = answer;
  if (result.kind === 'key_set') return null;
  if (result.kind === 'broken_key_set') return { id, status: 'error', full: null, message: brokenKeySet(result) };
  if (result.full === null) throw new TypeError('internal: a detail was asked for without the full result');
  return { id, status: 'ready', full: result.full, message: null, payload };
}
