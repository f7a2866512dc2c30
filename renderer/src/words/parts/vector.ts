import { formatCount } from '../../lib/format.ts';

/** Vectors that are entered: of faces and voices, and embeddings. */
export const words = {
  hint: '64 to 1,024 numbers, separated by commas or spaces; or JSON, a list or an object with the list “embedding”; or base64 of little-endian 32-bit floats.',
  hintOf: (dimensions: number) =>
    `${formatCount(dimensions)} numbers, separated by commas or spaces; or JSON, a list or an object with the list “embedding”; or base64 of little-endian 32-bit floats.`,
  trouble: 'Enter 64 to 1,024 numbers, not all zero.',
  troubleOf: (dimensions: number) => `Enter ${formatCount(dimensions)} numbers, not all zero.`,
  fromFile: 'Load from file',
  fileTrouble: (name: string, most: string) => `${name} is not a text file of at most ${most}.`,
  sample: 'Fill in an example',
} as const;
