import { type Check, listed, ok, problem } from '../doctor/check.ts';
import { accountsWithUnitFaults } from './store/accounts.ts';

export const balances: Check = {
  id: 'account-balances',
  needs: 'schema',
  async run({ inspection: { db } }) {
    const faults = await accountsWithUnitFaults(db);
    if (faults.length === 0) return [ok('In every account, what was granted is what was spent and what remains.')];
    const described = faults.map(
      ({ id, granted, spent, remaining }) => `${id} (granted ${granted}, spent ${spent}, remaining ${remaining})`,
    );
    const action = 'Set the balance anew on the Accounts page: no request can have brought this about.';
    return [problem(`Accounts do not add up: ${listed(described)}.`, action)];
  },
};
