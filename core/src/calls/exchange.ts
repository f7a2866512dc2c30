/** Whether the participants of a call have completed their key exchange, as far as its messages show. */
import type { JsonValue } from '../canonical-json.ts';
import { keyName } from './agreement.ts';
import { readKeyMessage } from './key-message.ts';

export interface ExchangeMessage {
  /** null where the sender did not say who it is. */
  readonly from: string | null;
  readonly to: string;
  readonly payload: JsonValue;
}

export interface Exchange {
  /** SHA3-256 of the newest key of everybody who said one, by name, in hex. */
  readonly keys: ReadonlyMap<string, string>;
  /** Two or more have said a key, and each has encapsulated to the newest key of each other one. */
  readonly isComplete: boolean;
}

/** Messages in their order; what is no message of the exchange is passed over. */
export function judgeExchange(messages: readonly ExchangeMessage[]): Exchange {
  const keys = new Map<string, string>();
  const sent = new Set<string>();
  for (const { from, to, payload } of messages) {
    const message = from === null ? null : readKeyMessage(payload);
    if (message === null || from === null) continue;
    if (message.type === 'hello') keys.set(from, keyName(message.publicKey));
    if (message.type === 'encapsulation') sent.add(pairName(from, to, message.recipientKey));
  }
  const names = [...keys.keys()];
  const isComplete =
    names.length >= 2 &&
    names.every((from) => [...keys].every(([to, key]) => to === from || sent.has(pairName(from, to, key))));
  return { keys, isComplete };
}

function pairName(from: string, to: string, key: string): string {
  return JSON.stringify([from, to, key]);
}
