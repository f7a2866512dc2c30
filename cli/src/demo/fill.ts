/** What a demonstration holds: a few agents of a small company, and a week of what they did. All of it is made up. */
import { type DemoClient, decide, registerAgent, startSession } from './acts.ts';

export interface DemoFacts {
  /** One sentence for each thing that was made. */
  readonly lines: readonly string[];
  /** The node that is to be changed behind the server's back, and what is to stand there. */
  readonly toBreak: { readonly sessionId: string; readonly nodeId: string; readonly summary: string };
}

const HOUR = 3_600;
const DAY = 24 * HOUR;
const LEDGER = 'svc.tool.example.ledger-read.v1';
const MAIL = 'svc.tool.example.mail-send.v1';
const PAYMENT = 'svc.tool.example.payment-prepare.v1';
const SEARCH = 'svc.tool.example.web-search.v1';
const PRICES = 'svc.tool.example.price-list.v1';
export const APPROVERS = ['ada@example.com', 'grace@example.com'];

/** `agents` may act, `approvers` may decide: one voter for each name. */
export async function fillDemo(agents: DemoClient, approvers: readonly DemoClient[]): Promise<DemoFacts> {
  const lines: string[] = [];
  lines.push(await payInvoices(agents, approvers));
  lines.push(...(await compareSuppliers(agents)));
  lines.push(await answerCustomers(agents));
  const broken = await reconcile(agents);
  lines.push(broken.line);
  return { lines, toBreak: broken.toBreak };
}

/** Each approver decides with the key of his own. */
async function decideAll(approvers: readonly DemoClient[], approvalId: string, decision: 'approve' | 'deny') {
  for (const [at, name] of APPROVERS.entries()) {
    const approver = approvers[at];
    if (approver === undefined) throw new TypeError('internal: the demonstration has too few approvers');
    await decide(approver, approvalId, name, decision);
  }
}

/** An ended and sealed session with every kind of outcome. */
async function payInvoices(agents: DemoClient, approvers: readonly DemoClient[]): Promise<string> {
  const clerk = await registerAgent(agents, {
    name: 'Invoice clerk',
    canonical_name: 'svc.agent.example.finance.clerk.prod.001',
    tenant: 'finance',
    agent_type: 'supervised',
  });
  const session = await startSession(agents, clerk, 8 * HOUR, {
    allowed_tools: [LEDGER, MAIL, PAYMENT],
    forbidden_data_classes: ['phi'],
    jurisdiction: 'EU',
    max_value: 500,
  });
  await session.action('task.begin', "Pay this week's invoices.", { task: 'invoices', week: 47 });
  for (const invoice of ['2039', '2040', '2041']) {
    await session.tool(LEDGER, { invoice }, { invoice, open: true }, 'success', { invoice });
  }
  await session.exposure('financial', 'read');
  await session.exposure('phi', 'read');
  await session.policy('payment.execute', 'account:supplier-17', { value: 120.5, jurisdiction: 'EU', currency: 'EUR' });
  await session.tool(PAYMENT, { invoice: '2039' }, { prepared: true }, 'success', {
    value: '120.50',
    jurisdiction: 'EU',
    invoice: '2039',
  });
  await session.policy('payment.execute', 'account:supplier-4', { value: 1_900, jurisdiction: 'EU', currency: 'EUR' });
  await session.policy('payment.execute', 'account:supplier-9', { value: 80, jurisdiction: 'US', currency: 'USD' });
  await session.tool('svc.tool.example.shell.v1', { command: 'export all' }, null, 'denied');
  // This one ran all the same: nobody asked before.
  await session.tool(SEARCH, { query: 'supplier 9' }, { results: 3 });
  await session.tool(MAIL, { to: 'supplier-4' }, { error: 'mailbox unavailable' }, 'failure', { attempt: '1' });
  await session.tool(MAIL, { to: 'supplier-4' }, null, 'timeout', { attempt: '2' });
  await session.memory({ paid: ['2039'], open: ['2040', '2041'] }, "user:Pay this week's invoices.");
  const approved = await session.approval('Pay invoice 2040, 480.00 EUR, to supplier 12.', APPROVERS, 2, DAY);
  await decideAll(approvers, approved, 'approve');
  await session.tool(PAYMENT, { invoice: '2040' }, { prepared: true }, 'success', { value: '480', invoice: '2040' });
  const denied = await session.approval('Pay invoice 2041, 495.00 EUR, to a new account.', APPROVERS, 1, DAY);
  await decideAll(approvers, denied, 'deny');
  await session.action('task.end', 'Two invoices were prepared; one was left for people.', { paid: 2, left: 1 });
  await session.memory({ paid: ['2039', '2040'], open: ['2041'] }, "user:Pay this week's invoices.");
  await session.end('Two invoices were prepared, one payment was refused by its approvers.');
  return `${session.sessionId}  Invoice clerk: ended and sealed. Tool calls, a failure, a timeout, refusals by scope, a call that ran although the scope forbids it, an exposure, an approval that was given and one that was denied.`;
}

