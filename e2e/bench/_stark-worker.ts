/** The worker of `stark.ts`: proves and verifies as a page would, with the kernel's hashes and noble's. Each message is one task. */
import { loadSha256Many } from '@touchstone/core/hashing/sha256-many.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { prove } from '@touchstone/core/stark/prove.ts';
import { verify } from '@touchstone/core/stark/verify.ts';
import { type Given, type SubjectName, statedBy, subjectOf } from '../../core/bench/_stark-subjects.ts';

/** A statement that is to be proven, or a proof that is to be verified. */
type Order = { readonly name: SubjectName } | { readonly given: Given; readonly proof: Uint8Array };

/** A proof and what a verifier is given beside it, or the verdict. */
type Answer = { readonly given: Given; readonly proof: Uint8Array } | boolean;

interface Worker {
  onmessage: ((event: { readonly data: Order }) => void) | null;
  postMessage(answer: Answer): void;
}

const worker = globalThis as unknown as Worker;
const subjects = new Map<SubjectName, ReturnType<typeof subjectOf>>();

function proven(name: SubjectName): Answer {
  const subject = subjects.get(name) ?? subjectOf(name);
  subjects.set(name, subject);
  const { instance, publicBytes, trace, given } = subject;
  return { given, proof: prove(instance, publicBytes, trace, { random: systemRandom, profile: 'STANDARD' }) };
}

worker.onmessage = async ({ data }) => {
  await loadSha256Many();
  if ('name' in data) {
    worker.postMessage(proven(data.name));
    return;
  }
  const { instance, publicBytes } = statedBy(data.given);
  worker.postMessage(verify(instance, publicBytes, data.proof, { accept: ['STANDARD'] }).ok);
};
