/**
 * Verifies the proof of a file in a process that did nothing before: `node _stark-first.ts FILE` prints CPU milliseconds. The file
 * is JSON: what was given, and the proof in base64. Hashes are Node's, as in pq-verify.
 */
import * as nodeCrypto from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chooseHashes } from '../src/hash.ts';
import { nodeHashes } from '../src/node-hash.ts';
import { verify } from '../src/stark/verify.ts';
import { statedBy } from './_stark-subjects.ts';

chooseHashes(nodeHashes(nodeCrypto));
const { given, proof } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const bytes = new Uint8Array(Buffer.from(proof, 'base64'));
// The toy is no part of what is measured; a statement of the product is made when it is first used.
if ('rows' in given) statedBy(given);
const start = process.cpuUsage();
const { instance, publicBytes } = statedBy(given);
const verdict = verify(instance, publicBytes, bytes, { accept: ['STANDARD'] });
const { user, system } = process.cpuUsage(start);
if (!verdict.ok) throw new Error(verdict.reason);
console.log((user + system) / 1000);
