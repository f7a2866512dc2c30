/**
 * What can still be known of a message that is too long to be read: the members at its two ends. Only to tell whoever
 * waits for it; nothing of it is ever forwarded.
 */
import type { LongLine } from './lines.ts';
import { type RpcId, usableId } from './message.ts';

export interface LongMessage {
  /** Null where none was found, or two that differ. */
  readonly id: RpcId | null;
  /** Whether a method was found: then it is a request or a notification, and no answer. */
  readonly hasMethod: boolean;
}

const SCALAR = String.raw`"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null`;
const FIRST_MEMBER = new RegExp(String.raw`^\s*"(\w+)"\s*:\s*(${SCALAR})\s*,`);
/** No word stands after the quote that closes a text, so that this one opens a name, wherever the tail was cut. */
const LAST_MEMBER = new RegExp(String.raw`,\s*"(\w+)"\s*:\s*(${SCALAR})\s*$`);

/** Reads the members before the first and after the last one that is no text, number or word, as far as the ends go. */
export function readEnds({ head, tail }: LongLine): LongMessage {
  const decoder = new TextDecoder();
  const [, first = ''] = /^\s*\{(.*)/s.exec(decoder.decode(head)) ?? [];
  const [, last = ''] = /^(.*)\}\s*$/s.exec(decoder.decode(tail)) ?? [];
  const members = [...membersAt(first, FIRST_MEMBER), ...membersAt(last, LAST_MEMBER)];
  const [id = 'null', ...others] = new Set(members.flatMap(([name, value]) => (name === 'id' ? [value] : [])));
  return { id: others.length > 0 ? null : idIn(id), hasMethod: members.some(([name]) => name === 'method') };
}

/** Name and value of the members that a pattern takes off one end of the text. */
function membersAt(text: string, pattern: RegExp): readonly (readonly [string, string])[] {
  const found: [string, string][] = [];
  let rest = text;
  for (let member = pattern.exec(rest); member !== null; member = pattern.exec(rest)) {
    const [whole, name = '', value = ''] = member;
    found.push([name, value]);
    rest = rest.slice(0, member.index) + rest.slice(member.index + whole.length);
  }
  return found;
}

function idIn(text: string): RpcId | null {
  try {
    return usableId(JSON.parse(text));
  } catch {
    return null;
  }
}
