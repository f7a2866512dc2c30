/** A plugin for the bundles of the commands and of the desktop shell. */
import type { Plugin, PluginContext } from 'rolldown';

/**
 * In the modules of liboqs-js the WebAssembly stands in a string of characters up to 255: as base64 Node decodes it at once, and the
 * bundle stays ASCII, which V8 reads faster.
 */
export const liboqsModules: Plugin = {
  name: 'liboqs-modules',
  transform: {
    filter: { id: /liboqs-js[\\/]dist[\\/][^\\/]+\.deno\.js$/ },
    handler(code) {
      return replaceOnce(
        code,
        /(?<=\?\?=)\w+\(('(?:[^'\\]|\\.)*')\)/s,
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
