/**
 * What a form holds while it is filled in, and what is wrong with it. The values bear the names of the contract's members,
 * which `X-Error-Field` names too: a refusal finds its field by that name, and no sentence is read for it.
 */
import { ApiFailure } from '@touchstone/core/api/client.ts';
import type { Endpoint, InputOf } from '@touchstone/core/api/endpoint.ts';
import { type Dispatch, type FormEvent, type SetStateAction, useState } from 'react';
import { IDLE, type WorkState } from '../work/use-work.ts';
import { errorField } from './error-field.ts';

type KeysOf<T> = T extends unknown ? keyof T & string : never;
type MemberOf<E extends Endpoint> = KeysOf<InputOf<E>[keyof InputOf<E>]>;

/**
 * The values of a form for an operation: its members, or paths into them such as `signatures.layer1`. `Own` are values that
 * are not sent under their name. To be used with `satisfies`, so that a member which the contract renames is noticed.
 */
export type DraftOf<E extends Endpoint, Own extends string = never> = {
  readonly [K in MemberOf<E> | `${MemberOf<E>}.${string}` | Own]?: unknown;
};

/** What `useState` answers: the form's own, or that of a page whose other parts fill the form in too. */
export type DraftState<V> = readonly [V, Dispatch<SetStateAction<V>>];

/** Sentences by the names of fields; an empty one says that nothing is wrong. */
export type FieldErrors<F extends string> = Partial<Readonly<Record<F, string>>>;

type FieldOf<V> = keyof V & string;

export interface DraftOptions<F extends string> {
  /** The field that names something which the server has to know: NOT_FOUND is about it. */
  readonly naming?: F;
  /** What is said at fields that the server refuses, where its own sentence would not do. */
  readonly refusals?: FieldErrors<F>;
  /** Called with every change, as to take back an outcome that is about what was entered before. */
  readonly onChange?: () => void;
}

export interface Draft<V> {
  readonly values: V;
  /** What an input takes: the value, its change, and the sentence about what is wrong. */
  readonly field: <F extends FieldOf<V>>(
    name: F,
  ) => { readonly value: V[F]; readonly onChange: (value: V[F]) => void; readonly error: string };
  /** The sentence at a field; empty where nothing is wrong with it. */
  readonly errorAt: (name: FieldOf<V>) => string;
  /** Changes values. What was wrong with them is then out of date, and so is what was wrong with the fields of `about`. */
  readonly change: (changes: Partial<V>, about?: readonly FieldOf<V>[]) => void;
  /** Replaces all values and forgets what was wrong. */
  readonly fill: (values: V) => void;
  /** Takes over what the page found wrong; true where that is nothing, so that the request may be sent. */
  readonly check: (found: FieldErrors<FieldOf<V>>) => boolean;
  /** The form's `onSubmit`. Where something is wrong afterwards, the focus goes to the first field that is. */
  readonly submit: (send: () => unknown) => (event: FormEvent) => void;
}

/**
 * A form's values with what is wrong with them: found by the page before it asks, or by the server, whose refusal is part
 * of `state`; a form that asks nothing has none. Nothing is lost where a request fails.
 */
export function useDraft<V extends object>(
  [values, setValues]: DraftState<V>,
  state: WorkState = IDLE,
  { naming, refusals, onChange }: DraftOptions<FieldOf<V>> = {},
): Draft<V> {
  type F = FieldOf<V>;
  const [found, setFound] = useState<FieldErrors<F>>({});
  const [changed, setChanged] = useState<readonly string[]>([]);
  const refusal = state.status === 'failed' && state.error instanceof ApiFailure ? state.error : null;
  const refused = refusal?.code === 'NOT_FOUND' ? naming : errorField(refusal, Object.keys(values));
  const errorAt = (name: F): string => {
    const own = found[name] ?? '';
    if (own !== '' || refusal === null || name !== refused || changed.includes(name)) return own;
    return refusals?.[name] ?? refusal.message;
  };
  const change = (changes: Partial<V>, about: readonly F[] = []) => {
    const outdated: readonly string[] = [...Object.keys(changes), ...about];
    setValues((before) => ({ ...before, ...changes }));
    setFound((before) => withoutMembers(before, outdated));
    setChanged((before) => [...before, ...outdated]);
    onChange?.();
  };
  const check = (sentences: FieldErrors<F>): boolean => {
    setFound(sentences);
    setChanged([]);
    return Object.values(sentences).every((sentence) => sentence === '');
  };
  return {
    values,
    field: (name) => ({
      value: values[name],
      onChange: (value) => change({ [name]: value } as unknown as Partial<V>),
      error: errorAt(name),
    }),
    errorAt,
    change,
    fill(replaced) {
      setValues(replaced);
      check({});
    },
    check,
    submit: (send) => async (event) => {
      event.preventDefault();
      const form = event.currentTarget;
      const { activeElement } = document;
      await send();
      // The sentences are drawn by then.
      setTimeout(() => focusFirstWrong(form, activeElement));
    },
  };
}

/** The person may be elsewhere by then, as in another field that they fill in meanwhile: the focus stays there. */
function focusFirstWrong(form: Element, focusedBefore: Element | null): void {
  const { activeElement } = document;
  if (activeElement !== focusedBefore && activeElement !== document.body) return;
  form.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] button')?.focus();
}

function withoutMembers<T extends object>(record: T, names: readonly string[]): T {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name))) as T;
}
