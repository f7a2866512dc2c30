/** What the outbox in a file uses of Node's modules. They are handed in: core itself has no Node types. */

export interface FileHandle {
  write(
    bytes: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesWritten: number }>;
  readFile(encoding: 'utf8'): Promise<string>;
  chmod(mode: number): Promise<void>;
  truncate(length: number): Promise<void>;
  datasync(): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

export interface NodeFiles {
  /** `node:fs/promises`. */
  readonly fs: {
    open(file: string, flags: 'r' | 'w' | 'wx', mode?: number): Promise<FileHandle>;
    readdir(folder: string): Promise<readonly string[]>;
    readFile(file: string, encoding: 'utf8'): Promise<string>;
    rename(from: string, to: string): Promise<void>;
    rm(file: string, options: { readonly force: boolean }): Promise<void>;
    stat(file: string): Promise<{ isFile(): boolean }>;
  };
  /** `node:path`. */
  readonly path: {
    resolve(...parts: string[]): string;
    join(...parts: string[]): string;
    dirname(file: string): string;
    basename(file: string): string;
  };
  /** The global `process`. */
  readonly process: {
    readonly pid: number;
    readonly platform: string;
    kill(pid: number, signal: 0): unknown;
  };
}
