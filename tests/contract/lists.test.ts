import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Field } from '#kit/model/field.ts';
import { faceFields } from '#kit/model/list-entry.ts';
import { resourceKey, snake, type AnyResource } from '#kit/model/resource.ts';
import { tableOf } from '#kit/server/registry.ts';
import { column, join, sql, type Sql } from '#kit/server/sql.ts';
import { look, openShop, pull } from '#tests/channels/shop.ts';
import type { Client } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { byTurns, IS_LONG, onceEach, someOf } from '#tests/harness/long.ts';
import { firstRow } from '#tests/sheets/upload.ts';
import { cellsOf } from '#tests/sheets/cells-of.ts';
import { covers } from '#tests/spec/covers.ts';
import { advanced, answers, questionsOf, type Question } from './questions.ts';
import { casesOf, eachTrait, fieldsOf, listOf, MOST_ROWS, pathOf, resources, type Row } from './resources.ts';
import { isWanted, rulesOf, typed } from './wanted-rows.ts';
import { openWorld, type World } from './worlds.ts';

/*
 * The list of every declared resource over many rows: what list.test.ts and query-language.test.ts
 * ask one condition at a time is asked here in combinations, and in the rarer forms of the contract.
 */

/** What the house lets its people see of what is masked. */
const SIGHT: Record<string, readonly string[]> = {
  yunying: ['cost', 'profit', 'pii'],
  cangku: [],
  kefu: ['pii'],
  caiwu: ['cost', 'profit'],
};

let world: World;
const staff: Record<string, Client> = {};
beforeAll(async () => {
  world = await openWorld();
  await openShop(world.scene, world.admin);
  await world.scene.sim('POST', '/seed', { scenario: 'bulk', n: 30, seed: 3 });
  await pull(world.scene, world.admin);
  await world.scene.settled();
  for (const name of Object.keys(SIGHT)) staff[name] = await world.scene.as(name);
});
afterAll(() => world.scene.stop());

const UNASKED = new Set(['secret', 'sealed', 'json']);
const MANY = 1000;

const idsOf = (rows: readonly Row[]): string[] => rows.map(({ id }) => id);
const sorted = (rows: readonly Row[]): string[] => idsOf(rows).sort();

/** Every row that a query finds, page by page. */
async function allOf(resource: AnyResource, query: Record<string, string> = {}): Promise<Row[]> {
  const rows: Row[] = [];
  for (let pageNo = 1, pages = 1; pageNo <= pages; pageNo++) {
    const request = { ...query, pageNo: String(pageNo), pageSize: String(MOST_ROWS) };
    const page = await must(listOf(world.admin, resource, request));
    ({ pages } = page);
    rows.push(...page.records);
  }
  return rows;
}

test('there are many rows to speak about', async () => {
  const order = resources.find((one) => resourceKey(one) === 'orders:salesOrder') as AnyResource;
  expect((await allOf(order)).length).toBeGreaterThan(30);
});

const isFirst = onceEach();
const kinds = new Set(eachTrait(resources));

