/**
 * The path of a member in a JSON file, as reports and errors name it: `subject.category`. A name that could be read as
 * a path, or as nothing, is quoted in brackets (RFC 9535, section 2.5.1), so that two members never share one path.
 */

/** Names that stand for themselves: no dot, bracket, comma, space or quote. */
const PLAIN = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * @param parent the path of the object that has the member; '' for the file itself
 * @param name the member's name, as the file has it: any text
 */
export function memberPath(parent: string, name: string): string {
  if (!PLAIN.test(name)) return `${parent}[${JSON.stringify(name)}]`;
  return parent === '' ? name : `${parent}.${name}`;
}
