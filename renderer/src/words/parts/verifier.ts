/** What keeps a file from being verified. The worker says these too, so that nothing here needs the page. */
export const words = {
  stopped:
    'The verifier stopped unexpectedly on this file. The other files are not affected. Try it alone, or with pq-verify on the command line.',
  cannotStart: 'The verifier could not be started in this window. Reload the page.',
  tooLarge: (size: number, most: number) =>
    `The file has ${size} bytes. At most ${most} bytes (${most / 1024 / 1024} MiB) are read.`,
  keySet: (field: string, message: string) =>
    `This key set cannot be used${field === '' ? '' : ` (${field})`}: ${message}`,
  unread: (what: 'file' | 'payload') =>
    `The ${what} could not be read. It may have been moved or changed since it was chosen; choose it again.`,
  stoppedOn: (reason: string) => `The verifier stopped on this file: ${reason}`,
} as const;
