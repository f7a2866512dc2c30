/** What a person enters to be signed, verified or encapsulated: text, base64, hex or a file, and how it becomes bytes. */
import { fromBase64, fromHex, toBase64, utf8 } from '@touchstone/core/bytes.ts';
import { words } from '../../words/parts/bytes.ts';

export type BytesForm = 'text' | 'base64' | 'hex' | 'file';

export interface BytesDraft {
  readonly form: BytesForm;
  /** What stands in the field; kept while a file is chosen. */
  readonly text: string;
  /** The chosen file, read already. */
  readonly file: { readonly name: string; readonly size: number; readonly base64: string } | null;
}

export const EMPTY_DRAFT: BytesDraft = { form: 'text', text: '', file: null };

/** The server takes bodies of 16 MiB; base64 makes four bytes out of three. */
export const MAX_MESSAGE_BYTES = 11 * 1024 * 1024;

export type DraftBytes =
  | { readonly ok: true; readonly base64: string; readonly length: number }
  | { readonly ok: false; readonly message: string };

/** The bytes of a draft as padded base64. White space in base64 and hex does not count; everything else is strict. */
export function readDraft({ form, text, file }: BytesDraft): DraftBytes {
  if (form === 'file') {
    if (file === null) return { ok: false, message: words.noFile };
    return { ok: true, base64: file.base64, length: file.size };
  }
  if (text === '') return { ok: false, message: words.nothing };
  const bytes = bytesOf(form, text);
  if (bytes === null) return { ok: false, message: words.wrong[form] };
  if (bytes.length > MAX_MESSAGE_BYTES) {
    return { ok: false, message: words.tooLarge(bytes.length, MAX_MESSAGE_BYTES) };
  }
  return { ok: true, base64: form === 'base64' ? text.replaceAll(/\s/g, '') : toBase64(bytes), length: bytes.length };
}

function bytesOf(form: Exclude<BytesForm, 'file'>, text: string): Uint8Array | null {
  switch (form) {
    case 'text':
      return text.isWellFormed() ? utf8(text) : null;
    case 'base64':
      return fromBase64(text.replaceAll(/\s/g, ''));
    case 'hex':
      return fromHex(text.replaceAll(/\s/g, '').toLowerCase());
  }
}

export type FileRead =
  | { readonly ok: true; readonly file: NonNullable<BytesDraft['file']> }
  | { readonly ok: false; readonly message: string };

/** Reads a file as base64; the browser does the encoding off the page's thread. */
export async function readFileDraft(file: File): Promise<FileRead> {
  if (file.size > MAX_MESSAGE_BYTES) {
    return { ok: false, message: words.fileTooLarge(file.name, file.size, MAX_MESSAGE_BYTES) };
  }
  try {
    const url = await dataUrlOf(file);
    return { ok: true, file: { name: file.name, size: file.size, base64: url.slice(url.indexOf(',') + 1) } };
  } catch {
    return { ok: false, message: words.unreadable(file.name) };
  }
}

function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(file);
  });
}
