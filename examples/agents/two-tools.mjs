// Two tools of an agent, attested. Needs a running Touchstone and an API key with the scope `agents`:
//   TOUCHSTONE_API_KEY=… node two-tools.mjs
// What such a session is when it is saved, and how one that was tampered with fails, is in ../sessions/README.md.
import { Agent } from '@touchstone/agent';

const invoices = { 2041: { total: 480, currency: 'EUR' }, 2042: { total: 75.5, currency: 'USD' } };
const rates = { EUR: 1, USD: 0.92 };

const session = await Agent.start({
  name: 'Invoice clerk',
  canonicalName: 'svc.agent.example.finance.clerk.prod.001',
  tenant: 'example',
  allowedTools: ['svc.tool.example.invoice-read.v1', 'svc.tool.example.to-euro.v1'],
});

const readInvoice = session.tool('svc.tool.example.invoice-read.v1', async ({ id }) => {
  if (!(id in invoices)) throw new Error(`no invoice ${id}`);
  return invoices[id];
});
const toEuro = session.tool('svc.tool.example.to-euro.v1', ({ total, currency }) => total * rates[currency]);

let sum = 0;
for (const id of [2041, 2042]) sum += await toEuro(await readInvoice({ id }));
await readInvoice({ id: 9999 }).catch((error) => console.log(`As expected: ${error.message}`));
console.log(`Open invoices: ${sum.toFixed(2)} EUR`);

const report = await session.stop({ summary: 'Two invoices were read and added up.' });
await Promise.all([session.saveBundle(), Agent.saveKeySets()]);
const { valid, integrity, command } = await session.verify();
console.log(`${report.delivered} receipts, ${report.refused.length} refused; valid: ${valid}`, integrity);
console.log(`Checked without the server by:\n  ${command}`);
