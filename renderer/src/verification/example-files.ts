/** The text of every JSON file under `examples/`, by its path there. A chunk of its own: only `examples.ts` imports it, lazily. */
const MODULES: Record<string, string> = import.meta.glob('../../../examples/**/*.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const FOLDER = '../../../examples/';

export const EXAMPLE_FILES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(MODULES).map(([path, text]) => [path.slice(FOLDER.length), text]),
);
