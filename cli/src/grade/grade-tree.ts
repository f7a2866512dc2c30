/** Grades a folder: reads every file once, then asks the rules. The same files give the same grade, wherever they are. */
import { fileRoot, type TreeEntry } from '@touchstone/core/grade/file-root.ts';
import { dimensionsAfter, type Loss } from '@touchstone/core/grade/losses.ts';
import { RULE_IDS, type RuleId } from '@touchstone/core/grade/rules.ts';
import {
  type Dimensions,
  type Letter,
  letterOf,
  scoreOf,
} from '@touchstone/core/stark/statements/code-grade/scoring.ts';
import { Refusal } from '../terminal/refusal.ts';
import { languageOf } from './languages.ts';
import type { LockFile, Manifest, UnreadLockFile } from './lock-files/locked-package.ts';
import { isLockFile, isManifest, isUnreadLockFile, readLockFile, readManifest } from './lock-files/read.ts';
import { architecture } from './rules/architecture.ts';
import { codeQuality } from './rules/code-quality.ts';
import { compliance, README } from './rules/compliance.ts';
import { maintenanceRisk } from './rules/maintenance-risk.ts';
import { performance } from './rules/performance.ts';
import type { Judges } from './rules/rule.ts';
import { securityPosture } from './rules/security-posture.ts';
import { worstOf } from './rules/unanalysed.ts';
import { isTestPath, readText, type SourceFacts } from './source-file.ts';
import { type Found, listTree, readEntry } from './tree.ts';
import { type FlawedSource, type NamedText, type TreeFacts, unanalysedIn } from './tree-facts.ts';

/** Every rule has its judge: the compiler asks for the one that is missing. */
const JUDGES: Judges<RuleId> = {
  ...codeQuality,
  ...securityPosture,
  ...architecture,
  ...performance,
  ...compliance,
  ...maintenanceRisk,
};

/** Larger files are only hashed. */
const MOST_READ_BYTES = 32 * 1024 * 1024;

export interface TreeGrade {
  readonly score: number;
  readonly grade: Letter;
  readonly dimensions: Dimensions;
  readonly losses: readonly Loss[];
  /** 64 hex digits. */
  readonly fileRoot: string;
  readonly files: number;
  /** Lines of code by language, the largest first. */
  readonly languages: readonly { readonly name: string; readonly files: number; readonly lines: number }[];
  /** Sockets, pipes and devices, which are no part of the tree. */
  readonly special: readonly string[];
  /** Folders that are no part of the tree either, by their names. */
  readonly ignored: readonly string[];
  /** Source files that were hashed, and not analysed: they are too large. */
  readonly unanalysed: readonly string[];
}

export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** Throws Refusal where the folder cannot be read whole, or holds no source code. */
export function gradeTree(root: string, onProgress: (progress: Progress) => void = () => undefined): TreeGrade {
  const { found, special, ignored } = listTree(root);
  const tree = factsOf(root, found, onProgress);
  if (tree.sources.length === 0) {
    throw new Refusal(
      'The folder holds no source code that the rules can read. Supported languages: TypeScript, JavaScript, Python, Go, Rust, Java, C#, Kotlin, Swift, C, C++, PHP, Shell.',
      1,
    );
  }
  const losses = RULE_IDS.flatMap((id) => worstOf(id, tree) ?? JUDGES[id](tree) ?? []);
  const dimensions = dimensionsAfter(losses);
  const score = scoreOf(dimensions);
  return {
    score,
    grade: letterOf(score, dimensions.security_posture),
    dimensions,
    losses,
    fileRoot: fileRoot(tree.entries),
    files: tree.entries.length,
    languages: languagesOf(tree.sources),
    special,
    ignored,
    unanalysed: unanalysedIn(tree).map(({ path }) => path),
  };
}

function factsOf(root: string, found: readonly Found[], onProgress: (progress: Progress) => void): TreeFacts {
  const entries: TreeEntry[] = [];
  const sources: SourceFacts[] = [];
  const flawed: FlawedSource[] = [];
  const secrets: TreeFacts['secrets'][number][] = [];
  const manifests: Manifest[] = [];
  const lockFiles: LockFile[] = [];
  const unreadLockFiles: UnreadLockFile[] = [];
  const unreadable: string[] = [];
  const readmes: NamedText[] = [];
  for (const [done, one] of found.entries()) {
    const { path } = one;
    const name = path.slice(path.lastIndexOf('/') + 1);
    const { entry, bytes } = readEntry(root, one, MOST_READ_BYTES);
    entries.push(entry);
    const isTest = isTestPath(path);
    if (bytes === null) {
      // A link as well: what it leads to may be no part of the tree.
      if (!isTest && isManifest(name)) unreadable.push(path);
      if (entry.kind === 'file' && languageOf(name) !== null) {
        flawed.push({ path, isTest, flaw: 'over 4 MiB' });
      }
      continue;
    }
    const read = readText(path, name, bytes);
    if (read.source !== null) sources.push(read.source);
    if (read.flaw !== null) flawed.push({ path, isTest, flaw: read.flaw });
    for (const secret of read.secrets) secrets.push({ path, isTest, found: secret });
    // Those of tests are examples.
    if (!isTest && isManifest(name)) {
      const manifest = read.text === null ? null : readManifest(path, name, read.text);
      if (manifest === null) unreadable.push(path);
      else manifests.push(manifest);
    }
    if (!isTest && isLockFile(name)) {
      const lockFile = read.text === null ? null : readLockFile(path, name, read.text);
      if (lockFile === null) unreadable.push(path);
      else lockFiles.push(lockFile);
    }
    if (!isTest && isUnreadLockFile(name)) {
      unreadLockFiles.push({ path, text: Buffer.from(bytes).toString('latin1') });
    }
    if (read.text !== null) {
      if (README.test(path)) readmes.push({ path, lines: read.text.split('\n').length });
    }
    onProgress({ done: done + 1, total: found.length });
  }
  const paths = new Set(entries.filter(({ size }) => size > 0).map(({ path }) => path));
  return { entries, paths, sources, flawed, secrets, manifests, lockFiles, unreadLockFiles, unreadable, readmes };
}

function languagesOf(sources: readonly SourceFacts[]): TreeGrade['languages'] {
  return [...Map.groupBy(sources, ({ language }) => language)]
    .map(([name, files]) => ({
      name,
      files: files.length,
      lines: files.reduce((sum, { codeLines }) => sum + codeLines, 0),
    }))
    .sort((a, b) => b.lines - a.lines || (a.name < b.name ? -1 : 1));
}
