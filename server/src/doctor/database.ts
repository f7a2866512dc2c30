import type { SchemaFault } from '../store/sqlite/schema.ts';
import { type Check, type Finding, listed, ok, problem, RESTORE, warning } from './check.ts';

export const integrity: Check = {
  id: 'database-integrity',
  needs: 'database',
  run({ inspection }) {
    const faults = inspection.integrityFaults();
    if (faults.length === 0) return [ok('The pages and indexes of the database are intact.')];
    return [problem(`The database is damaged: ${listed(faults)}.`, RESTORE)];
  },
};

export const references: Check = {
  id: 'database-references',
  needs: 'database',
  run({ inspection }) {
    const faults = inspection.foreignKeyFaults();
    if (faults.length === 0) return [ok('Every row refers to rows that exist.')];
    return [problem(`Rows of the database refer to missing rows: ${listed(faults)}.`, RESTORE)];
  },
};

export const schema: Check = {
  id: 'database-schema',
  needs: 'database',
  run({ inspection }) {
    const faults = inspection.schemaFaults();
    if (faults.length === 0) return [ok('The database has the schema of this version.')];
    return faults.map(findingOf);
  },
};

function findingOf(fault: SchemaFault): Finding {
  switch (fault.kind) {
    case 'newer':
      return problem(`The database was written by a newer version (schema ${fault.version}).`, 'Update Touchstone.');
    case 'altered':
      return problem(`Schema step ${fault.version} was applied in a form that this version does not know.`, RESTORE);
    case 'older':
      return warning(
        `The database has schema ${fault.version}, which is older than this version's.`,
        'The next start of the server updates the schema.',
      );
    case 'missing':
      return problem(`The database has no ${fault.name}.`, RESTORE);
    case 'changed':
      return problem(`The ${fault.name} of the database differs from the one in this version.`, RESTORE);
    case 'foreign':
      return problem(`The database contains a foreign ${fault.name}.`, 'Find out who added it, or restore a backup.');
  }
}
