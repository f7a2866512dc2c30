/** Questions to the person at the terminal. Where there is none, nothing is asked and nothing is assumed. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { Refusal } from './refusal.ts';

export function hasTerminal(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** Asks on standard error. Ctrl-C and the end of input are a Refusal. */
export function ask(question: string): Promise<string> {
  return readLine(question, process.stderr);
}

/** As `ask`, but what is typed is not shown. */
export async function askHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    return await readLine('', nowhere);
  } finally {
    process.stderr.write('\n');
  }
}

/** Whether the person typed `yes`. Throws Refusal naming the option to use where there is no terminal. */
export async function confirm(question: string, option: string): Promise<boolean> {
  if (!hasTerminal())
    throw new Refusal(`No terminal is available for the confirmation. Check the above and use ${option}.`);
  return (await ask(`${question} Type yes to continue: `)).trim() === 'yes';
}

function readLine(question: string, output: NodeJS.WritableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
    let answer: string | null = null;
    reader.on('SIGINT', () => reader.close());
    reader.on('close', () => (answer === null ? reject(new Refusal('Cancelled.', 1)) : resolve(answer)));
    reader.question(question, (line) => {
      answer = line;
      reader.close();
    });
  });
}
