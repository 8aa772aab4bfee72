import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Field } from '#kit/model/field.ts';
import { resourceKey, snake, type AnyResource } from '#kit/model/resource.ts';
import { newId } from '#kit/server/new-id.ts';
import { startTestApp, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';
import { IS_LONG, someOf } from '#tests/harness/long.ts';
import { upload } from '#tests/sheets/upload.ts';
import {
  auditOf,
  indexedKeys,
  naturalKeys,
  pick,
  shown,
  storedRow,
  storedRows,
  withoutAudit,
  type Body,
  type NaturalKey,
} from './register-rows.ts';
import { casesOf, eachTrait, fieldsOf, listOf, registers, type Refused, type Row } from './resources.ts';
import { Samples } from './sample-row.ts';

/** Fields that ask for another one in the same edit: a secret is given for one environment. */
const NOT_ALONE = new Set([
  'base:channelAccount environment',
  // With the key of the account alone.
  ...['carrier', 'owner', 'environment', 'apiUrl', 'accountNumber'].map((key) => `base:carrierAccount ${key}`),
  // The secret was given for these.
  ...['connector', 'environment', 'apiUrl', 'clientId'].map((key) => `purchasing:supplyFeed ${key}`),
  // The full name follows it.
  'catalog:productCategory name',
  // Never behind the last day.
  'base:freightVersion effectiveFrom',
]);

let scene: TestApp;
let admin: Client;
let samples: Samples;
beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  // What the rows link to is numbered from here; the rows themselves from 1.
  samples = new Samples(admin, 500);
});
afterAll(() => scene.stop());

const STALE = { status: 409, success: false, message: '数据已被他人修改，请刷新' };
const NOT_FOUND = { status: 404, success: false, message: '未找到对应实体' };

/** Keys that a register keeps as they were added. */
const FIXED: Record<string, readonly string[]> = {
  'base:currency': ['code'],
  'channels:channelProduct': ['accountId', 'channelSku'],
};

/** Another body for the same row. */
const stored = (resource: AnyResource, body: Body, next: Body): Body => ({
  ...next,
  ...pick(body, FIXED[resourceKey(resource)] ?? []),
});

const CHOSEN = new Set(['choice', 'choices', 'link', 'date', 'datetime', 'flag']);
const missing = (key: string, { kind, title }: Field) => ({
  field: key,
  code: 'required',
  message: `${CHOSEN.has(kind) ? '请选择' : '请输入'}${title}`,
});

function expectTaken(answer: Answer<unknown>, { fields, message }: NaturalKey, body: Body): void {
  expect(answer).toMatchObject({ status: 422, success: false, message: message(body) });
  if (fields.length > 1) return;
  const errors = [{ field: fields[0], code: 'taken', message: message(body) }];
  expect(answer.result).toEqual({ errors });
}

const kinds = new Set(eachTrait(registers));

