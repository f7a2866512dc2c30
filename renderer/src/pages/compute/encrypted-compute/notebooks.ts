/**
 * What the page holds: the public keys of pairs, and for each key its notebook of steps. It lives as long as the window shows
 * the console, on other pages too; a lock takes all values away and leaves ciphertexts. An object outside of React, which keeps
 * the props of drawings before.
 */
import type { HeldPair, KeyFile } from './fhe-jobs.ts';
import type { KeyItem } from './key-items.ts';
import type { Known } from './known.ts';
import type { ComputeAct } from './search.ts';

export type StepKind = ComputeAct | 'encrypt' | 'load';

/** What the service learned from a step: the values, nothing but ciphertexts, or that the step took place nowhere else. */
export type Seen = 'values' | 'ciphertexts' | 'opened' | 'nothing';

export interface Step {
  /** Counted from 1; a number is never used again. */
  readonly number: number;
  readonly kind: StepKind;
  /** The numbers of the steps whose ciphertexts went in. */
  readonly from: readonly number[];
  /** Of a rotation. */
  readonly slots: number | null;
  /** What came out; null for a decryption. */
  readonly ciphertext: { readonly text: string; readonly known: Known } | null;
  /** Of CKKS, as the service answered it. */
  readonly scale: number | null;
  /** What was encrypted or decrypted; null where there is nothing to show, or a lock has taken it away. */
  readonly values: readonly number[] | null;
  readonly seen: Seen;
}

/** A pair whose public keys are in this page. */
export interface PagePair extends HeldPair {
  /** Base64, as the service takes them; null where the worker uses them and the service is sent none. */
  readonly publicKey: string | null;
  readonly relinKey: string | null;
  /** Whether its file was saved, or it came from one. */
  readonly isSaved: boolean;
  /** Null where it came from a file. */
  readonly madeAt: string | null;
  /** Why keys that a client keeps are not in the worker; null while they are, and for the others. */
  readonly gone: Gone | null;
}

/** `locked` and `stopped`: the worker went with its keys. `not-in-file`: the file held no secret key. */
export type Gone = 'locked' | 'stopped' | 'not-in-file';

/** A key as its notebook uses it. */
export interface NotebookKey {
  readonly item: KeyItem;
  /** Of BFV, where its public keys are in this page. */
  readonly pair: PagePair | null;
}

/** All of it, replaced as a whole with each change. */
export interface Held {
  readonly pairs: ReadonlyMap<string, PagePair>;
  readonly steps: ReadonlyMap<string, readonly Step[]>;
}

const NO_STEPS: readonly Step[] = [];

export class Notebooks {
  private state: Held = { pairs: new Map(), steps: new Map() };
  private readonly next = new Map<string, number>();
  /** What was taken away last, for as long as that can be taken back. */
  private removed: { readonly id: string; readonly step: Step } | null = null;
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): Held => this.state;

  hold(pair: PagePair): void {
    this.publish({ pairs: new Map(this.state.pairs).set(pair.id, pair) });
  }

  /** Takes what a file held. One without the secret key changes nothing where that is here, nor whether it was saved. */
  loaded(pair: PagePair, { secret_key }: Pick<KeyFile, 'secret_key'>): void {
    const isHere = this.state.pairs.get(pair.id)?.hasSecret === true;
    if (secret_key !== undefined || !isHere) this.hold(pair);
  }

  saved(id: string): void {
    const pair = this.state.pairs.get(id);
    if (pair !== undefined) this.hold({ ...pair, isSaved: true });
  }

  /** Forgets a key and its notebook. */
  drop(id: string): void {
    const [pairs, steps] = [new Map(this.state.pairs), new Map(this.state.steps)];
    pairs.delete(id);
    steps.delete(id);
    this.publish({ pairs, steps });
  }

  /** Adds a step to the notebook of a key. */
  add(id: string, made: Omit<Step, 'number'>): Step {
    const number = this.next.get(id) ?? 1;
    this.next.set(id, number + 1);
    const step = { ...made, number };
    this.put(id, [...stepsOf(this.state, id), step]);
    return step;
  }

  /** Takes a step away; one that another came from stays. */
  remove(id: string, number: number): void {
    const steps = stepsOf(this.state, id);
    const step = steps.find((one) => one.number === number);
    if (step === undefined || isUsed(steps, number)) return;
    this.removed = { id, step };
    this.put(
      id,
      steps.filter((one) => one !== step),
    );
  }

  /** Brings the step back to its place that was taken away last. */
  restore(): void {
    if (this.removed === null) return;
    const { id, step } = this.removed;
    this.removed = null;
    this.put(
      id,
      [...stepsOf(this.state, id), step].sort((a, b) => a.number - b.number),
    );
  }

  /** Whether it holds what is nowhere else: keys without a file, or steps. */
  isUnsaved(): boolean {
    const { pairs, steps } = this.state;
    const isUnsavedPair = ({ custody, hasSecret, isSaved }: PagePair) =>
      !isSaved && (custody === 'server' || hasSecret);
    return [...pairs.values()].some(isUnsavedPair) || [...steps.values()].some((all) => all.length > 0);
  }

  /** The worker went with the keys of clients. */
  loseKeys(gone: Gone): void {
    const pairs = [...this.state.pairs].map(
      ([id, pair]) => [id, pair.custody === 'client' ? { ...pair, hasSecret: false, gone } : pair] as const,
    );
    this.publish({ pairs: new Map(pairs) });
  }

  /** A lock: values go, and so does the worker. */
  forgetSecrets(): void {
    const steps = [...this.state.steps].map(
      ([id, all]) => [id, all.map((step) => ({ ...step, values: null }))] as const,
    );
    if (this.removed !== null) this.removed = { ...this.removed, step: { ...this.removed.step, values: null } };
    this.publish({ steps: new Map(steps) });
    this.loseKeys('locked');
  }

  private put(id: string, steps: readonly Step[]): void {
    this.publish({ steps: new Map(this.state.steps).set(id, steps) });
  }

  private publish(changes: Partial<Held>): void {
    this.state = { ...this.state, ...changes };
    for (const listener of this.listeners) listener();
  }
}

/** What the sheets of a notebook take. */
export interface SheetOfKey {
  readonly notebookKey: NotebookKey;
  readonly notebooks: Notebooks;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function stepsOf({ steps }: Pick<Held, 'steps'>, id: string): readonly Step[] {
  return steps.get(id) ?? NO_STEPS;
}

/** The steps whose ciphertexts can be computed with. */
export function withCiphertext(
  steps: readonly Step[],
): readonly (Step & { readonly ciphertext: NonNullable<Step['ciphertext']> })[] {
  return steps.flatMap((step) => (step.ciphertext === null ? [] : [{ ...step, ciphertext: step.ciphertext }]));
}

/** Whether a later step came from this one; then it stays. */
export function isUsed(steps: readonly Step[], number: number): boolean {
  return steps.some(({ from }) => from.includes(number));
}

/** Pairs of clients that are in this page and that the service does not list: made here, or deleted there. */
export function pageItems(pairs: Held['pairs'], listed: readonly KeyItem[]): readonly KeyItem[] {
  return [...pairs.values()]
    .filter(({ id, custody }) => custody === 'client' && !listed.some((item) => item.id === id))
    .map(({ id, profile, fingerprint, isIssued, madeAt }) => ({
      id,
      scheme: 'BFV',
      profile,
      custody: isIssued ? 'client' : 'page',
      isListed: false,
      isOpen: true,
      madeAt,
      expiresAt: null,
      decrypts: null,
      fingerprint,
    }));
}
