import { randomBytes, randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '#kit/server/migrate.ts';
import { designFaults, plainDefs } from '#modules/base/model/forms/field-def-faults.ts';
import type { FormType } from '#modules/base/model/forms/dynamic-form.ts';
import { judgeValues } from '#modules/base/model/forms/form-values.ts';
import { onServer, testCluster } from '#tests/harness/database.ts';

/* Attributes of categories and questions of inspections become dynamic forms, and nothing that was answered is lost. */

const dir = resolve(import.meta.dirname, '../../db/migrations');
const { admin, owner, template } = testCluster();
const database = `${template}_${randomBytes(5).toString('hex')}`;
const log = (): void => undefined;
let client: pg.Client;

const FURNITURE = randomUUID();
const TABLE = randomUUID();
const PRODUCT = randomUUID();
const GENERAL = randomUUID();
const EMPTY = randomUUID();
const GONE = randomUUID();
const ANSWERS = { material: '木', tags: ['a', 'b'], seats: '4', width: '1.2500', isNew: true, made: '2026-01-02' };

beforeAll(async () => {
  await onServer(admin, async (root) => {
    await root.query(
      `create database ${database} owner waybill_owner template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8'`,
    );
  });
  await migrate({ owner: { ...owner, database }, dir, log, upTo: '0440' });
  client = new pg.Client({ ...admin, database });
  await client.connect();
  // Rows alone are looked at: what they point to need not be there.
  await client.query('set session_replication_role = replica');
  await leaveOldRows();
  await migrate({ owner: { ...owner, database }, dir, log });
});
afterAll(async () => {
  await client?.end();
  await onServer(admin, async (root) => {
    await root.query(`drop database if exists ${database} with (force)`);
  });
});

async function insert(table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  for (const row of rows) {
    const values = { tenant_id: 7, id: randomUUID(), create_time: '2026-11-01T00:00:00Z', ...row };
    const names = Object.keys(values);
    await client.query(
      `insert into ${table} (${names.join()}) values (${names.map((_, at) => `$${at + 1}`).join()})`,
      Object.values(values),
    );
  }
}

async function leaveOldRows(): Promise<void> {
  await client.query(`insert into tenant (id, code, name, create_time) values (7, 'seven', 'seven', now())`);
  await insert('product_category', [
    { id: FURNITURE, code: 'FURN', name: '家具', level: 1, full_name: '家具' },
    { id: TABLE, code: `T${'x'.repeat(63)}`, name: '桌'.repeat(64), level: 2, parent_id: FURNITURE },
  ]);
  const attribute = (category_id: string, ordinal: number, code: string, kind: string, more: object = {}) => ({
    category_id,
    ordinal,
    code,
    name: `名 ${code}`,
    kind,
    is_required: false,
    ...more,
  });
  await insert('category_attribute', [
    attribute(FURNITURE, 2, 'material', 'choice', { items: '木，金属,木\n布', is_required: true }),
    attribute(FURNITURE, 1, 'tags', 'choices', { items: 'a、b' }),
    attribute(TABLE, 1, 'seats', 'integer', { least: '1.0000', most: '12', unit: '个' }),
    attribute(TABLE, 2, 'width', 'decimal'),
    attribute(TABLE, 3, 'isNew', 'flag'),
    attribute(TABLE, 4, 'made', 'date'),
    attribute(TABLE, 5, 'old', 'text', { deleted_at: '2026-11-02T00:00:00Z' }),
  ]);
  await insert('product', [
    { id: PRODUCT, spu_code: 'P', name: 'P', category_id: TABLE, attributes: JSON.stringify(ANSWERS) },
    { spu_code: 'Q', name: 'Q', category_id: TABLE },
  ]);
  await insert('inspection_form', [
    { id: GENERAL, name: '通用', category_id: TABLE },
    { id: EMPTY, name: '空', status: 'disabled' },
    { id: GONE, name: '旧', deleted_at: '2026-11-02T00:00:00Z' },
  ]);
  const question = (form_id: string, ordinal: number, text: string, kind: string, more: object = {}) => ({
    form_id,
    ordinal,
    question: text,
    kind,
    ...more,
  });
  await insert('inspection_question', [
    question(GENERAL, 1, '外箱完好', 'yesNo', { bad_answer: '否' }),
    question(GENERAL, 2, '痕迹', 'choice', { items: '无，有', is_required: false }),
    question(GENERAL, 2, '说明', 'text'),
    question(GENERAL, 4, '照片', 'photo'),
    question(GENERAL, 5, '删了', 'text', { deleted_at: '2026-11-02T00:00:00Z' }),
    question(GONE, 1, '旧问题', 'text', { deleted_at: '2026-11-02T00:00:00Z' }),
  ]);
}

const rowsOf = async <T extends pg.QueryResultRow>(query: string): Promise<T[]> => (await client.query<T>(query)).rows;

interface Edition {
  code: string;
  entity_type: FormType;
  status: string;
  form_version: number;
  fields: object[];
  edition: object[] | null;
}

const forms = (): Promise<Edition[]> =>
  rowsOf(`select f.code, f.entity_type, f.status, f.form_version, f.fields, e.fields as edition
    from dynamic_form f left join form_edition e on e.tenant_id = f.tenant_id and e.form_id = f.id order by f.code`);

test('each category with attributes has a published form, and products keep what they said', async () => {
  const [furniture] = await rowsOf<{ fields: object[] }>(
    `select e.fields from product_category c join form_edition e on e.form_id = c.form_id where c.id = '${FURNITURE}'`,
  );
  expect(furniture?.fields).toEqual([
    { key: 'tags', label: '名 tags', type: 'list_multi', options: ['a', 'b'].map((text) => ({ value: text, text })) },
    {
      key: 'material',
      label: '名 material',
      type: 'select',
      required: true,
      options: ['木', '金属', '布'].map((text) => ({ value: text, text })),
    },
  ]);
  const [table] = await rowsOf<{ fields: object[]; code: string }>(
    `select e.fields, f.code from product_category c join form_edition e on e.form_id = c.form_id
       join dynamic_form f on f.id = c.form_id where c.id = '${TABLE}'`,
  );
  expect(table?.code.length).toBeLessThanOrEqual(64);
  const seats = { key: 'seats', label: '名 seats', type: 'inputNumber', unit: '个', min: '1', max: '12' };
  expect(table?.fields[0]).toEqual(seats);
  const [stored] = await rowsOf<{ attributes: string; attribute_forms: { formVersion: number }[] }>(
    `select attributes, attribute_forms from product where id = '${PRODUCT}'`,
  );
  expect(JSON.parse(stored?.attributes ?? '')).toEqual(ANSWERS);
  expect(stored?.attribute_forms).toMatchObject([{ formVersion: 1 }, { formVersion: 1 }]);
  // What was stored passes the form that it was moved to.
  const defs = plainDefs([...(furniture?.fields ?? []), ...(table?.fields ?? [])]);
  expect(judgeValues(defs, ANSWERS, { zone: 'UTC', dict: () => undefined })).toEqual({ faults: [], values: ANSWERS });
});

test('each form of questions is one, whatever became of it, and all of them can be designed further', async () => {
  const all = await forms();
  expect(all.map(({ code }) => code.split('-')[0])).toEqual(['ATTR', 'ATTR', 'QC', 'QC', 'QC']);
  const [general] = await rowsOf<{ fields: object[] }>(
    `select e.fields from inspection_form i join form_edition e on e.form_id = i.form_id where i.id = '${GENERAL}'`,
  );
  const fields = general?.fields as { key: string; label: string; type: string }[];
  expect(fields.map(({ key, type }) => [key, type])).toEqual([
    ['q1', 'radio'],
    ['q2', expect.stringMatching(/radio|textarea/)],
    ['q3', expect.stringMatching(/radio|textarea/)],
    ['q4', 'image'],
  ]);
  expect(fields[0]).toMatchObject({ label: '外箱完好', required: true, badValue: '否' });
  const [empty, gone] = await Promise.all(
    [EMPTY, GONE].map((id) =>
      rowsOf<{ status: string; deleted_at: Date | null; fields: object[] }>(
        `select f.status, f.deleted_at, f.fields from inspection_form i join dynamic_form f on f.id = i.form_id
         where i.id = '${id}'`,
      ),
    ),
  );
  expect(empty).toMatchObject([{ status: 'draft', deleted_at: null, fields: [] }]);
  expect(gone).toMatchObject([{ status: 'published', fields: [{ label: '旧问题' }] }]);
  expect(gone?.[0]?.deleted_at).not.toBeNull();
  for (const { fields: given, entity_type: form, edition } of all) {
    expect(designFaults(plainDefs(given), { form, earlier: new Map(), hasDict: () => true })).toEqual([]);
    if (edition) expect(edition).toEqual(given);
  }
});
