import { formatCount, formatSize } from '../../lib/format.ts';

/** Bytes that a person enters, and long values that are shown. */
export const words = {
  forms: { text: 'Text', base64: 'Base64', hex: 'Hex', file: 'File' },
  formOf: (label: string) => `Format of ${label.toLowerCase()}`,
  descriptions: {
    text: 'Sent as UTF-8. Spaces and line breaks count.',
    base64: 'Padded base64. Line breaks are ignored.',
    hex: 'Two digits for each byte. Spaces and line breaks are ignored.',
  },
  choose: 'Choose a file',
  chooseAnother: 'Choose another file',
  chooseAs: (label: string) => `Choose a file as ${label.toLowerCase()}`,

  noFile: 'Choose a file.',
  nothing: 'Enter something, or choose a file.',
  wrong: {
    text: 'This text contains half of a character pair, which UTF-8 cannot express. Enter it again.',
    base64: 'This is not base64: use A–Z, a–z, 0–9, + and /, padded with = to a multiple of four characters.',
    hex: 'This is not hexadecimal: use two digits 0–9 or a–f for each byte.',
  },
  tooLarge: (bytes: number, most: number) => `This is ${formatSize(bytes)}. The limit is ${formatSize(most)}.`,
  fileTooLarge: (name: string, bytes: number, most: number) =>
    `${name} is ${formatSize(bytes)}. The limit is ${formatSize(most)}.`,
  unreadable: (name: string) => `${name} could not be read. The file may have been moved or changed; choose it again.`,

  bytes: (count: number) => `, ${formatCount(count)} ${count === 1 ? 'byte' : 'bytes'}`,
  showAll: 'Show all',
  showAllOf: (label: string) => `Show all of ${label}`,
  shorten: 'Shorten',
  shortenOne: (label: string) => `Shorten ${label}`,
  whole: (label: string) => `The whole ${label}`,
} as const;
