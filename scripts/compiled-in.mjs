// What is compiled into WebAssembly and native modules of packages, whose manifests do not name it. electron/test/package.test.ts
// holds the versions against what is installed.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './setup.mjs';

/** A licence's words after the lines that say whose the work is, from a package that stands under it. */
function wordsOf(name, start) {
  const text = readFileSync(path.join(ROOT, 'node_modules', name, 'LICENSE'), 'utf8');
  return text.slice(text.indexOf(start)).trim();
}

const MIT = wordsOf('node-seal', 'Permission is hereby granted');
const BSD = wordsOf('d3-ease', 'Redistribution and use');
const ZLIB = `This software is provided 'as-is', without any express or implied warranty. In no event will the authors be held liable for any damages arising from the use of this software.`;
const LLVM =
  'Under the Apache License 2.0 with LLVM Exceptions: https://spdx.org/licenses/LLVM-exception.html. The text of the Apache License stands in LICENSE.';

/** By package. */
export const COMPILED_IN = {
  'node-seal': [
    { name: 'Microsoft SEAL', version: '4.1.2', license: 'MIT', texts: ['Copyright (c) Microsoft Corporation.', MIT] },
    {
      name: 'Zstandard',
      license: 'BSD-3-Clause',
      texts: ['Copyright (c) Meta Platforms, Inc. and affiliates. All rights reserved.', BSD],
    },
    { name: 'zlib', license: 'Zlib', texts: ['Copyright (C) Jean-loup Gailly and Mark Adler', ZLIB] },
    { name: 'Emscripten', license: 'MIT', texts: ['Copyright (c) 2010-2014 Emscripten authors', MIT] },
    { name: 'musl', license: 'MIT', texts: ['Copyright (c) 2005-2020 Rich Felker, et al.', MIT] },
    { name: 'LLVM libc++ and libc++abi', license: 'Apache-2.0 WITH LLVM-exception', texts: [LLVM] },
  ],
  '@oqs/liboqs-js': [
    // Its text stands in the package's own.
    { name: 'liboqs', version: '0.15.1', license: 'MIT', texts: [] },
    { name: 'Falcon', license: 'MIT', texts: ['Copyright (c) 2017-2019 Falcon Project', MIT] },
  ],
  'better-sqlite3': [
    {
      name: 'SQLite',
      version: '3.54.1',
      license: 'blessing',
      texts: ['In the public domain: https://www.sqlite.org/copyright.html'],
    },
  ],
};
