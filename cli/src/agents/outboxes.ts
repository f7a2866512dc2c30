/**
 * Where `touchstone mcp` keeps receipts until they are delivered: one file for each session,
 * `<folder>/<address of the service>/<session id>.outbox`, readable by its owner only. The folder stands beside the data
 * folder, not in it: the service may be on another machine.
 */
import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { openFileOutbox } from '@touchstone/core/agent/sdk/file-outbox.ts';
import { createMemoryOutbox } from '@touchstone/core/agent/sdk/memory-outbox.ts';
import type { Outbox, RefusedEntry } from '@touchstone/core/agent/sdk/types/outbox.ts';
import { defaultFolder } from '../command-line/context.ts';
import type { Options } from '../command-line/options.ts';
import { Refusal, systemReason } from '../terminal/refusal.ts';

export const OUTBOX_OPTION = '--outbox';

/** What stands between `mcp` and `agents deliver`, which must look in the same place. */
export const OUTBOX_HELP = `  --outbox FOLDER   where receipts wait for the service (default: \`touchstone-outbox\` beside the data folder)`;

const EXTENSION = '.outbox';
/** A session's id is the service's word and becomes the name of a file. */
const SESSION_ID = /^ags_[0-9A-Za-z_-]{1,100}$/;

/** The folder for one service. `origin` is its address, such as `http://127.0.0.1:7433`. */
export function outboxFolder(options: Options, origin: string): string {
  return path.join(outboxRoot(options), addressName(origin));
}

export function outboxRoot(options: Options): string {
  return path.resolve(options.value(OUTBOX_OPTION) ?? `${defaultFolder(OUTBOX_OPTION)}-outbox`);
}

/** An address as the name of a folder on every system. */
export function addressName(origin: string): string {
  return origin.replace(/[^A-Za-z0-9.]+/g, '-');
}

/** Throws Refusal where no file could be made in the folder: better before anything is attested than afterwards. */
export function makeOutboxFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Refusal(`${folder} cannot keep receipts: ${systemReason(error)}. Name another folder with --outbox.`);
  }
}

/** The ids of the sessions that have a file in the folder, in order. */
export function sessionsIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(EXTENSION))
    .map((name) => name.slice(0, -EXTENSION.length))
    .filter((id) => SESSION_ID.test(id))
    .sort();
}

/** Rejects with OutboxError, or as the file system does. */
export function openOutboxOf(folder: string, sessionId: string): Promise<Outbox> {
  return openFileOutbox({ fs, path, process }, fileOf(folder, sessionId));
}

export function fileOf(folder: string, sessionId: string): string {
  return path.join(folder, `${sessionId}${EXTENSION}`);
}

export function removeOutboxOf(folder: string, sessionId: string): void {
  for (const end of ['', '.new']) rmSync(`${fileOf(folder, sessionId)}${end}`, { force: true });
}

/** What the service refused of a session's acts. An end that it refuses, because the session is over, is none. */
export function refusedActs(outbox: Outbox): readonly RefusedEntry[] {
  return outbox.refused().filter(({ entry }) => entry.operation !== 'end');
}

/** An outbox that is in memory until it is known which session it is for. */
export interface SessionOutbox extends Outbox {
  /** The file; null while there is none, and where it could not be made. */
  readonly file: string | null;
  /** Keeps what comes from now on in the file of this session. Never rejects: where that fails, it says so and stays in memory. */
  keepFor(sessionId: string): Promise<void>;
}

export function createSessionOutbox(folder: string, note: (text: string) => void): SessionOutbox {
  let inner: Outbox = createMemoryOutbox();
  let kept: string | null = null;
  return {
    get file() {
      return kept === null ? null : fileOf(folder, kept);
    },
    async keepFor(sessionId) {
      try {
        if (!SESSION_ID.test(sessionId)) throw new TypeError('its id cannot be the name of a file');
        inner = await openOutboxOf(folder, sessionId);
        kept = sessionId;
      } catch (error) {
        note(`Receipts waiting for the service are kept only in memory: ${systemReason(error)}.`);
      }
    },
    pending: () => inner.pending(),
    refused: () => inner.refused(),
    add: (entry) => inner.add(entry),
    done: (key) => inner.done(key),
    refuse: (key, refusal) => inner.refuse(key, refusal),
    clearRefused: () => inner.clearRefused(),
    async close() {
      await inner.close();
      const isEmpty = inner.pending().length === 0 && refusedActs(inner).length === 0;
      if (kept !== null && isEmpty) removeOutboxOf(folder, kept);
    },
  };
}
