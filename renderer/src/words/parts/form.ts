import { formatCount } from '../../lib/format.ts';

/** What is wrong with fields, wherever they are. */
export const words = {
  enter: (what: string) => `Enter the ${what}.`,
  tooLong: (limit: number, length: number) =>
    `At most ${formatCount(limit)} characters; these are ${formatCount(length)}.`,
  noHex: 'Only the digits 0–9 and the letters a–f are allowed.',
  hashLength: (digits: number) => `64 hexadecimal digits are needed; these are ${formatCount(digits)}.`,
  fileTooLarge: (name: string, size: string, most: string) =>
    `${name} has ${size}. At most ${most} are sent to the server.`,
  fileUnread: (name: string) => `${name} could not be read. It may have been moved or changed; choose it again.`,
  fileNoText: (name: string) =>
    `${name} is not UTF-8 text, and a payload is text. For any other file, create a receipt of its hash, or of its base64 form.`,
} as const;
