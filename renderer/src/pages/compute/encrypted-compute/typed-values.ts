/** Numbers as people enter them into the slots of a ciphertext: held against the range before anything is encrypted. */
import { PARAMETERS, type ParameterId, SLOTS } from '@touchstone/core/fhe/params.ts';
import { type NumberList, numberList } from '../../../lib/text/number-list.ts';

export type TypedValues =
  | { readonly ok: true; readonly values: readonly number[] }
  | Extract<NumberList, { readonly ok: false }>
  | { readonly ok: false; readonly reason: 'none' | 'too-many' }
  /** Counted from 1. */
  | { readonly ok: false; readonly reason: 'no-number' | 'out-of-range'; readonly at: number; readonly text: string };

const INTEGER = /^[+-]?\d{1,15}$/;
const DECIMAL = /^[+-]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})(?:e[+-]?\d{1,2})?$/i;

/** Separated by blanks, commas, semicolons or lines. BFV takes integers, CKKS decimals too. */
export function readValues(typed: string, parameters: ParameterId): TypedValues {
  const form = PARAMETERS[parameters].scheme === 'BFV' ? INTEGER : DECIMAL;
  const list = numberList(typed, form === DECIMAL);
  if (!list.ok) return list;
  const { parts } = list;
  if (parts.length === 0) return { ok: false, reason: 'none' };
  if (parts.length > SLOTS) return { ok: false, reason: 'too-many' };
  const { range } = PARAMETERS[parameters];
  const values: number[] = [];
  for (const [index, text] of parts.entries()) {
    const plain = text.replace('−', '-');
    const value = Number(plain);
    if (!form.test(plain)) return { ok: false, reason: 'no-number', at: index + 1, text };
    if (Math.abs(value) > range) return { ok: false, reason: 'out-of-range', at: index + 1, text };
    // No negative zero: JSON would not keep it.
    values.push(value === 0 ? 0 : value);
  }
  return { ok: true, values };
}

/** A whole number of slots, either way; null for anything else. */
export function readSteps(typed: string): number | null {
  const plain = typed.trim().replace('−', '-');
  const steps = Number(plain);
  return INTEGER.test(plain) && Math.abs(steps) < SLOTS && steps !== 0 ? steps : null;
}
