/**
 * The rollback mark (S36): a small file beside the database that says how far the database had come. Whoever puts an older copy
 * of the database in its place leaves it behind its mark. The database says in turn which mark it has had, so that taking
 * the mark away shows too. Both are authenticated under the master key.
 */
import { timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromHex, toHex } from '@touchstone/core/bytes.ts';
import {
  canonicalBytes,
  canonicalJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '@touchstone/core/canonical-json.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { writePrivateFile } from '../frame/private-file.ts';
import { type RowDigest, rowDigestIn } from '../store/row-digest.ts';
import type { Vault } from '../vault/envelope.ts';
import type { MarkedHead } from './heads.ts';

export const ROLLBACK_MARK_FILE = 'rollback-mark.json';
const KIND = 'svc-rollback-mark/v1';

export interface RollbackMark {
  /** How many marks were written before, and this one. */
  readonly commits: number;
  readonly series: Series;
  readonly heads: readonly MarkedHead[];
  /** The digest over rows that open doors (S35); null where it was missing or changed. */
  readonly rows: RowDigest | null;
}

/**
 * A random name of the marks that follow one another. A restore and an accepted rollback begin another series, so that their
 * database belongs to the mark that they wrote and to no other. null for the first of a folder, whose marks do not name it.
 */
type Series = string | null;

/** What the database says of its mark. */
export interface MarkState {
  readonly commits: number;
  readonly series: Series;
  /** Whether a mark stands beside it. Not so in a folder that is about to get its first. */
  readonly isKept: boolean;
}

type Maker = Pick<Vault, 'mac'>;

export function writeMark(dataDir: string, maker: Maker, { commits, series, heads, rows }: RollbackMark): void {
  const stated = {
    kind: KIND,
    commits,
    ...named(series),
    heads: heads.map((head) => ({ ...head })),
    rows: rows === null ? null : { ...rows },
  };
  writePrivateFile(join(dataDir, ROLLBACK_MARK_FILE), `${sealed(maker, 'rollback-mark', stated)}\n`);
}

/** A mark as it was read: before the database, where a server may go on writing both. */
export type FoundMark = RollbackMark | 'missing' | 'damaged';

/** The mark of a folder; `missing` where there is none, `damaged` where it is not what this service wrote. */
export function readMark(dataDir: string, maker: Maker): FoundMark {
  let text: string;
  try {
    text = readFileSync(join(dataDir, ROLLBACK_MARK_FILE), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'missing';
    return 'damaged';
  }
  const stated = opened(maker, 'rollback-mark', text.trimEnd());
  const { kind, commits, series, heads, rows } = stated ?? {};
  if (kind !== KIND || typeof commits !== 'number' || !Array.isArray(heads)) return 'damaged';
  return { commits, series: seriesIn(series), heads: heads.flatMap(headIn), rows: rowDigestIn(rows) };
}

/** Absent where there is no name, as in marks of earlier versions. */
function named(series: Series): { readonly series?: string } {
  return series === null ? {} : { series };
}

function seriesIn(series: JsonValue | undefined): Series {
  return typeof series === 'string' ? series : null;
}

/** What carries our MAC has the members that we gave it: nothing is left out here. */
function headIn(head: JsonValue): readonly MarkedHead[] {
  if (!isJsonObject(head)) return [];
  const { chain, position, hash = null } = head;
  const isHash = hash === null || typeof hash === 'string';
  return typeof chain === 'string' && typeof position === 'number' && isHash ? [{ chain, position, hash }] : [];
}

/** As it stands in the settings. */
export function markStateText(maker: Maker, { commits, series, isKept }: MarkState): string {
  return sealed(maker, 'rollback-state', { commits, ...named(series), is_kept: isKept });
}

/** null for what this service did not write. */
export function markStateIn(maker: Maker, text: string): MarkState | null {
  const stated = opened(maker, 'rollback-state', text);
  if (stated === null || typeof stated.commits !== 'number' || typeof stated.is_kept !== 'boolean') return null;
  return { commits: stated.commits, series: seriesIn(stated.series), isKept: stated.is_kept };
}

function sealed(maker: Maker, kind: string, stated: { readonly [member: string]: JsonValue }): string {
  return canonicalJson({ ...stated, mac: toHex(maker.mac(kind, canonicalBytes(stated))) });
}

function opened(maker: Maker, kind: string, text: string): JsonObject | null {
  const parsed = parseStrictJson(text);
  if (!parsed.ok || !isJsonObject(parsed.value)) return null;
  const { mac, ...stated } = parsed.value;
  const given = typeof mac === 'string' ? fromHex(mac) : null;
  const expected = maker.mac(kind, canonicalBytes(stated));
  return given?.length === expected.length && timingSafeEqual(given, expected) ? stated : null;
}
