import { afterAll, beforeAll, expect, test } from 'vitest';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { tableOf } from '#kit/server/registry.ts';
import type { Route } from '#kit/server/route.ts';
import { mayBeRuled } from '#modules/system/model/data-rule.ts';
import type { Client, TestApp } from '#tests/harness/app.ts';
import { call, pathWith, pdfForm, takesPdf } from './calls.ts';
import { fingerprints } from './fingerprints.ts';
import { intrusionsInto, type Prey } from './intrusions.ts';
import { eachTrait, pathOf, resources, rowsOf, type Row } from './resources.ts';
import { ruledPerson, type RuledPerson } from './ruled-person.ts';
import { openWorld } from './worlds.ts';

/**
 * What a data rule hides is for a colleague what a row of another tenant is for a stranger, on every
 * route that any declaration makes.
 */

let scene: TestApp;
let admin: Client;
let ruled: Client;
let person: RuledPerson;
let prey: Prey;

const NOBODY = '00000000-0000-0000-0000-000000000000';

beforeAll(async () => {
  const world = await openWorld();
  scene = world.scene;
  admin = world.admin;
  const rows = await Promise.all(
    resources.map(async (one) => [resourceKey(one), (await rowsOf(admin, one))[0]] as const),
  );
  prey = { rows: rows as unknown as Prey['rows'], errorFile: NOBODY };
  prey = { ...prey, rows: new Map(rows as [string, Row][]) };
  person = await ruledPerson(scene, admin, 'ruled');
  ruled = person.client;
});
afterAll(() => scene?.stop());

/** Resources with a page of their own, that may have rules. */
const withPage = (): AnyResource[] => resources.filter(person.isRulable);

/** What stands in the tables of resources: that somebody exported, or asked for numbers, is noted elsewhere. */
async function ofRows(): Promise<Record<string, string | undefined>> {
  const all = await fingerprints(scene);
  return Object.fromEntries(resources.map((one) => [resourceKey(one), all[`public.${tableOf(one)}`]]));
}

const resourceAt = ({ path }: Route): AnyResource | undefined =>
  resources.find((one) => path.startsWith(`${pathOf(one)}/`));

test('a row that a rule leaves out is in no list, count, choice or sheet, and cannot be opened', async () => {
  let tried = 0;
  for (const resource of withPage()) {
    const key = resourceKey(resource);
    const before = await rowsOf(admin, resource);
    const [hidden] = before;
    if (!hidden) continue;
    const lift = await person.under(key, 'id', '!=', hidden.id);
    const after = await rowsOf(ruled, resource);
    expect(
      after.map(({ id }) => id),
      key,
    ).toEqual(before.slice(1).map(({ id }) => id));
    const path = pathOf(resource);
    expect((await ruled.get(`${path}/queryById`, { id: hidden.id })).status, key).toBe(404);
    if (before[1]) expect((await ruled.get(`${path}/queryById`, { id: before[1].id })).success, key).toBe(true);
    if (scene.app.registry.lifecycleOf(resource)) {
      const counts = await ruled.get<Record<string, number>>(`${path}/counts`);
      const listed = await Promise.all(
        Object.keys(counts.result).map(async (tab) => [
          tab,
          (await ruled.get<{ total: number }>(`${path}/list`, { tab, pageSize: '1' })).result.total,
        ]),
      );
      expect(counts.result, key).toEqual(Object.fromEntries(listed));
    }
    await lift();
    expect(await rowsOf(ruled, resource), key).toHaveLength(before.length);
    tried++;
  }
  expect(tried).toBeGreaterThan(15);
});

test('where rules hide every row, each route answers as it does a stranger', async () => {
  const lifts = [];
  for (const resource of withPage()) lifts.push(await person.under(resourceKey(resource), 'id', 'eq', NOBODY));
  const before = await ofRows();
  let tried = 0;
  // Every route is asked; in all its ways where its resource stands for others that are declared alike.
  const kinds = new Set(eachTrait(resources));
  const unhidden = new Set<string>();
  for (const resource of resources) if ((await rowsOf(ruled, resource)).length > 0) unhidden.add(resourceKey(resource));
  for (const route of scene.app.assembled.routes) {
    const resource = resourceAt(route);
    if (!resource || route.path.includes('importErrors')) continue;
    if (unhidden.has(resourceKey(resource))) continue;
    const found = intrusionsInto(route, prey);
    const tries = found?.tries ?? [];
    for (const { sent, judge } of kinds.has(resource) ? tries : tries.slice(0, 1)) {
      const headers = { 'idempotency-key': `hidden ${tried++}` };
      const form = takesPdf(route) ? pdfForm() : { headers: {} };
      const all = { ...headers, ...form.headers, ...sent.headers };
      const given = { ...sent, ...form, headers: all, token: ruled.token };
      const reply = await call(scene, { method: route.method, path: pathWith(route, found?.id) }, given);
      try {
        await judge(reply);
      } catch (error) {
        const about = `${route.method} ${route.path} ${JSON.stringify(sent).slice(0, 200)}`;
        throw new Error(about, { cause: error });
      }
    }
  }
  // Read in ways of their own: no rule can be written for them.
  expect([...unhidden].filter((key) => mayBeRuled(scene.app.registry.resource(key)))).toEqual([]);
  expect(tried).toBeGreaterThan(300);
  expect(await ofRows()).toEqual(before);
  for (const lift of lifts) await lift();
});
