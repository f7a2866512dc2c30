/** Reads a file as text without losing or inventing a byte: what is hashed later are the file's own bytes. */
import { formatSize } from '../../lib/format.ts';
import { words } from '../../words/parts/form.ts';

export type TextFileRead =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string };

/** The file as strict UTF-8 text, a byte order mark kept. Refuses larger files and every other encoding in words. */
export async function readTextFile(file: File, maxBytes: number): Promise<TextFileRead> {
  if (file.size > maxBytes) {
    return {
      ok: false,
      message: words.fileTooLarge(file.name, formatSize(file.size), formatSize(maxBytes)),
    };
  }
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const parts: string[] = [];
  const reader = file.stream().getReader();
  for (;;) {
    let chunk: ReadableStreamReadResult<Uint8Array>;
    try {
      chunk = await reader.read();
    } catch {
      return {
        ok: false,
        message: words.fileUnread(file.name),
      };
    }
    try {
      parts.push(chunk.done ? decoder.decode() : decoder.decode(chunk.value, { stream: true }));
    } catch {
      await reader.cancel();
      return { ok: false, message: words.fileNoText(file.name) };
    }
    if (chunk.done) return { ok: true, text: parts.join('') };
  }
}
