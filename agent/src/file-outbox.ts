/** The outbox in a file, with Node's own modules. */
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { openFileOutbox as openOutboxFile } from '@touchstone/core/agent/sdk/file-outbox.ts';
import type { Outbox } from '@touchstone/core/agent/sdk/types/outbox.ts';

/**
 * Opens an outbox, creating the file (0600) in a folder that exists. Rejects with OutboxError where another process has it
 * open or a line cannot be read.
 */
export function openFileOutbox(file: string): Promise<Outbox> {
  return openOutboxFile({ fs, path, process }, file);
}
