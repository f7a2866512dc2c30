/** `examples/index.json`, from which the console offers examples, and the pages that list them. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AGENT_EXAMPLES, agentExampleFile, SERVICE_KEY_SET } from './agent-example-list.ts';
import { EXAMPLES } from './example-list.ts';

const EXAMPLE_FOLDER = fileURLToPath(new URL('../../examples', import.meta.url));

/** Of artifacts all, of agents' files those that the console offers. */
export function exampleIndex() {
  const offered = AGENT_EXAMPLES.filter(({ isOffered }) => isOffered);
  return [
    ...EXAMPLES.map(({ name, ...entry }) => ({ file: `${name}.pqv.json`, ...entry })),
    ...offered.map(({ kind, name, title, description, expected }) => ({
      file: `sessions/${agentExampleFile({ kind, name })}`,
      title,
      description,
      keys: [`sessions/${SERVICE_KEY_SET}`],
      expected,
    })),
  ];
}

interface Row {
  readonly file: string;
  readonly name: string;
  readonly title: string;
  readonly expected: { readonly outcome: string; readonly code?: string; readonly exit_code: number };
}

function table(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ file, name, title, expected: { outcome, code, exit_code } }) =>
      `| [${name}](${file}) | ${title} | ${outcome}${code === undefined ? '' : `, ${code}`} (${exit_code}) |`,
  );
  return `| File | What it shows | Expected (exit code) |\n|---|---|---|\n${lines.join('\n')}`;
}

/** Writes `index.json` and `README.md`. */
export function writeIndex(): void {
  writeFileSync(path.join(EXAMPLE_FOLDER, 'index.json'), `${JSON.stringify(exampleIndex(), null, 2)}\n`);
  writeFileSync(
    path.join(EXAMPLE_FOLDER, 'README.md'),
    `# Examples

One artifact for every outcome, made by \`cli/scripts/make-examples.ts\` with Touchstone's own commands, and verified against
\`index.json\` by the tests. All key sets are marked \`demo\`: what they sign has no authority, and their secret keys were
dropped when the files were made.

Besides there are [receipts](receipts/README.md), [privacy proofs](proofs/README.md), [code grades](grades/README.md),
[openings of invoices](invoices/README.md), [statements of a service](statements/README.md), [sessions of agents, proofs of
their receipts and exports of the log](sessions/README.md), and scripts in \`agents/\` that make such sessions.

The commands here are for this folder.

Verify one:

    npx pq-verify artifact --file verified.pqv.json --keys keys/demo-office.pqkeys.json

Without \`--keys\` the same file is Inconclusive, SIGNER_NOT_TRUSTED: nothing is trusted out of the box. The revoked key is known
to the trust store in \`trust/\`:

    npx pq-verify artifact --file revoked-key.pqv.json --data-dir trust

Verify all at once (files of several issuers, so several key sets):

    npx pq-verify artifact --keys keys .

The table has the outcomes as \`--json\` names them; for people VERIFIED is Verified, FAILED Failed, PENDING Inconclusive,
VERIFIED_PENDING_SIGNATURES Signatures pending, INPUT_ERROR Unreadable.

${table(EXAMPLES.map((example) => ({ ...example, file: `${example.name}.pqv.json` })))}
`,
  );
}

/** Writes `sessions/README.md`. */
export function writeAgentIndex(): void {
  const rows = AGENT_EXAMPLES.map((example) => {
    const file = agentExampleFile(example);
    const { broken } = example.expected;
    const thing = example.kind === 'log' ? 'head' : 'receipt';
    const place = broken === null ? '' : `; it breaks at ${thing} ${broken.index + 1}`;
    return { ...example, file, name: file, title: `${example.title}${place}` };
  });
  writeFileSync(
    path.join(EXAMPLE_FOLDER, 'sessions/README.md'),
    `# Sessions of agents

Made by \`cli/scripts/make-agent-examples.ts\`: a real service recorded agents at work and exported what is here. The files
that fail are copies that were tampered with; for the log that is not consistent, the service showed two readers different
continuations. The tests verify every file. The key set of the service is marked \`demo\`: what it signs has no authority, and
its secret keys were dropped when the files were made.

    pq-verify session --file verified.pqs.json --keys ${SERVICE_KEY_SET}
    pq-verify node --file verified.pqnode.json --keys ${SERVICE_KEY_SET}
    pq-verify log --file verified.pqlog.json --keys ${SERVICE_KEY_SET}

Without \`--keys\` all three are PENDING, SIGNER_NOT_TRUSTED.

${table(rows)}
`,
  );
}
