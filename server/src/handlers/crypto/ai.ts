import { api } from '@touchstone/core/api/api.ts';
import { cryptoHealthWork, harvestWork, sideChannelWork } from '../../detection/work.ts';
import { implement } from '../../frame/implement.ts';
import { byWork } from '../../frame/work.ts';

export const ai = implement(api.crypto.ai)({
  harvestDetect: byWork(harvestWork, (_context, _input, run) => run(null)),
  sideChannel: byWork(sideChannelWork, (_context, _input, run) => run(null)),
  cryptoHealth: byWork(cryptoHealthWork, (_context, _input, run) => run(null)),
});
