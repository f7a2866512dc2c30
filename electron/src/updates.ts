/**
 * Update from file (security, S12). The manifest is judged by core/src/release; the file it names is copied to a private folder
 * while it is hashed, and only that verified copy is ever handed to the installer. There is no automatic update and no network.
 */
import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { toHex } from '@touchstone/core/bytes.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import type { Trust } from '@touchstone/core/keys/trust.ts';
import type { ReleaseFile } from '@touchstone/core/release/manifest.ts';
import { verifyRelease } from '@touchstone/core/release/verify-release.ts';
import type { ShellAbout, ShellUpdate } from '@touchstone/core/shell.ts';
import type { SignatureVerifier } from '@touchstone/core/sign/family.ts';
import { readTrustStoreFile } from '@touchstone/server/trust/store-file.ts';
import type { BrowserWindow, Dialog } from 'electron';
import { readFiles } from './files.ts';
import { acceptsNextKeys, tellOfWork } from './questions.ts';

export interface UpdateContext {
  readonly about: Omit<ShellAbout, 'keychain'>;
  readonly dialog: Pick<Dialog, 'showMessageBox'>;
  /** Where the verified copy goes: the window's own folder, since the data folder may be one that was refused. */
  readonly updatesFolder: string;
  /** The window that asks; null after it was closed. */
  readonly window: () => BrowserWindow | null;
  /** The set that this build pins; null where it pins none. */
  readonly releaseKeys: KeySet | null;
  readonly verifier: SignatureVerifier;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly setTimer: (callback: () => void, delayMs: number) => NodeJS.Timeout;
}

/** A copy that takes longer is told of, with a way to end it: 200 MB take about that long on a disk of today. */
const TOLD_AFTER_MS = 1_000;

function refused(reason: string): ShellUpdate {
  return { outcome: 'refused', reason };
}

/** Judges a manifest and makes the verified copy of its file, which stands beside it. Nothing is installed. */
export async function verifyUpdate(manifestPath: string, pinned: KeySet, context: UpdateContext): Promise<ShellUpdate> {
  const { about, verifier, dialog, window } = context;
  const { files, refused: unread } = await readFiles([manifestPath]);
  const [file] = files;
  if (file === undefined) return refused(unread[0]?.reason ?? 'The file could not be read.');
  let trust: Trust;
  try {
    trust = readTrustStoreFile(path.join(about.dataDir, 'trust-store.json'));
  } catch {
    return refused(
      'The trust store of the data folder cannot be read, so it is not known whether release keys are revoked.',
    );
  }
  const installed = { product: about.name, version: about.version, platform: `${about.platform}-${about.arch}` };
  const judged = await verifyRelease(file.bytes, { pinned, trust, installed, verifier, now: context.now() });
  if (!judged.ok) return refused(judged.message);
  if (judged.next !== null && !(await acceptsNextKeys(dialog, window(), pinned, judged.next))) {
    return { outcome: 'cancelled' };
  }
  const source = path.join(path.dirname(manifestPath), judged.manifest.file.name);
  const copied = await copyWhileTold(source, judged.manifest.file, context);
  switch (copied.outcome) {
    case 'copied':
      return { outcome: 'verified', version: judged.manifest.version, path: copied.path };
    case 'cancelled':
      return copied;
    case 'refused':
      return refused(copied.reason);
  }
}

/** Shows how far it is at the window's place in the task bar, and where it takes long a box by which the person ends it. */
async function copyWhileTold(source: string, file: ReleaseFile, context: UpdateContext): Promise<CopyResult> {
  const { dialog, window, setTimer, updatesFolder } = context;
  const [ended, cancelled] = [new AbortController(), new AbortController()];
  const timer = setTimer(() => {
    void tellOfWork(dialog, window(), `Verifying ${file.name}`, ended.signal).then((isOver) => {
      if (isOver) cancelled.abort();
    });
  }, TOLD_AFTER_MS);
  try {
    return await copyVerified(source, file, updatesFolder, {
      signal: cancelled.signal,
      onProgress: (bytes) => window()?.setProgressBar(bytes / file.size),
    });
  } finally {
    clearTimeout(timer);
    ended.abort();
    window()?.setProgressBar(-1);
  }
}

export type CopyResult =
  | { readonly outcome: 'copied'; readonly path: string }
  | { readonly outcome: 'cancelled' }
  | { readonly outcome: 'refused'; readonly reason: string };

export interface CopyOptions {
  readonly signal: AbortSignal;
  /** Bytes that are copied so far. */
  readonly onProgress: (bytes: number) => void;
}

/**
 * Copies the release file into a new 0700 folder below `privateFolder`, hashing the bytes that are written. Installing the copy
 * leaves no time in which the checked file could be exchanged. What an earlier update left there is removed first.
 */
export async function copyVerified(
  source: string,
  file: ReleaseFile,
  privateFolder: string,
  options: CopyOptions,
): Promise<CopyResult> {
  try {
    // Windows lets no file of an installer go that still runs.
    await rm(privateFolder, { recursive: true, force: true });
    await mkdir(privateFolder, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(path.join(privateFolder, 'update-'));
    return await copyInto(folder, source, file, options);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { outcome: 'refused', reason: `${file.name} could not be copied (${code ?? message}).` };
  }
}

/** Leaves the folder only with the copy in it. */
async function copyInto(folder: string, source: string, file: ReleaseFile, options: CopyOptions): Promise<CopyResult> {
  let isCopied = false;
  try {
    const result = await copyAndCompare(source, path.join(folder, file.name), file, options);
    isCopied = result.outcome === 'copied';
    return result;
  } finally {
    if (!isCopied) await rm(folder, { recursive: true, force: true });
  }
}

/** Large enough that the disk is the limit, small enough that the main process answers in between: 2 ms of hashing. */
const PIECE = 1 << 20;

async function copyAndCompare(
  source: string,
  target: string,
  expected: ReleaseFile,
  { signal, onProgress }: CopyOptions,
): Promise<CopyResult> {
  const refuse = (reason: string): CopyResult => ({ outcome: 'refused', reason: `${expected.name} ${reason}` });
  const sha256 = createHash('sha256');
  // Not SHA3: Electron's crypto library does not have it.
  const sha512 = createHash('sha512');
  let size = 0;
  let reading: FileHandle;
  try {
    reading = await open(source, 'r');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return refuse('is not in the same folder as the manifest.');
    // macOS asks before an app may read a neighbour of what was chosen, and remembers a "no".
    if (code === 'EPERM' || code === 'EACCES')
      return refuse('may not be read: allow Touchstone the folder, or move both files to another one.');
    throw error;
  }
  try {
    if (!(await reading.stat()).isFile()) return refuse('is not a regular file.');
    const writing = await open(target, 'wx', 0o600);
    try {
      for await (const chunk of reading.createReadStream({ autoClose: false, highWaterMark: PIECE })) {
        if (signal.aborted) return { outcome: 'cancelled' };
        const bytes: Uint8Array = chunk;
        size += bytes.length;
        if (size > expected.size) return refuse('is larger than the manifest says.');
        sha256.update(bytes);
        sha512.update(bytes);
        await writing.writeFile(bytes);
        onProgress(size);
      }
      await writing.sync();
    } finally {
      await writing.close();
    }
  } finally {
    await reading.close();
  }
  const isSame =
    size === expected.size && toHex(sha256.digest()) === expected.sha256 && toHex(sha512.digest()) === expected.sha512;
  return isSame ? { outcome: 'copied', path: target } : refuse('is not the file that the manifest names.');
}
