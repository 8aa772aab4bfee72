import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rulesOf } from '#kit/model/advanced-query.ts';
import type { Field } from '#kit/model/field.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { isServed, nameToWire, toWire, type Wire } from '#kit/model/wire.ts';
import { resources as declared } from '#app/declarations.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { upload, workbook } from '#tests/sheets/upload.ts';
import { call } from './calls.ts';
import { storedRows } from './register-rows.ts';
import { fieldsOf, pathOf, superQuery, type Page, type Refused, type Row } from './resources.ts';
import { sampleValues } from './sample-row.ts';
import { openOtherTenant, personWith } from './worlds.ts';

/** Resources whose paths and names are not ours: what the wire table of each promises. */

let scene: TestApp;
let admin: Client;
let stranger: Client;
beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  stranger = await openOtherTenant(scene);
});
afterAll(() => scene.stop());

const NOT_FOUND = { status: 200, success: false, code: 500, message: '未找到对应实体' };
const wired = declared.filter(({ wire }) => wire);
const registers = wired.filter((one) => one.kind === 'register' && isServed(one, 'add'));

test('there are such resources', () => expect(registers.length).toBeGreaterThan(0));

describe.each(registers.map((one) => [pathOf(one), one] as const))('%s', (path, resource) => {
  const wire = resource.wire as Wire;
  let n = 0;
  const body = () => toWire({ ...wire, repeats: {} }, sampleValues(resource, ++n));
  const add = async (who = admin): Promise<{ id: string; sent: Record<string, unknown> }> => {
    const sent = body();
    return { id: (await must(who.post<{ id: string }>(`${path}/add`, sent))).id, sent };
  };
  /** As it is answered: a secret says only that there is one. */
  const shownOf = (sent: Record<string, unknown>): Record<string, unknown> => ({
    ...sent,
    ...Object.fromEntries(
      fieldsOf(resource).flatMap(([key, { kind }]) => (kind === 'secret' ? [[nameToWire(wire, key), '***']] : [])),
    ),
  });
  const listed = async (query: Record<string, string>, who = admin): Promise<Row[]> =>
    (await must(who.get<Page>(`${path}/list`, query))).records;

  test('a row is written and read in the names of the wire', async () => {
    const { id, sent } = await add();
    const [row] = await listed({ id });
    const shown = shownOf(sent);
    expect(row).toMatchObject(shown);
    expect(await must(admin.get(`${path}/queryById`, { id }))).toMatchObject(shown);
    for (const [name, repeated] of Object.entries(wire.repeats ?? {})) expect(row?.[name], name).toBe(row?.[repeated]);
    for (const key of Object.keys(wire.names ?? {})) expect(row).not.toHaveProperty(key);
    const next = body();
    const edited = await admin.put(`${path}/edit`, { ...next, id, version: row?.['version'] });
    expect(edited).toMatchObject({ success: true, message: wire.texts?.edit ?? '编辑成功!' });
    expect((await listed({ id }))[0]).toMatchObject(shownOf(next));
    const stale = await admin.put<Refused>(`${path}/edit`, { ...next, id, version: 1 });
    expect(stale).toMatchObject({ status: 200, success: false, code: 500 });
  });

  test('every field is asked for by its name on the wire', async () => {
    const { id, sent } = await add();
    for (const [key, field] of fieldsOf(resource)) {
      const name = nameToWire(wire, key);
      if (field.kind === 'secret') continue;
      const val = String(sent[name]);
      const params = rulesOf(field).includes('eq') ? superQuery(name, 'eq', val) : {};
      for (const query of [{ [name]: val }, params])
        if (field.structured) expect((await admin.get(`${path}/list`, { [name]: val, id })).success, name).toBe(false);
        else expect((await listed({ ...query, id })).length, name).toBe(1);
      expect(await listed({ id, column: `${name}_dictText`, order: 'asc' })).toHaveLength(1);
    }
    expect((await must(admin.get<Page>(`${path}/list`, { pageSize: '99999' }))).size).toBe(500);
    const unknown = await admin.get(`${path}/list`, superQuery('nobody', 'eq', '1'));
    expect(unknown).toMatchObject({ status: 200, success: false, code: 500 });
  });

  test('a refusal is neutral and names fields as they were sent', async () => {
    const { sent } = await add();
    for (const [key, { unique }] of fieldsOf(resource)) {
      if (!unique) continue;
      const name = nameToWire(wire, key);
      const taken = await admin.post<Refused>(`${path}/add`, { ...body(), [name]: sent[name] });
      expect(taken).toMatchObject({ status: 200, success: false, code: 500 });
      expect(taken.result.errors).toMatchObject([{ field: name, code: 'taken' }]);
    }
    const empty = await admin.post<Refused>(`${path}/add`, {});
    expect(empty).toMatchObject({ status: 200, success: false, code: 500 });
    const needed = fieldsOf(resource).filter(([, { required }]) => required);
    expect(empty.result.errors?.map(({ field }) => field)).toEqual(needed.map(([key]) => nameToWire(wire, key)));
  });

  test('a row of another tenant is a missing one', async () => {
    const { id, sent } = await add();
    const before = await storedRows(scene, resource);
    for (const answer of [
      await stranger.get(`${path}/queryById`, { id }),
      await stranger.put(`${path}/edit`, { ...body(), id }),
      await stranger.delete(`${path}/delete`, { id }),
      await stranger.delete(`${path}/deleteBatch`, { ids: id }),
    ])
      expect(answer).toMatchObject(NOT_FOUND);
    expect(await listed({ id }, stranger)).toEqual([]);
    const label = String(sent[nameToWire(wire, resource.label)]);
    expect(await must(stranger.post(`${path}/lookup`, { texts: [label] }))).toMatchObject([{ fault: 'missing' }]);
    const { bytes } = await call(scene, { method: 'GET', path: `${path}/exportXls` }, { token: stranger.token });
    expect(bytes.includes(Buffer.from(label, 'utf16le'))).toBe(false);
    expect(await storedRows(scene, resource)).toEqual(before);
  });

  test('rows go one by one and together', async () => {
    const [one, two, three] = [await add(), await add(), await add()];
    const alone = await admin.delete(`${path}/delete`, { id: one.id });
    expect(alone).toMatchObject({ success: true, message: wire.texts?.delete ?? '删除成功!' });
    const both = await admin.delete(`${path}/deleteBatch`, { ids: `${two.id},${three.id}` });
    expect(both).toMatchObject({ message: wire.texts?.deleteBatch ?? '批量删除成功!' });
    expect(await listed({ id: [one, two, three].map(({ id }) => id).join(',') })).toEqual([]);
  });

  test('its export is imported again as it is and changes nothing', async () => {
    await add();
    const before = await storedRows(scene, resource);
    const { bytes } = await admin.raw('GET', `${path}/exportXls`);
    const answer = await upload(scene, admin, `${path}/importExcel`, bytes);
    expect(answer).toMatchObject({ success: true, code: 200 });
    expect(await storedRows(scene, resource)).toEqual(before);
  });

  test('rows that an import refuses come back at a path of the wire', async () => {
    const { form, fields } = resource;
    const keys = (form as readonly (readonly string[])[]).flat();
    const titles = keys.map((key) => (fields as Record<string, Field>)[key]?.title ?? key);
    const sheet = await workbook(titles, [keys.map(() => ' '.repeat(2) + 'x'.repeat(500))]);
    const { result } = await upload(scene, admin, `${path}/importExcel`, sheet);
    const { fileUrl } = result as { fileUrl: string };
    expect(fileUrl).toContain(`${path}/importErrors/`);
    expect((await admin.raw('GET', fileUrl)).status).toBe(200);
    const jobs = await must(admin.get<Page>('/sys/fileJob/list', { pageSize: '1' }));
    expect(fileUrl).toContain(String(jobs.records[0]?.['errorFile']));
  });

  test('what is open is read by everybody, and nothing else', async () => {
    const nobody = await personWith(scene, admin, []);
    for (const part of ['list', 'queryById', 'options', 'exportXls'] as const) {
      const isOpen = wire.open?.includes(part as never) ?? false;
      expect((await nobody.raw('GET', `${path}/${part}`)).status, part).toBe(isOpen ? 200 : 403);
    }
    const reader = await personWith(scene, admin, [`${resourceKey(resource)}:list`]);
    expect((await reader.raw('POST', `${path}/add`)).status).toBe(403);
  });
});