describe.each(casesOf(resources))('%s', (path, resource) => {
  // Only the last test of the file writes.
  let known: Promise<Row[]> | undefined;
  const everything = (): Promise<Row[]> => (known ??= allOf(resource));

  test('says codes and links in words', async () => {
    const rows = await everything();
    for (const [key, field] of fieldsOf(resource)) {
      const text = await wordsOf(field, [
        ...new Set(rows.flatMap((row) => (row[key] === null ? [] : String(row[key])))),
      ]);
      if (!text) continue;
      for (const row of rows)
        expect(row[`${key}_dictText`], `${key} ${String(row[key])}`).toBe(
          row[key] === null || row[key] === undefined ? null : text(row[key]),
        );
    }
  });

  test('exports exactly what the same query lists', async () => {
    covers('§7 list and export');
    const rows = await everything();
    const [one, other] = questionsOf(resource, rows) as [Question, Question];
    const query = advanced([one, other], 'or');
    const expected = rows.filter((row) => answers(row, one) || answers(row, other));
    const url = `${path}/exportXls?${new URLSearchParams(query).toString()}`;
    const { status, bytes } = await world.admin.raw('GET', url);
    expect(status).toBe(200);
    const [titles = [], ...exported] = await cellsOf(bytes);
    expect(exported).toHaveLength(expected.length);
    const label = fieldsOf(resource).find(([key]) => key === resource.label)?.[1];
    const at = titles.indexOf(label?.title ?? 'ID');
    if (at >= 0 && (label?.kind ?? 'text') === 'text')
      expect(exported.map((cells) => cells[at])).toEqual(expected.map((row) => row[resource.label]));
  });

  // Where nothing is masked there is nothing to see too much of: in the gate one of them looks, by turns.
  const hasMasks = Object.keys(resource.masks ?? {}).length > 0;
  const people = Object.entries(SIGHT);
  const lookers = hasMasks ? people : byTurns(people, resources.indexOf(resource), people.length);

  test.each(lookers)('shows %s what is masked only if %s', async (name, sight) => {
    const who = staff[name] as Client;
    const list = await listOf(who, resource);
    if (list.status === 403) {
      for (const part of ['queryById', 'options', 'exportXls'])
        expect((await who.raw('GET', `${path}/${part}`)).status, part).toBe(403);
      return;
    }
    const masks = Object.entries((resource.masks ?? {}) as Record<string, readonly string[]>);
    const hidden = masks.flatMap(([mask, keys]) => (sight.includes(mask) ? [] : keys));
    const shown = masks.flatMap(([mask, keys]) => (sight.includes(mask) ? keys : []));
    const [row] = list.result.records as [Row];
    const opened = await must(who.get<Row>(`${path}/queryById`, { id: row.id }));
    expect(Object.keys(opened)).toEqual(expect.arrayContaining(shown));
    const { status, bytes } = await who.raw('GET', `${path}/exportXls?selections=${row.id}`);
    // Whoever may list may not always export.
    expect([200, 403]).toContain(status);
    const { result } = await who.get<object[]>(`${path}/options`);
    const { under, picture } = faceFields(resource);
    // By what a row is known in its list, and never by what is hidden.
    const face = under.length + picture.length > 0 ? ['face'] : [];
    expect(new Set(result.flatMap(Object.keys))).toEqual(new Set(['value', 'text', ...face]));
    if (hidden.length > 0) expect(status).toBe(200);
    // Opening a sheet takes long: only where something could stand in it.
    const titles = hidden.length > 0 ? await firstRow(bytes) : [];
    for (const key of hidden) {
      expect(titles.length).toBeGreaterThan(1);
      const title = fieldsOf(resource).find(([one]) => one === key)?.[1].title;
      expect(titles).not.toContain(title);
      for (const seen of [...list.result.records, opened])
        expect(Object.keys(seen).filter((one) => one.startsWith(key))).toEqual([]);
      await expectUnasked(who, key, result);
    }
  });

  // How it is asked is the same code for all of them.
  if (!kinds.has(resource)) return;

  test('joins two conditions by and, or by or, inside one bracket', async () => {
    const rows = await everything();
    const questions = questionsOf(resource, rows);
    expect(questions.length).toBeGreaterThan(1);
    const pairs = questions.map((one, index) => [one, questions[index + 1] ?? questions[0]]);
    for (const [one, other] of someOf(pairs, 4) as [Question, Question][]) {
      const both = rows.filter((row) => answers(row, one) && answers(row, other));
      const either = rows.filter((row) => answers(row, one) || answers(row, other));
      const name = JSON.stringify([one, other].map(({ key, rule, val }) => [key, rule, val]));
      expect(sorted(await allOf(resource, advanced([one, other], 'and'))), name).toEqual(sorted(both));
      expect(sorted(await allOf(resource, advanced([one, other], 'or'))), name).toEqual(sorted(either));
      const [only] = either.slice(-1);
      if (!only) continue;
      const within = { ...advanced([one, other], 'or'), id: only.id };
      expect(idsOf(await allOf(resource, within)), `${name} of one row`).toEqual([only.id]);
    }
  });

  test('takes several values under the name of a list, and parts between outer commas', async () => {
    const rows = await everything();
    for (const [key, field] of fieldsOf(resource)) {
      if (field.structured) continue;
      const values = [...new Set(rows.flatMap((row) => typed(row[key], field.kind) ?? []))];
      const takesSeveral = rulesOf(field.kind).includes('in') && !UNASKED.has(field.kind);
      if (!takesSeveral || values.length === 0) continue;
      if (!isFirst('several', field.kind, resource.kind)) continue;
      const two = [values[0], values.at(-1)] as [string, string];
      const named = rows.filter((row) => isWanted(row, [key, field], 'in', two.join(',')));
      const list = { [`${key}_MultiString`]: two.join(',') };
      expect(sorted(await allOf(resource, list)), `${key} of ${two}`).toEqual(sorted(named));
      const isText = rulesOf(field.kind).includes('like');
      const parts = isText ? two.map((value) => value.slice(0, 3).trim()) : two;
      const holding = isText
        ? rows.filter((row) => parts.some((part) => isWanted(row, [key, field], 'like', part)))
        : named;
      const outer = { [key]: `,${parts.join(',')},` };
      expect(sorted(await allOf(resource, outer)), `${key}=,${parts},`).toEqual(sorted(holding));
    }
  });

  test('finds a pasted list whole, and refuses a longer one instead of forgetting it', async () => {
    const rows = await everything();
    const [last] = rows.slice(-1) as [Row];
    const strangers = (n: number): string =>
      Array.from({ length: n }, (_, i) => `0197a000-0000-7000-8000-${String(i).padStart(12, '0')}`)
        .join(',')
        .concat(`,${last.id}`);
    expect(idsOf(await allOf(resource, { id: strangers(MANY - 1) }))).toEqual([last.id]);
    for (const text of [strangers(MANY), strangers(MANY * 3)])
      expect(await listOf(world.admin, resource, { id: text })).toMatchObject({
        status: 400,
        success: false,
        message: 'ID的查询值格式不正确',
      });
  });

  test('is ordered by several columns, the first before the second', async () => {
    const keys = fieldsOf(resource).flatMap(([key, { kind }]) => (UNASKED.has(kind) ? [] : key));
    const pairs = keys.map((first, index) => [first, keys[index + 1] ?? keys[0]] as string[]);
    for (const [index, pair] of someOf(pairs, 4).entries())
      for (const [at, order] of (['asc', 'desc'] as const).entries())
        if (IS_LONG || index % 2 === at)
          expect(idsOf(await allOf(resource, { column: pair.join(','), order })), `${pair} ${order}`).toEqual(
            await ordered(pair, order),
          );
    expect(await listOf(world.admin, resource, { column: `${keys[0]},tenantId`, order: 'asc' })).toMatchObject({
      status: 400,
      message: '请注意，将要排序的列字段不存在：tenantId',
    });
  });

  test.each([
    ['ASC', 'asc'],
    ['ascend', 'asc'],
    ['DESC', 'desc'],
    ['sideways', 'desc'],
  ] as const)('takes the order %s as %s', async (written, order) => {
    expect(idsOf(await allOf(resource, { column: 'createTime', order: written }))).toEqual(
      await ordered(['createTime'], order),
    );
  });

  /** A hidden field changes neither what a list or a picker answers nor its order. */
  async function expectUnasked(who: Client, key: string, options: unknown): Promise<void> {
    const { total } = (await listOf(who, resource)).result;
    const tries = { [key]: ',1,a,', [`${key}_MultiString`]: '1,a', [`${key}_begin`]: '1' };
    for (const [request, text] of Object.entries(tries)) {
      expect((await listOf(who, resource, { [request]: text })).result.total, request).toBe(total);
      expect((await who.get(`${path}/options`, { [request]: text })).result, request).toEqual(options);
    }
    for (const columns of [key, `id,${key}`, `${key}_dictText,id`])
      for (const part of ['list', 'exportXls']) {
        const query = new URLSearchParams({ column: columns, order: 'asc' }).toString();
        const { status } = await who.raw('GET', `${path}/${part}?${query}`);
        expect(status, `${part} by ${columns}`).toBe(400);
      }
    const rule = [{ field: key, rule: 'eq_with_add', val: '1' }];
    for (const part of ['list', 'options'])
      expect(await who.get(`${path}/${part}`, { superQueryParams: JSON.stringify(rule) }), part).toMatchObject({
        status: 400,
        message: `查询条件的字段不存在：${key}`,
      });
  }

  /** Rows as the database orders them. */
  async function ordered(keys: readonly string[], order: 'asc' | 'desc'): Promise<string[]> {
    const direction: Sql = { strings: [order], values: [], isSql: true };
    const live = resource.kind === 'register' ? sql`and t.deleted_at is null` : sql``;
    const by = [...keys, 'id'].map((key) => sql`${column(`t.${snake(key)}`)} ${direction}`);
    const rows = await look(world.scene, (tx) =>
      tx.query<{ id: string }>(sql`
        select t.id from ${column(tableOf(resource))} t where t.tenant_id = ${tx.tenant} ${live}
        order by ${join(by, ', ')}`),
    );
    return rows.map(({ id }) => id);
  }
});

