/** A plugin for the bundles of the commands and of the desktop shell. */
import path from 'node:path';
import type { Plugin, PluginContext } from 'rolldown';

/**
 * Of liboqs-js only padded FALCON. It imports its WebAssembly modules by names made at run time, which are fixed here. In
 * those modules Node's branch is left out, since verifying needs neither files nor randomness, and the WebAssembly stands
 * in a string of characters up to 255: as base64 Node decodes it at once, and the bundle stays ASCII, which V8 reads faster.
 */
export const onlyFalcon: Plugin = {
  name: 'only-falcon',
  transform: {
    filter: {
      id: /liboqs-js[\\/](src[\\/]sig|src[\\/].*falcon-padded-[0-9]+|dist[\\/]falcon-padded-[0-9]+\.min)\.js$/,
    },
    handler(code, id) {
      const name = path.basename(id, '.js');
      if (name === 'sig') return (code.match(/^export \{ createFalconPadded.*$/gm) ?? []).join('\n');
      if (!name.endsWith('.min')) {
        return replaceOnce(code, /(?<=import\()modulePath(?=\))/, () => `'../../../../dist/${name}.min.js'`);
      }
      const branch = /globalThis\.process\?\.versions\?\.node&&"renderer"!=globalThis\.process\?\.type/;
      return replaceOnce(
        replaceOnce(code, branch, () => 'false'),
        /(?<=[^\w])ca\(('(?:[^'\\]|\\.)*')\)/s,
        (_, literal) =>
          `Buffer.from('${Buffer.from(stringIn(this.parse(`(${literal})`)), 'latin1').toString('base64')}','base64')`,
      );
    },
  },
};

/** The value of a program that is one string literal. */
function stringIn({ body: [statement] }: ReturnType<PluginContext['parse']>): string {
  const expression = statement?.type === 'ExpressionStatement' ? statement.expression : undefined;
  const inner = expression?.type === 'ParenthesizedExpression' ? expression.expression : expression;
  if (inner?.type !== 'Literal' || typeof inner.value !== 'string') throw new Error('not a string literal');
  return inner.value;
}

/** Throws unless the pattern stands in the text exactly once: another version of a package may be made in another way. */
function replaceOnce(text: string, pattern: RegExp, replacement: (match: string, group: string) => string): string {
  const count = [...text.matchAll(new RegExp(pattern, `${pattern.flags}g`))].length;
  if (count !== 1) throw new Error(`${pattern} stands ${count} times in a module of liboqs-js, not once`);
  return text.replace(pattern, replacement);
}
