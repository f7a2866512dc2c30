// An agent that asks before it pays and hands the payment to a helper that may do less than it.
//   TOUCHSTONE_API_KEY=… node approval-and-delegation.mjs
import { Agent } from '@touchstone/agent';

const person = { tenant: 'example', capabilities: ['execute', 'use_tools'] };
const clerk = await Agent.register({ ...person, name: 'Clerk', canonicalName: 'svc.agent.example.finance.clerk.prod.001' });
const payer = await Agent.register({ ...person, name: 'Payer', canonicalName: 'svc.agent.example.finance.payer.prod.001' });

const session = await clerk.start({ maxTransactionValue: 500, forbiddenDataClasses: ['phi'] });
const payment = { actionType: 'payment.execute', targetResource: 'account:supplier-17', parameters: { value: 480 } };
const { allowed, rule } = await session.policy(payment);
console.log(allowed ? 'The policy allows it.' : `The policy refuses it: ${rule}.`);

const approvers = ['ada@example.com'];
console.log('Waiting for a decision in the console, Agents, Approvals …');
const approval = await session.approval({ summary: 'Pay invoice 2041, 480.00 EUR.', approvers, timeoutSeconds: 120 });
console.log(`The approval is ${approval.state}.`);

if (allowed && approval.approved) {
  const child = await session.delegate({ agent: payer, allowedTools: ['svc.tool.example.pay.v1'], maxTransactionValue: 480 });
  const pay = child.tool('svc.tool.example.pay.v1', async ({ value }) => ({ paid: value }), {
    metadata: ({ value }) => ({ value, jurisdiction: 'EU' }),
  });
  console.log(await pay({ value: 480 }));
  await child.stop();
}
await session.stop();
await Promise.all([clerk.close(), payer.close()]);
