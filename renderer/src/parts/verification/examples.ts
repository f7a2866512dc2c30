import { queryOptions } from '@tanstack/react-query';
import type { TrustStore } from '@touchstone/core/keys/trust.ts';
import { type ExampleTrust, exampleTrust } from './lent-trust.ts';

/**
 * The examples of the package, in one chunk that is loaded when the page is idle: they open with the server stopped.
 * `examples/index.json` says what each of them teaches.
 */
export interface Example {
  /** Path within the examples folder. */
  readonly file: string;
  readonly title: string;
  readonly description: string;
  readonly expected: { readonly outcome: string; readonly code?: string } | null;
  readonly text: string;
  /** The demo trust store that it lends to its own verification. */
  readonly trust: TrustStore;
}

export interface ExampleIndexEntry extends ExampleTrust {
  readonly title: string;
  readonly description: string;
  readonly expected: { readonly outcome: string; readonly code?: string } | null;
}

/** Reads `index.json`; entries without a file, title or description are our own mistake and refused. */
export function readExampleIndex(text: string): readonly ExampleIndexEntry[] {
  const value: unknown = JSON.parse(text);
  if (!Array.isArray(value)) throw new TypeError('examples/index.json is a list');
  return value.map((entry: Record<string, unknown>, index) => {
    const { file, title, description, expected, keys, data_dir: dataDir } = entry;
    if (typeof file !== 'string' || typeof title !== 'string' || typeof description !== 'string') {
      throw new TypeError(`examples/index.json, entry ${index}: file, title and description are texts`);
    }
    const paths = Array.isArray(keys) ? keys.filter((path) => typeof path === 'string') : [];
    return {
      file,
      title,
      description,
      expected: readExpected(expected),
      keys: paths,
      dataDir: typeof dataDir === 'string' ? dataDir : null,
    };
  });
}

function readExpected(value: unknown): ExampleIndexEntry['expected'] {
  if (typeof value !== 'object' || value === null || !('outcome' in value)) return null;
  if (typeof value.outcome !== 'string') return null;
  return 'code' in value && typeof value.code === 'string'
    ? { outcome: value.outcome, code: value.code }
    : { outcome: value.outcome };
}

let loading: Promise<readonly Example[]> | null = null;

/** All examples that the index names and the package holds. */
export function loadExamples(): Promise<readonly Example[]> {
  loading ??= load().catch((error: unknown) => {
    // The next attempt asks again.
    loading = null;
    throw error;
  });
  return loading;
}

async function load(): Promise<readonly Example[]> {
  const { EXAMPLE_FILES } = await import('./example-files.ts');
  const index = EXAMPLE_FILES['index.json'];
  if (index === undefined) return [];
  return readExampleIndex(index).flatMap((entry) => {
    const text = EXAMPLE_FILES[entry.file];
    return text === undefined ? [] : [{ ...entry, text, trust: exampleTrust(entry, EXAMPLE_FILES, Date.now()) }];
  });
}

/** The key set that most examples are signed with, to try importing with. */
const SAMPLE_KEY_SET = 'demo-office.pqkeys.json';

export const sampleKeySetQuery = queryOptions({
  queryKey: ['sample-key-set'],
  queryFn: async () => {
    const { EXAMPLE_FILES } = await import('./example-files.ts');
    const text = EXAMPLE_FILES[`keys/${SAMPLE_KEY_SET}`];
    if (text === undefined) throw new TypeError(`internal: the examples have no ${SAMPLE_KEY_SET}`);
    return { name: SAMPLE_KEY_SET, text };
  },
  staleTime: Number.POSITIVE_INFINITY,
});
