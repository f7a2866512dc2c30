// Finds the program to run: the bundle while it is newer than its source, else the source, which needs Node 24.
import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Time of the newest file below a folder, in milliseconds; 0 where there is no such folder, as in a packaged program. */
function newest(folder) {
  let latest = 0;
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return 0;
  }
  for (const entry of entries) {
    const full = `${folder}/${entry.name}`;
    latest = Math.max(latest, entry.isDirectory() ? newest(full) : statSync(full).mtimeMs);
  }
  return latest;
}

/**
 * URL of the program `name`. `parts` are the workspaces that it is made of. Ends the process where neither bundle nor
 * source can run.
 */
export function findProgram(name, parts) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const built = statSync(`${root}cli/dist/${name}.mjs`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const canRunSource = Number(process.versions.node.split('.')[0]) >= 24;
  if (built > 0 && (!canRunSource || parts.every((part) => newest(`${root}${part}/src`) <= built))) {
    return new URL(`../dist/${name}.mjs`, import.meta.url);
  }
  if (canRunSource) return new URL(`../src/${name}.ts`, import.meta.url);
  console.error(
    `${name} is not built yet, and this is Node ${process.versions.node}. Run \`npm run build\`, or use Node 24.`,
  );
  process.exit(2);
}
