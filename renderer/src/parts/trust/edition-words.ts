/** Editions of the trust store: their lines, and what following one another means for files. */
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import type { StoredKeySet } from '@touchstone/core/keys/trust.ts';
import { formatTime } from '../../lib/format.ts';
import { words } from '../../words/parts/trust.ts';

/** The editions of one issuer and principal for one use. */
export interface TrustLine {
  readonly key: string;
  readonly issuer: string;
  readonly principal: string;
  readonly use: KeySet['use'];
  /** The latest first. */
  readonly editions: readonly StoredKeySet[];
}

export function linesOf(entries: readonly StoredKeySet[]): readonly TrustLine[] {
  const lines = new Map<string, StoredKeySet[]>();
  for (const entry of entries) {
    const { issuer, principal, use } = entry.key_set;
    const key = JSON.stringify([issuer, principal, use]);
    const line = lines.get(key);
    if (line === undefined) lines.set(key, [entry]);
    else line.push(entry);
  }
  return [...lines].flatMap(([key, line]) => {
    const editions = line.sort((a, b) => b.key_set.serial - a.key_set.serial);
    const [latest] = editions;
    if (latest === undefined) return [];
    const { issuer, principal, use } = latest.key_set;
    return [{ key, issuer, principal, use, editions }];
  });
}

/** What the import of an edition means for files that its neighbours signed (verdict H1). */
export function successionWords(keySet: KeySet, line: readonly KeySet[]): string | null {
  const newer = line.filter(({ serial }) => serial > keySet.serial).sort((a, b) => a.serial - b.serial)[0];
  if (newer !== undefined) {
    return words.succession.newer(newer.serial, localTime(newer.not_before));
  }
  const older = line.filter(({ serial }) => serial < keySet.serial).sort((a, b) => b.serial - a.serial)[0];
  if (older === undefined) return null;
  return words.succession.older(older.serial, localTime(keySet.not_before));
}

function localTime(time: string): string {
  return formatTime(time)?.local ?? time;
}
