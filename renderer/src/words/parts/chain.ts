import type { ReactNode } from 'react';
import { counted } from '../count.ts';
import { rich } from '../rich.ts';

/** Signed chains of entries: a signature, the outcome of a walk, saving the entries. */
export const words = {
  signatures: { holds: 'Valid', fails: 'Not valid', 'unknown-key': 'Unknown key set', unchecked: 'Not checked' },

  intact: 'Intact',
  shorter: 'Intact, but shorter than before',
  brokenAt: (name: string, position: string) => `Broken at ${name} ${position}`,
  walked: (count: number, one: string, many: string, time: ReactNode) =>
    rich`${counted(count, one, many)}, verified ${time}`,
  broken: (name: string, command: ReactNode) =>
    rich`The ${name} at this position was changed, removed or inserted, or its signature is not valid. Everything before this position is intact. Copy the data folder before you do anything else, then run ${command}.`,
  cut: (count: number, one: string, many: string, time: ReactNode) =>
    rich`The console saw ${counted(count, one, many)} ${time}. The newest were cut off, or this is another data folder.`,
  head: (isWhole: boolean, one: string, many: string) =>
    `Head: hash of the last ${isWhole ? '' : 'intact '}${one}. Note it somewhere else: only this hash can show that the newest ${many} were cut off.`,
  headLabel: 'head of the chain',

  exportJson: 'Export JSON',
  exporting: (count: number) => `Reading the entries: ${counted(count, 'entry', 'entries')} so far`,
  notExported: 'The audit was not exported',
  exported: (count: number) => `${counted(count, 'entry', 'entries')} saved, newest first.`,
  leftOut: (narrower: string) => ` Older ones were left out: ${narrower}`,
} as const;
