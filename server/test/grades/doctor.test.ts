/** 12.39: grades in `touchstone doctor`, in backups and restores. */
import { expect, test } from 'vitest';
import { bringBack, save } from '../backup/folder.ts';
import { besides, dataDir, problems, tamper, useExaminedFolder, withServer } from '../doctor/examined-folder.ts';
import { gradeRecord } from '../handlers/receipts/signed-grade.ts';

useExaminedFolder();

/** Two grades, by the administrator. */
const submitTwo = () =>
  withServer(async (server) => {
    const ids: string[] = [];
    for (const project of ['first', 'second']) {
      const json = await gradeRecord(server.deps.keySets, server.deps.clock(), { project });
      ids.push(String((await server.call('POST', '/v1/grades', { token: server.admin, json })).at('grade_id')));
    }
    return { ids, now: server.deps.clock() };
  });

test('an untouched folder has no problem; a record, signature or row that was changed is named', async () => {
  const { ids, now } = await submitTwo();
  const [first = '', second = ''] = ids;
  expect(await problems(now)).toBe('');
  tamper(`UPDATE grades SET record = replace(record, '"A"', '"A+"') WHERE id = ?`, first);
  expect(await problems(now)).toContain(`Row ${first} of grades has a record or signature other than the original`);
  tamper(`UPDATE grades SET record = replace(record, '"A+"', '"A"') WHERE id = ?`, first);
  expect(await problems(now)).toBe('');
  tamper('UPDATE grades SET created_at = 0 WHERE id = ?', second);
  expect(await problems(now)).toContain(`Row ${second} of grades has another created_at`);
  tamper('DELETE FROM grades WHERE id = ?', first);
  expect(await problems(now)).toContain(`Row ${second} of grades has another position`);
});

test('a restore brings grades back as they were saved', async () => {
  const { ids } = await submitTwo();
  const file = besides('saved.pqbackup');
  await save(dataDir(), file);
  tamper('DELETE FROM grades');
  await bringBack(file, dataDir(), { replace: true });
  const found = await withServer(async (server) => {
    const list = await server.call('GET', '/v1/grades', { token: server.admin });
    return (list.at('items') as { grade_id: string }[]).map(({ grade_id: id }) => id);
  });
  expect(found).toEqual([...ids].reverse());
});