/** Delegation two levels deep; each level sees less, and records less. */
async function compareSuppliers(agents: DemoClient): Promise<readonly string[]> {
  const lead = await registerAgent(agents, {
    name: 'Purchasing lead',
    canonical_name: 'svc.agent.example.purchasing.lead.prod.001',
    tenant: 'purchasing',
    redaction_level: 'full',
  });
  const researcher = await registerAgent(agents, {
    name: 'Researcher',
    canonical_name: 'svc.agent.example.purchasing.researcher.prod.001',
    tenant: 'purchasing',
    agent_type: 'sub_agent',
    redaction_level: 'hash_only',
  });
  const scout = await registerAgent(agents, {
    name: 'Price scout',
    canonical_name: 'svc.agent.example.purchasing.scout.prod.001',
    tenant: 'purchasing',
    agent_type: 'tool_only',
    redaction_level: 'redacted',
  });
  const parent = await startSession(agents, lead, 8 * HOUR, {
    allowed_tools: [SEARCH, PRICES, MAIL],
    max_value: 2_000,
  });
  await parent.action('task.begin', 'Compare three suppliers of packaging.', { task: 'compare', suppliers: 3 });
  await parent.policy('order.prepare', 'supplier:12', { value: 1_400, currency: 'EUR', articles: ['box-s', 'box-m'] });
  const child = await parent.delegate(researcher, [SEARCH, PRICES], 4 * HOUR, 1_000);
  await child.tool(SEARCH, { query: 'packaging suppliers' }, { results: 14 });
  await child.action('note.write', 'Three suppliers look suitable.', { suppliers: [4, 12, 17] });
  const grandchild = await child.delegate(scout, [PRICES, MAIL], HOUR, 100);
  for (const supplier of [4, 12, 17]) await grandchild.tool(PRICES, { supplier }, { supplier, price: 10 + supplier });
  await grandchild.tool(MAIL, { to: 'supplier-4' }, null, 'denied');
  await grandchild.end('Three price lists were read.');
  await child.memory({ best: 4 }, 'assistant:Supplier 4 is the cheapest.');
  await child.end('Supplier 4 is the cheapest.');
  await parent.tool(MAIL, { to: 'purchasing@example.com' }, { sent: true });
  await parent.end('The comparison was sent to the purchasing department.');
  return [
    `${parent.sessionId}  Purchasing lead: ended and sealed. Delegates to the researcher; everything is recorded.`,
    `${child.sessionId}  Researcher: delegated, with fewer tools and a lower limit; only hashes are recorded.`,
    `${grandchild.sessionId}  Price scout: delegated by the researcher; one call is out of its scope. Redacted.`,
  ];
}

/** A session that goes on, with an approval that waits. */
async function answerCustomers(agents: DemoClient): Promise<string> {
  const support = await registerAgent(agents, {
    name: 'Support assistant',
    canonical_name: 'svc.agent.example.support.assistant.prod.001',
    tenant: 'support',
    agent_type: 'human_in_loop',
  });
  const session = await startSession(agents, support, 30 * DAY, { forbidden_data_classes: ['phi', 'payment-card'] });
  await session.tool('svc.tool.example.tickets.v1', { ticket: 881 }, { subject: 'Refund' }, 'success', {
    ticket: '881',
  });
  await session.exposure('pii', 'read');
  await session.action('reply.draft', 'Drafted the answer to ticket 881.', { ticket: 881, lines: 12 });
  await session.tool(MAIL, { ticket: 881 }, null, 'pending', { ticket: '881' });
  await session.approval('Refund 64.90 EUR to the customer of ticket 881.', APPROVERS, 1, 29 * DAY);
  return `${session.sessionId}  Support assistant: open, with an approval that waits for a decision.`;
}

/** A session that is sound until one of its nodes is changed in the database. */
async function reconcile(
  agents: DemoClient,
): Promise<{ readonly line: string; readonly toBreak: DemoFacts['toBreak'] }> {
  const agent = await registerAgent(agents, {
    name: 'Broken on purpose',
    canonical_name: 'svc.agent.example.demo.broken-on-purpose.prod.001',
    tenant: 'demo',
  });
  const session = await startSession(agents, agent, HOUR);
  await session.action('account.open', 'Opened the account for the demonstration.', { account: 1 });
  await session.tool(LEDGER, { account: 1 }, { balance: 12 });
  const { node_id: nodeId } = await session.action('transfer.book', 'Booked a transfer of 12.00 EUR.', { amount: 12 });
  await session.tool(LEDGER, { account: 1 }, { balance: 0 });
  await session.action('account.close', 'Closed the account for the demonstration.', { account: 1 });
  await session.end('This session is broken on purpose: one of its receipts was changed in the database.');
  return {
    line: `${session.sessionId}  Broken on purpose: sealed, then one stored receipt was changed in the database. Verifying it fails, as it should.`,
    toBreak: { sessionId: session.sessionId, nodeId, summary: 'Booked a transfer of 1200.00 EUR.' },
  };
}
