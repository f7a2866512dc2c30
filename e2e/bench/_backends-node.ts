/** What `backends.ts` runs on each Node: JSON lines of rates per second of CPU time, the thread pool included. */
import * as nodeCrypto from 'node:crypto';
import { liboqsKem } from '@touchstone/core/kem/liboqs-kem.ts';
import { nodeKem } from '@touchstone/core/kem/node-kem.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { falconBackend } from '@touchstone/core/sign/falcon-backend.ts';
import { liboqsBackend } from '@touchstone/core/sign/liboqs-backend.ts';
import { nodeBackend } from '@touchstone/core/sign/node-backend.ts';
import { wasmBackend } from '@touchstone/core/sign/wasm-backend.ts';
import { measureBackends } from '../../core/bench/_backends.ts';

await measureBackends(
  {
    signatures: [
      nodeBackend(nodeCrypto),
      liboqsBackend(systemRandom),
      wasmBackend(systemRandom),
      falconBackend(systemRandom),
    ],
    kems: [nodeKem(nodeCrypto), liboqsKem(systemRandom)],
    clock: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
    only: process.argv.slice(2),
  },
  (rate) => console.log(JSON.stringify(rate)),
);
