/** What a query says for a column of bytes as text, in the words of the database. */
export { hexOf } from './sqlite/dialect.ts';
