/**
 * The few globals that Node, Electron and browsers share. core is compiled without Node's and the
 * DOM's types so that nothing else can slip in.
 */
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}
declare class TextDecoder {
  constructor(label: string, options: { fatal: boolean; ignoreBOM: boolean });
  decode(bytes: Uint8Array): string;
}
declare class AbortController {
  readonly signal: {
    readonly aborted: boolean;
    readonly reason?: unknown;
    addEventListener(type: 'abort', listener: () => void): void;
    removeEventListener(type: 'abort', listener: () => void): void;
  };
  abort(reason?: unknown): void;
}
declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer;
  }
  const Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  const Instance: new (module: object) => { readonly exports: Readonly<Record<string, unknown>> };
  function validate(bytes: Uint8Array<ArrayBuffer>): boolean;
  function instantiate(bytes: Uint8Array<ArrayBuffer>): Promise<{
    readonly instance: { readonly exports: Readonly<Record<string, unknown>> };
  }>;
}
/** What liboqs-js is made of has no types; `liboqs/` says what it uses of it. */
declare module '*.deno.js' {
  const create: () => Promise<never>;
  export default create;
}
