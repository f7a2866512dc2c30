import type { Plugin } from 'rolldown';
/**
 * Of liboqs-js only padded FALCON. It imports its WebAssembly modules by names made at run time, which are fixed here. In
 * those modules Node's branch is left out, since verifying needs neither files nor randomness, and the WebAssembly stands
 * in a string of characters up to 255: as base64 Node decodes it at once, and the bundle stays ASCII, which V8 reads faster.
 */
export declare const onlyFalcon: Plugin;
