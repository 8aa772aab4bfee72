import { describe, expect, test } from 'vitest';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { newId } from '#kit/server/new-id.ts';
import type { Client } from '#tests/harness/app.ts';
import { onceEach, someOf } from '#tests/harness/long.ts';
import { must, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { call, pathWith, says, type Sent } from './calls.ts';
import { BAD_POSTCODE, BUYER, GOLDEN_MASKS } from './golden-masks.ts';
import { pathOf, resources, rowsOf, superQuery, type Row } from './resources.ts';
import { admin, blind, ofShipment, openMasked, order, packer, scene, shipment, told, words } from './masked-scene.ts';

/*
 * Every masked value × every way out: routes, files, prints, texts, messages, filters, counts.
 * Which values are masked is written down in golden-masks.ts.
 */

openMasked();

test('what is masked is what the domain hides, field by field', () => {
  covers('ours: tables of rights, masks, scopes and moves');
  const declared = Object.fromEntries(
    resources
      .filter(({ masks }) => masks && Object.keys(masks).length > 0)
      .map((resource) => [resourceKey(resource), resource.masks]),
  );
  expect(declared).toEqual(GOLDEN_MASKS);
});

describe('papers', () => {
  const KINDS = ['label', 'packingSlip', 'bol', 'customs'] as const;
  const paper = async (who: Client, kind: string) => who.raw('GET', `${ofShipment()}/document?kind=${kind}`);

  test('tell the buyer to who may see buyers', async () => {
    for (const kind of KINDS) {
      const { status, bytes } = await paper(admin, kind);
      expect(status, kind).toBe(200);
      expect(await told(bytes), kind).toContain('shipToName');
      expect(await told(bytes), kind).toContain('shipToAddress1');
    }
  });

  test('are closed to who may not, but for the label to the warehouse that sends goods off', async () => {
    const open = async (who: Client): Promise<string[]> => {
      const kinds: string[] = [];
      for (const kind of KINDS) {
        const { status, bytes } = await paper(who, kind);
        if (status === 200) kinds.push(kind);
        else expect({ status, told: await told(bytes) }).toEqual({ status: 403, told: [] });
      }
      return kinds;
    };
    expect(await open(blind)).toEqual([]);
    expect(await open(packer)).toEqual(['label', 'bol']);
    const listed = async (who: Client): Promise<string[]> =>
      (await must(who.get<{ documents: { kind: string }[] }>(`${ofShipment()}/packing`))).documents
        .map(({ kind }) => kind)
        .sort();
    expect(await listed(admin)).toEqual([...KINDS].sort());
    expect(await listed(packer)).toEqual(['bol', 'label']);
    expect(await listed(blind)).toEqual([]);
  });

  test('printed without the right name the buyer on labels alone', async () => {
    const print = async (who: Client, name: string) => {
      const { status, bytes } = await who.raw('POST', `/fulfilment/shipment/${name}`, {
        ids: [shipment],
      });
      return { status, told: await told(bytes), isPdf: says(bytes, '%PDF-') };
    };
    const prints = ['printLabels', 'printPackingSlips', 'printPickList', 'printBoxMarks'];
    for (const name of prints) {
      expect((await print(blind, name)).status).toBe(403);
      const { status, told: shown, isPdf } = await print(packer, name);
      expect({ name, status, isPdf }).toEqual({ name, status: 200, isPdf: true });
      if (name === 'printLabels') expect(shown).toContain('shipToName');
      else expect({ name, shown }).toEqual({ name, shown: [] });
    }
    expect((await print(admin, 'printPackingSlips')).told).toContain('shipToName');
  });
});

const resourceAt = (path: string): AnyResource | undefined =>
  resources.find((one) => path.startsWith(`${pathOf(one)}/`));

/** Rows of a resource that a question may be about, the labelled shipment's own among them. */
async function rowsFor(path: string): Promise<Row[]> {
  const resource = resourceAt(path);
  if (!resource) return [];
  const own: Record<string, string> = {
    'orders:salesOrder': order,
    'fulfilment:shipment': shipment,
  };
  const rows = [...someOf((await rowsOf(admin, resource)).slice(0, 8), 3)];
  const id = own[resourceKey(resource)];
  return id ? [{ id } as Row, ...rows.filter((row) => row.id !== id)] : rows;
}

/** @param known rows by resource, kept over several people: none of these questions changes one */
async function tellings(
  who: Client,
  skip: (path: string) => boolean,
  known: Map<AnyResource | undefined, readonly Row[]>,
): Promise<Set<string>> {
  const found = new Set<string>();
  for (const route of scene.app.assembled.routes) {
    if (route.method !== 'GET' || route.path === '/sys/logout' || skip(route.path)) continue;
    const needsRow = route.path.includes(':id') || /(ById|glance)$/.test(route.path);
    const of = resourceAt(route.path);
    if (needsRow && !known.has(of)) known.set(of, await rowsFor(route.path));
    for (const row of needsRow ? (known.get(of) ?? []) : [null]) {
      const logs = route.path.startsWith('/sys/log/') ? { logType: '2' } : {};
      const query: Record<string, string> = row ? { id: row.id, ids: row.id } : { pageSize: '200', ...logs };
      const sent: Sent = { token: who.token, query };
      const { bytes } = await call(scene, { method: 'GET', path: pathWith(route, row?.id) }, sent);
      for (const name of await told(bytes)) found.add(`${name} by ${route.path}`);
    }
  }
  return found;
}

test('no question is answered with a masked word: lists, details, holds, glances, sheets, logs', async () => {
  const isPaper = (path: string): boolean => path.endsWith('/document');
  const known = new Map<AnyResource | undefined, readonly Row[]>();
  expect([...(await tellings(blind, isPaper, known))]).toEqual([]);
  expect([...(await tellings(packer, isPaper, known))]).toEqual([]);
  // The same questions find every word where it may be seen.
  const seen = [...(await tellings(admin, isPaper, known))].map((one) => one.split(' by ')[0]);
  expect(new Set(seen)).toEqual(new Set(words.keys()));
});

test('no move is refused, or would be, with a masked word', async () => {
  const messages: string[] = [];
  let tried = 0;
  for (const route of scene.app.assembled.routes) {
    if (route.method !== 'POST' || !route.path.includes('/batch/')) continue;
    const ids = (await rowsFor(route.path)).map(({ id }) => id);
    if (ids.length === 0) continue;
    const { bytes } = await call(scene, route, {
      token: blind.token,
      body: { ids, dryRun: true },
      headers: { 'idempotency-key': newId() },
    });
    for (const name of await told(bytes)) messages.push(`${name} by ${route.path}`);
    tried++;
  }
  expect(messages).toEqual([]);
  expect(tried).toBeGreaterThan(20);
});

test('a manual order of a buyer one may not see is refused without their words', async () => {
  const draft = await must(
    admin.post<{ id: string }>('/orders/salesOrder/add', {
      accountId: scene.seller.accountId,
      channelOrderNo: 'HAND-1',
      currency: 'USD',
      ...BUYER,
      shipToState: 'IL',
      shipToCountry: 'US',
      shipToPostalCode: BAD_POSTCODE,
      lines: [{ skuId: scene.seller.skus[STOOL], qty: 1, unitPrice: '10.00' }],
    }),
  );
  const path = `/orders/salesOrder/${draft.id}/submit`;
  const refused = await blind.post(path);
  expect(refused).toMatchObject({ success: false, message: '邮编不正确' });
  expect(JSON.stringify(refused)).not.toContain(BAD_POSTCODE);
  expect(await admin.post(path)).toMatchObject({ message: `邮编不正确：${BAD_POSTCODE}` });
});

const isFirst = onceEach();
/** Each masked field; in the gate one of each mask and resource: how either is asked is the same code. */
const guessed = Object.entries(GOLDEN_MASKS).flatMap(([of, masks]) =>
  Object.entries(masks).flatMap(([mask, keys]) =>
    keys.flatMap((key) => (isFirst(of, mask) ? [[`${of}.${key}`, of, key] as const] : [])),
  ),
);

describe.each(guessed)('%s is not guessed', (_name, of, key) => {
  const resource = () => resources.find((one) => resourceKey(one) === of) as (typeof resources)[0];
  const guess = (): string => words.get(key) ?? 'raw';

  test('by a count, a tab count, a sheet or a batch', async () => {
    const path = pathOf(resource());
    const request = { [key]: guess() };
    const missed = { [key]: 'nobody at all' };
    for (const route of ['list', 'counts', 'holdCounts']) {
      const is = scene.app.assembled.routes.some(({ path: one }) => one === `${path}/${route}`);
      if (!is) continue;
      const answers = [];
      for (const query of [request, missed, {}]) {
        const { result } = await blind.get<{ total?: number }>(`${path}/${route}`, query);
        answers.push(route === 'list' ? result.total : result);
      }
      expect(answers[0], route).toEqual(answers[2]);
      expect(answers[1], route).toEqual(answers[2]);
      const advanced = await blind.get(`${path}/${route}`, superQuery(key, 'eq', guess()));
      expect(advanced, route).toMatchObject({ status: 400, success: false });
      expect(advanced.message).toContain(key);
    }
    const sheets = [];
    for (const query of [request, missed]) {
      const { bytes } = await blind.raw('GET', `${path}/exportXls?${new URLSearchParams(query)}`);
      expect(await told(bytes)).toEqual([]);
      sheets.push(bytes.length);
    }
    expect(sheets[0]).toBe(sheets[1]);
    const batch = scene.app.assembled.routes.find(
      (one) => one.method === 'POST' && one.path.startsWith(`${path}/batch/`),
    );
    if (!batch) return;
    const { json } = await call(scene, batch, {
      token: blind.token,
      body: { filter: request, dryRun: true },
    });
    expect(json, batch.path).toMatchObject({ success: false });
  });
});
