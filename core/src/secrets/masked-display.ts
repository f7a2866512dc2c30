/**
 * What lists show of a secret. Only values that look like issued keys show anything: 32 or more printable ASCII characters
 * without a space. At most twelve characters are shown and at least twenty stay hidden, so what is seen helps nobody guess.
 */

export interface MaskedSecret {
  /** The first characters, which tell the kind of key; empty where nothing may be shown. */
  readonly keyPrefix: string;
  /** `keyPrefix`, eight asterisks whatever the length, and the last four characters; or the asterisks alone. */
  readonly maskedDisplay: string;
}

/** What a value shows that may show nothing, and one that is destroyed. */
export const FULLY_MASKED: MaskedSecret = { keyPrefix: '', maskedDisplay: '********' };

const ISSUED_KEY = /^[\x21-\x7e]{32,}$/;
const SHOWN = 4;
/** A mark such as `sk_live_` or `ghp_`. */
const SHORTEST_MARK = 3;
const LONGEST_MARK = 8;

export function maskedSecret(value: string): MaskedSecret {
  if (!ISSUED_KEY.test(value)) return FULLY_MASKED;
  // A mark ends at the last separator: words that hyphens join are a passphrase, of which no whole word may show.
  const end = Math.max(value.lastIndexOf('_'), value.lastIndexOf('-')) + 1;
  const keyPrefix = value.slice(0, end >= SHORTEST_MARK && end <= LONGEST_MARK ? end : SHOWN);
  return { keyPrefix, maskedDisplay: `${keyPrefix}${FULLY_MASKED.maskedDisplay}${value.slice(-SHOWN)}` };
}
