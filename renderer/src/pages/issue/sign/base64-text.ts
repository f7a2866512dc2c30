/** Pasted base64: white space does not count. */
import { fromBase64 } from '@touchstone/core/bytes.ts';
import { words } from '../../../words/issue/sign.ts';

export function compactBase64(text: string): string {
  return text.replaceAll(/\s/g, '');
}

/** What is wrong with a field that must hold base64; empty where nothing is. */
export function base64Trouble(text: string, what: string): string {
  const compact = compactBase64(text);
  if (compact === '') return words.enter(what);
  return fromBase64(compact) === null ? words.notBase64 : '';
}
