// What `npm run dev` starts anew at each change of server/src or core/src: every answer is held against its contract.
import { serve } from '../server/src/main.ts';

await serve({ ...JSON.parse(process.argv[2]), checkAnswers: true, logLevel: 'warn' });
