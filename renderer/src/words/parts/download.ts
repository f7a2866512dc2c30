/** Saving and printing, where the file could not be written. */
export const words = {
  notSaved: 'The file was not saved',
  notPrinted: 'The page was not printed',
  notWritten: (name: string) => `${name} could not be written. Check the free space, or choose another folder.`,
} as const;
