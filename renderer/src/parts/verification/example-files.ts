/**
 * The text of the examples that `examples/index.json` names, with their key sets and trust store, by path there. A chunk of its own: only
 * `examples.ts` imports it, lazily. Of the sessions of agents, which are large, those that are offered and no others.
 */
const MODULES: Record<string, string> = import.meta.glob(
  [
    '../../../../examples/*.json',
    '../../../../examples/keys/*.json',
    '../../../../examples/trust/trust-store.json',
    '../../../../examples/sessions/{demo-service.pqkeys,verified.pqs,not-sealed.pqs,changed-node.pqs}.json',
  ],
  { query: '?raw', import: 'default', eager: true },
);

const FOLDER = '../../../../examples/';

export const EXAMPLE_FILES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(MODULES).map(([path, text]) => [path.slice(FOLDER.length), text]),
);
