import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { api } from '@touchstone/core/api/api.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import { piecesInAll } from '../../artifacts/store.ts';
import type { Audit } from '../../audit/audit.ts';
import { keptAs } from '../../backup/folder-key.ts';
import { backupJob } from '../../backup/work.ts';
import { ApiError } from '../../frame/errors.ts';
import { implement } from '../../frame/implement.ts';
import type { RunJob } from '../../frame/job.ts';
import type { MarkKeeper } from '../../rollback-mark/rollback.ts';
import { bytesOf, type Db } from '../../store/engine.ts';
import type { Vault } from '../../vault/envelope.ts';

export interface Needs {
  readonly db: Db;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly run: RunJob;
  readonly audit: Audit;
  readonly rollbackMark: MarkKeeper;
}

const FOLDER = 'backups';
const NAME = /^touchstone-\d{8}T\d{9}Z\.pqbackup$/;

/** Data folders of which a backup is being made. */
const busy = new Set<string>();

export const storage = implement(api.admin.storage)<Needs>({
  async read({ deps }) {
    const { dataDir } = deps;
    const { bavail, bsize } = await statfs(dataDir);
    return {
      data_dir: dataDir,
      database_bytes: await bytesOf(deps.db),
      documents_bytes: (await piecesInAll(deps.db)).bytes,
      free_bytes: bavail * bsize,
      master_key: keptAs(dataDir) ?? 'keychain',
      backups: await backupsOf(deps),
    };
  },

  async backup({ deps, caller, write }, { body }) {
    const { dataDir } = deps;
    if (busy.has(dataDir)) throw new ApiError('CONFLICT', 'A backup is already in progress.');
    busy.add(dataDir);
    try {
      await mkdir(join(dataDir, FOLDER), { recursive: true, mode: 0o700 });
      const name = `touchstone-${new Date(deps.clock()).toISOString().replaceAll(/[-:.]/g, '')}.pqbackup`;
      const path = join(dataDir, FOLDER, name);
      const { bytes, createdAt } = await deps.vault.lendMasterKey((masterKey) =>
        deps.run(backupJob, { dataDir, masterKey, passphrase: body.passphrase, out: path }),
      );
      await deps.rollbackMark.write();
      const hash = createHash('sha256');
      await pipeline(createReadStream(path), hash);
      const sha256 = hash.digest('hex');
      await deps.audit.recorded(write, caller, async () => ({
        result: null,
        event: { action: 'backup.made', accountId: null, subject: name, details: { size: bytes, sha256 } },
      }));
      return { name, path, size: bytes, created_at: formatIsoTime(createdAt), sha256 };
    } finally {
      busy.delete(dataDir);
    }
  },
});

/** The newest first. */
async function backupsOf({ dataDir }: Needs) {
  const names = (await namesOf(join(dataDir, FOLDER))).filter((name) => NAME.test(name));
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(dataDir, FOLDER, name);
      const { size, mtimeMs } = await stat(path);
      return { name, path, size, created_at: formatIsoTime(Math.floor(mtimeMs)) };
    }),
  );
  return found.sort((a, b) => (a.name < b.name ? 1 : -1));
}

async function namesOf(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch {
    return [];
  }
}
