/** Verifies the proof of a file in a process that did nothing before: `node _stark-first.ts FILE ROWS COLUMNS` prints CPU milliseconds. */
import { readFileSync } from 'node:fs';
import { verify } from '../src/stark/verify.ts';
import { PUBLIC_BYTES, toy } from '../test/stark/toy.ts';

const [file = '', rows, columns] = process.argv.slice(2);
const { instance } = toy({ rows: Number(rows), width: Number(columns), degree: 4 });
const proof = new Uint8Array(readFileSync(file));
const start = process.cpuUsage();
const verdict = verify(instance, PUBLIC_BYTES, proof, { accept: ['STANDARD'] });
const { user, system } = process.cpuUsage(start);
if (!verdict.ok) throw new Error(verdict.reason);
console.log((user + system) / 1000);
