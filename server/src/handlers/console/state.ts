import { api } from '@touchstone/core/api/api.ts';
import { CONSOLE_STATE, CONSOLE_STATE_NAMES, type ConsoleStateName } from '@touchstone/core/api/console-state.ts';
import { invalid } from '../../frame/errors.ts';
import { implement } from '../../frame/implement.ts';
import { deleteSetting, readSetting, writeSetting } from '../../settings/store.ts';
import type { Db } from '../../store/engine.ts';

export interface Needs {
  readonly db: Db;
}

export const state = implement(api.console.state)<Needs>({
  async read({ deps, caller }) {
    const kept: Partial<Record<ConsoleStateName, string>> = Object.fromEntries(caller.session?.kept ?? []);
    for (const name of CONSOLE_STATE_NAMES) {
      const text = CONSOLE_STATE[name].kept === 'folder' ? await readSetting(deps.db, `console.${name}`) : null;
      if (text !== null) kept[name] = text;
    }
    return kept;
  },

  async update({ caller, write }, { body }) {
    const named = CONSOLE_STATE_NAMES.filter((name) => body[name] !== undefined);
    const ofSession = named.filter((name) => CONSOLE_STATE[name].kept === 'session');
    const ofFolder = named.filter((name) => CONSOLE_STATE[name].kept === 'folder');
    const [first] = ofSession;
    if (first !== undefined && caller.session === undefined) {
      throw invalid(first, `\`${first}\` belongs to a console session, and this request has none.`);
    }
    if (ofFolder.length > 0) {
      await write(async (db) => {
        for (const name of ofFolder) {
          const text = body[name] ?? null;
          if (text === null) await deleteSetting(db, `console.${name}`);
          else await writeSetting(db, `console.${name}`, text);
        }
      });
    }
    for (const name of ofSession) {
      const text = body[name] ?? null;
      if (text === null) caller.session?.kept.delete(name);
      else caller.session?.kept.set(name, text);
    }
    return {};
  },
});
