/**
 * Keeps a file to one process of this machine. Node has no advisory locks, so the lock is a file beside it whose name
 * tells its holder: `<file>.lock-<process id>-<start of the process>`. Whoever wants the lock first makes his own, then
 * looks at the others: those of processes that are gone are removed, and one that lives wins over the newcomer. Of two
 * that come at once at least one sees the other.
 *
 * Not the lock of `server/src/file-lock.ts`: that one is held for milliseconds, waits for its turn, and takes a lock that is
 * ten seconds old for abandoned. This one is held as long as the process lives, and whoever comes second is refused at once.
 */
import type { NodeFiles } from './node-files.ts';

export interface FileLock {
  release(): Promise<void>;
}

/** The lock, or null where somebody else has it, or this process already. */
export async function lockFile(node: NodeFiles, file: string): Promise<FileLock | null> {
  const { fs, path, process } = node;
  const prefix = `${path.basename(file)}.lock-`;
  const own = `${prefix}${process.pid}-${await startOf(node, process.pid)}`;
  const folder = path.dirname(file);
  try {
    await (await fs.open(path.join(folder, own), 'wx', 0o600)).close();
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return null;
    throw error;
  }
  const release = () => fs.rm(path.join(folder, own), { force: true });
  try {
    for (const name of await fs.readdir(folder)) {
      const holder = /^(\d+)-(\d+)$/.exec(name.startsWith(prefix) ? name.slice(prefix.length) : '');
      if (holder === null || name === own) continue;
      if (await isAlive(node, Number(holder[1]), holder[2] ?? '')) {
        await release();
        return null;
      }
      await fs.rm(path.join(folder, name), { force: true });
    }
  } catch (error) {
    await release();
    throw error;
  }
  return { release };
}

/** Process ids are used again; with the start beside it, where the system tells it, one is not taken for another. */
async function isAlive(node: NodeFiles, pid: number, start: string): Promise<boolean> {
  try {
    node.process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives and is somebody else's.
    if (codeOf(error) !== 'EPERM') return false;
  }
  const now = await startOf(node, pid);
  return now === '0' || start === '0' || now === start;
}

/** When a process started, in clock ticks since the machine did (Linux, proc(5), field 22); `0` where that is not known. */
async function startOf({ fs }: NodeFiles, pid: number): Promise<string> {
  try {
    const text = await fs.readFile(`/proc/${pid}/stat`, 'utf8');
    // The name of the program stands in brackets and may hold blanks and brackets.
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '0';
  } catch {
    return '0';
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
