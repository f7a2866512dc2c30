/** What the rules look at: the facts of a whole tree. */
import type { TreeEntry } from '@touchstone/core/grade/file-root.ts';
import type { LockFile, Manifest, UnreadLockFile } from './lock-files/locked-package.ts';
import type { SecretFound } from './secrets.ts';
import type { SourceFacts, SourceFlaw } from './source-file.ts';

/** A text that a rule reads itself: READMEs, and files that configure tools. */
export interface NamedText {
  readonly path: string;
  readonly lines: number;
}

/** A source file with whose bytes something is wrong. */
export interface FlawedSource {
  readonly path: string;
  readonly isTest: boolean;
  readonly flaw: SourceFlaw;
}

export interface TreeFacts {
  /** All files and links, in their order. */
  readonly entries: readonly TreeEntry[];
  /** Of all files and links that are not empty. */
  readonly paths: ReadonlySet<string>;
  readonly sources: readonly SourceFacts[];
  readonly flawed: readonly FlawedSource[];
  readonly secrets: readonly { readonly path: string; readonly isTest: boolean; readonly found: SecretFound }[];
  readonly manifests: readonly Manifest[];
  readonly lockFiles: readonly LockFile[];
  readonly unreadLockFiles: readonly UnreadLockFile[];
  /** Manifests and lock files that cannot be read as such. */
  readonly unreadable: readonly string[];
  readonly readmes: readonly NamedText[];
}

/** Source files that are no tests. */
export function productOf(tree: TreeFacts): readonly SourceFacts[] {
  return tree.sources.filter(({ isTest }) => !isTest);
}

/** Source files that no rule about code has seen. */
export function unanalysedIn({ flawed }: Pick<TreeFacts, 'flawed'>): readonly FlawedSource[] {
  return flawed.filter(({ flaw }) => flaw === 'over 4 MiB');
}
