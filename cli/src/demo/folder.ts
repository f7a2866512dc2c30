/** The data folder of a demonstration: a new one, or one that this command made earlier and is told to make anew. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isJsonObject } from '@touchstone/core/canonical-json.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { contentsOf } from '@touchstone/server/backup/folder.ts';
import { lockFolder } from '@touchstone/server/store/sqlite/folder-lock.ts';
import { StoreError } from '@touchstone/server/store/store-error.ts';
import { Refusal, systemReason } from '../terminal/refusal.ts';

/** The file that tells a demonstration from a folder that somebody works with. */
const MARK = 'demo.json';
const FORMAT = 'touchstone-demo/v1';

/** Sees to it that nothing stands at the folder's place. Throws Refusal where something does that is no demonstration. */
export function clearDemoFolder(folder: string, mayReplace: boolean): void {
  if (!existsSync(folder)) return;
  try {
    if (contentsOf(folder).length === 0) return;
  } catch (error) {
    throw new Refusal(`${folder} cannot be used: ${systemReason(error)}.`);
  }
  if (!isDemo(folder)) {
    throw new Refusal(`${folder} is not empty and was not made by this command. Choose a new folder with --data-dir.`);
  }
  if (!mayReplace) {
    throw new Refusal(
      `${folder} holds a demonstration already. Look at it with \`npx touchstone serve --data-dir ${folder}\`, or add --replace to make it anew.`,
    );
  }
  try {
    // A server that runs on it must not lose its folder.
    lockFolder(path.join(folder, 'server.lock'), path.join(folder, 'touchstone.db')).release();
    rmSync(folder, { recursive: true });
  } catch (error) {
    if (error instanceof StoreError) throw new Refusal(error.message);
    throw new Refusal(`${folder} could not be cleared: ${systemReason(error)}.`);
  }
}

export function markDemoFolder(folder: string, now: number): void {
  const mark = { format: FORMAT, made_at: formatIsoTime(now) };
  writeFileSync(path.join(folder, MARK), `${JSON.stringify(mark)}\n`, { mode: 0o600 });
}

function isDemo(folder: string): boolean {
  try {
    const parsed = parseStrictJson(readFileSync(path.join(folder, MARK)));
    return parsed.ok && isJsonObject(parsed.value) && parsed.value.format === FORMAT;
  } catch {
    return false;
  }
}
