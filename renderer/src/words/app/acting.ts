import type { ReactNode } from 'react';
import { rich } from '../rich.ts';

/** The notice above every page while the console acts for another account. */
export const words = {
  label: 'Acting for another account',
  actsFor: (email: ReactNode) => rich`The console acts for ${email}`,
  project: (id: string) => `project ${id}`,
  meaning:
    'What you sign, create and list here belongs to this account and costs its units. Trust, accounts and settings remain those of the server.',
  back: 'Back to the local account',
  isBack: 'The console acts for the local account again',
} as const;