describe.each(casesOf(registers))('%s', (path, resource) => {
  const fields = fieldsOf(resource);
  const written = fields.filter(([, { derived }]) => !derived);
  let n = 0;
  let body: Body;
  let id: string;

  const add = (more: Body) => admin.post<{ id: string } & Refused>(`${path}/add`, more);
  const edit = (more: Body) => admin.put<Refused>(`${path}/edit`, more);
  const detail = async (of: string): Promise<Row> => (await admin.get<Row>(`${path}/queryById`, { id: of })).result;
  const total = async (): Promise<number> => (await listOf(admin, resource)).result.total;
  const nextBody = (): Promise<Body> => samples.body(resource, ++n);

  beforeEach(async () => {
    body = await nextBody();
    const added = await add(body);
    expect(added).toMatchObject({ status: 200, success: true, message: '添加成功！' });
    id = added.result.id;
  });

  test('a row is added, read, and edited either way', async () => {
    const row = await detail(id);
    expect(row).toMatchObject({ ...shown(resource, body), id, version: 1, createBy: 'admin' });
    const second = stored(resource, body, await nextBody());
    expect(await edit({ ...second, id, version: 1 })).toMatchObject({
      status: 200,
      message: '编辑成功!',
      result: { id },
    });
    const edited = await detail(id);
    expect(edited).toMatchObject({ ...shown(resource, second), version: 2, updateBy: 'admin' });
    const third = stored(resource, body, await nextBody());
    const posted = await admin.post(`${path}/edit`, { ...third, id, version: 2 });
    expect(posted).toMatchObject({ status: 200, message: '编辑成功!' });
    expect(await detail(id)).toMatchObject({ ...shown(resource, third), version: 3 });
    expect(await listOf(admin, resource, { id })).toMatchObject({
      result: { total: 1, records: [{ id, version: 3 }] },
    });
  });

  test('what must not be there twice is refused by its name, added or edited', async () => {
    const keys = naturalKeys(resource);
    expect(keys.length).toBeGreaterThan(0);
    const reported = keys.map(({ fields: key }) => key.map(snake).sort());
    expect(reported).toEqual(expect.arrayContaining(await indexedKeys(scene, resource)));
    for (const key of keys) {
      const counted = await total();
      expectTaken(await add({ ...(await nextBody()), ...pick(body, key.fields) }), key, body);
      expect(await total()).toBe(counted);
      // Its own key is no twin.
      const next = { ...stored(resource, body, await nextBody()), ...pick(body, key.fields) };
      expect((await edit({ ...next, id })).message).toBe('编辑成功!');
      body = next;
      if (key.fields.some((one) => FIXED[resourceKey(resource)]?.includes(one))) continue;
      const other = (await add(await nextBody())).result.id;
      const before = await storedRow(scene, resource, other);
      expectTaken(await edit({ ...pick(body, key.fields), id: other, version: 1 }), key, body);
      expect(await storedRow(scene, resource, other)).toEqual(before);
    }
  });

  test('a deleted row is gone for everybody, and its key is free again', async () => {
    expect(await admin.delete(`${path}/delete`, { id })).toMatchObject({
      status: 200,
      message: '删除成功!',
    });
    expect((await listOf(admin, resource, { id })).result.records).toEqual([]);
    expect((await admin.get(`${path}/options`, { ids: id })).result).toEqual([]);
    expect(await admin.get(`${path}/queryById`, { id })).toMatchObject(NOT_FOUND);
    expect(await edit({ ...body, id })).toMatchObject(NOT_FOUND);
    expect(await admin.delete(`${path}/delete`, { id })).toMatchObject(NOT_FOUND);
    expect(await storedRow(scene, resource, id)).toMatchObject({ updateBy: 'admin' });
    const again = await add(body);
    expect(again.success, again.message).toBe(true);
  });

  test('its export is imported again as it is and changes nothing', async () => {
    const counted = await total();
    const before = await storedRows(scene, resource);
    const { bytes } = await admin.raw('GET', `${path}/exportXls`);
    const answer = await upload(scene, admin, `${path}/importExcel`, bytes);
    expect(answer).toMatchObject({ code: 200, message: `共${counted}行数据全部导入成功！` });
    expect(await storedRows(scene, resource)).toEqual(before);
  });

  // What a module may do in a way of its own is asked of each register, the rest of each kind.
  if (!kinds.has(resource)) return;

  test('an edit of one field leaves the others alone', async () => {
    const before = await storedRow(scene, resource, id);
    const next = stored(resource, body, await nextBody());
    const [key] = written.find(
      ([one, { kind, unique }]) =>
        !unique && kind !== 'json' && next[one] !== body[one] && !NOT_ALONE.has(`${resourceKey(resource)} ${one}`),
    )!;
    expect(await edit({ id, version: 1, [key]: next[key] })).toMatchObject({ success: true });
    const after = await storedRow(scene, resource, id);
    expect(after[key]).not.toEqual(before[key]);
    // Its lower-case twin, where it has one, follows.
    const other = { [key]: null, [`${key}Key`]: null };
    // So does what follows from the place of a category in its tree.
    const derived = Object.fromEntries(fields.filter(([, one]) => one.derived).map(([one]) => [one, null]));
    const rest = { ...other, ...derived };
    expect(withoutAudit({ ...after, ...rest })).toEqual(withoutAudit({ ...before, ...rest }));
  });

  test('who edits what somebody else has changed meanwhile learns of it', async () => {
    const second = stored(resource, body, await nextBody());
    expect((await edit({ ...second, id, version: 1 })).success).toBe(true);
    const [before, log] = [await storedRow(scene, resource, id), await auditOf(scene, id)];
    const third = stored(resource, body, await nextBody());
    for (const version of someOf([1, 'x', 0, 3, -1], 2))
      expect(await edit({ ...third, id, version }), String(version)).toMatchObject(STALE);
    expect(await storedRow(scene, resource, id)).toEqual(before);
    expect(await auditOf(scene, id)).toEqual(log);
  });

  test('each required field that is missing is asked for by its title, all at once', async () => {
    const required = written.filter(([, field]) => field.required);
    const requests = required.filter(([, field]) => field.default === undefined);
    expect(requests.length).toBeGreaterThan(0);
    const counted = await total();
    const nothing = [undefined, null, '', '  '];
    for (const [at, [key, field]] of requests.entries())
      for (const empty of IS_LONG ? nothing : [nothing[at % nothing.length]]) {
        const refused = await add({ ...(await samples.body(resource, n + 1)), [key]: empty });
        expect(refused, key).toMatchObject({
          status: 422,
          success: false,
          message: missing(key, field).message,
          result: { errors: [missing(key, field)] },
        });
      }
    expect((await add({})).result.errors).toEqual(requests.map(([key, field]) => missing(key, field)));
    expect(await total()).toBe(counted);
    const before = await storedRow(scene, resource, id);
    for (const [key, field] of required)
      expect(await edit({ id, [key]: null }), key).toMatchObject({
        status: 422,
        result: { errors: [missing(key, field)] },
      });
    expect(await storedRow(scene, resource, id)).toEqual(before);
  });

  test('a link to nothing is refused by its title', async () => {
    for (const [key, field] of written.filter(([, { to }]) => to)) {
      // A tag may have gone while it was chosen: that is said with it.
      const gone = field.kind === 'tags' ? '，可能已被删除或合并，请重新选择' : '';
      const errors = [{ field: key, code: 'missing', message: `${field.title}不存在${gone}` }];
      const body = { ...(await nextBody()), [key]: newId() };
      expect(await add(body), key).toMatchObject({ status: 422, result: { errors } });
    }
  });

  test('fields that are not there, or not for writing, do no harm', async () => {
    const own = newId();
    const intruding = {
      id: own,
      version: 77,
      createBy: 'mallory',
      create_by: 'mallory',
      createTime: '2001-01-01 00:00:00',
      deletedAt: '2001-01-01 00:00:00',
      deleted_at: '2001-01-01 00:00:00',
      nothing: { $ne: null },
      'a; drop table sku': 1,
      constructor: 'x',
      ...Object.fromEntries(fields.filter(([, { derived }]) => derived).map(([key]) => [key, 1])),
    };
    const answer = await add({ ...(await nextBody()), ...intruding });
    expect(answer.success, answer.message).toBe(true);
    expect(answer.result.id).not.toBe(own);
    const added = await detail(answer.result.id);
    expect(added).toMatchObject({ version: 1, createBy: 'admin' });
    expect(added['createTime']).not.toMatch(/^2001/);
    const before = await detail(id);
    expect((await edit({ ...intruding, id, version: 1 })).success).toBe(true);
    const after = await detail(id);
    expect({ ...after, version: 1, updateBy: null, updateTime: null }).toEqual(before);
  });

  test('several rows are deleted at once, and those not there are counted', async () => {
    const other = (await add(await nextBody())).result.id;
    const third = (await add(await nextBody())).result.id;
    const ids = [id, other, newId(), 'nonsense'].join(',');
    expect(await admin.delete(`${path}/deleteBatch`, { ids })).toMatchObject({
      status: 200,
      message: '批量删除成功!',
      result: { deleted: 2, missing: 1 },
    });
    expect((await listOf(admin, resource, { id: `${id},${other},${third}` })).result).toMatchObject({
      total: 1,
      records: [{ id: third }],
    });
    expect(await admin.delete(`${path}/deleteBatch`, { ids })).toMatchObject(NOT_FOUND);
    for (const nothing of ['', ',', 'nonsense'])
      expect(await admin.delete(`${path}/deleteBatch`, { ids: nothing })).toMatchObject({
        status: 422,
        message: '参数不识别！',
      });
  });

  test('the audit log says who wrote what, before and after', async () => {
    const second = stored(resource, body, await nextBody());
    expect((await edit({ ...second, id, version: 1 })).success).toBe(true);
    expect((await admin.delete(`${path}/delete`, { id })).success).toBe(true);
    const log = await auditOf(scene, id);
    expect(log.map(({ action }) => action)).toEqual(['add', 'edit', 'delete']);
    for (const entry of log) expect(entry).toMatchObject({ actorName: 'admin', resource: resourceKey(resource) });
    const [added, edited] = log.map(({ diff }) => diff);
    for (const [key, { kind }] of written) {
      const isHidden = kind === 'secret' || kind === 'sealed';
      if (body[key] !== undefined) expect(added?.[key], key).toEqual([isHidden ? '***' : null, expect.anything()]);
      if (isHidden) expect(JSON.stringify(log)).not.toContain(String(body[key]));
      else if (['text', 'textarea', 'choice', 'link', 'integer', 'flag'].includes(kind)) {
        const change = second[key] === body[key] ? undefined : [body[key], second[key]];
        expect(edited?.[key], key).toEqual(change);
      }
    }
  });
});