/** How a field is said in words; null where it needs none. */
async function wordsOf(field: Field, ids: readonly string[]): Promise<((value: unknown) => string | null) | null> {
  const items = field.dict?.items as Record<string, string> | undefined;
  if (field.kind === 'flag') return (value) => (value === true ? '是' : '否');
  if (items)
    return (value) =>
      [value]
        .flat()
        .map((code) => items[String(code)])
        .join(',');
  if (field.kind !== 'link') return null;
  const target = resources.find((one) => resourceKey(one) === field.to);
  if (!target) return () => null;
  const labels = new Map<unknown, string>();
  for (let from = 0; from < ids.length; from += MOST_ROWS) {
    const some = ids.slice(from, from + MOST_ROWS).join(',');
    const options = await must(
      world.admin.get<{ value: string; text: string }[]>(`${pathOf(target)}/options`, {
        ids: some,
        pageSize: String(MOST_ROWS),
      }),
    );
    for (const { value, text } of options) labels.set(value, text);
  }
  return (value) => labels.get(value) ?? `no row ${String(value)}`;
}

test('a value with a comma in it is asked for with two plus signs', async () => {
  const sku = resources.find((one) => resourceKey(one) === 'catalog:sku') as AnyResource;
  const [row] = (await allOf(sku)) as [Row];
  await must(world.admin.put(`${pathOf(sku)}/edit`, { id: row.id, name: '桌,椅' }));
  expect(idsOf(await allOf(sku, { name: '桌++椅' }))).toEqual([row.id]);
  expect(await allOf(sku, { name: '桌,椅' })).toEqual([]);
  const rule = [{ field: 'name', rule: 'eq_with_add', val: '桌++椅' }];
  expect(idsOf(await allOf(sku, { superQueryParams: JSON.stringify(rule) }))).toEqual([row.id]);
});
