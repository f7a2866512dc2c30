import { pathFor } from '../api/client.ts';
import type { Endpoint } from '../api/endpoint.ts';
import { quotedWord } from '../text/shell-word.ts';

/** The operation's example as a curl command for a POSIX shell. The key stands in an environment variable. */
export function curlSnippet(operation: Endpoint, origin: string): string {
  const { params = {}, query = {}, headers = {}, body } = operation.example;
  const lines = [`curl ${quotedWord(origin + pathFor(operation, params, query))}`];
  if (operation.method !== 'GET') lines.push(`  --request ${operation.method}`);
  if (operation.auth !== 'none') lines.push('  --header "Authorization: Bearer $TOUCHSTONE_KEY"');
  for (const [name, value] of Object.entries(headers)) lines.push(`  --header ${quotedWord(`${name}: ${value}`)}`);
  if (body !== undefined) {
    lines.push(
      `  --header ${quotedWord('Content-Type: application/json')}`,
      `  --data ${quotedWord(JSON.stringify(body))}`,
    );
  }
  return lines.join(' \\\n');
}

/** The same call with the project's own client. */
export function typescriptSnippet(operation: Endpoint, origin: string): string {
  const { params, query, headers, body } = operation.example;
  const input = Object.fromEntries(
    Object.entries({ params, query, headers, body }).filter(([, value]) => value !== undefined),
  );
  const call = operation.id
    .split('.')
    .map((part) => part.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()))
    .join('.');
  const argument = Object.keys(input).length === 0 ? '' : JSON.stringify(input, null, 2);
  const token = operation.auth === 'none' ? '' : '  token: process.env.TOUCHSTONE_KEY,\n';
  return [
    "import { api } from '@touchstone/core/api/api.ts';",
    "import { createClient } from '../api/client.ts';",
    '',
    `const client = createClient(api, {\n  baseUrl: '${origin}',\n${token}  fetch,\n});`,
    `const answer = await client.${call}(${argument});`,
  ].join('\n');
}
