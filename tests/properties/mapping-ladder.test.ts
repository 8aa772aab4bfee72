import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { look, openShop, type Page } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { IS_LONG } from '#tests/harness/long.ts';
import { firstOf, must } from '#tests/lifecycles/one-of-each.ts';

/** Few letters and signs: codes often mean each other but for their writing. */
const code = fc
  .array(fc.constantFrom('a', 'B', 'b', '1', '2', '-', '.', '_', '/'), {
    minLength: 2,
    maxLength: 5,
  })
  .map((letters) => letters.join(''));
const skuCode = code.filter((text) => /^[A-Za-z0-9]/.test(text)).map((text) => `Q${text}`);
const noise = fc.constantFrom(
  (text: string) => text,
  (text: string) => ` ${text} `,
  (text: string) => text.toLowerCase(),
  (text: string) => text.toUpperCase(),
  (text: string) => text.replaceAll('-', ' '),
  (text: string) => text.split('').join('-'),
);

/** UPC-A with its check digit. */
const upc = fc.integer({ min: 0, max: 10 ** 11 - 1 }).map((n) => {
  const body = String(n).padStart(11, '0');
  const sum = [...body].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 3 : 1), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
});

interface Sku {
  id: string;
  code: string;
  upc: string | null;
}
interface Rung {
  method: 'exact' | 'upc' | 'normalised';
  ids: string[];
}

const CODES = IS_LONG ? 160 : 60;
const LISTINGS = IS_LONG ? 260 : 90;
let scene: TestApp;
let clerk: Client;
const catalogue: Sku[] = [];

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  await openShop(scene, clerk);
  const product = await firstOf(clerk, '/catalog/product/list');
  // Codes that differ by case alone are one code: the second is refused.
  const samples = fc.sample(skuCode, { seed: 5, numRuns: CODES });
  const codes = [...new Map(samples.map((one) => [one.toUpperCase(), one])).values()];
  const upcs = fc.sample(upc, { seed: 6, numRuns: codes.length });
  for (const [index, one] of codes.entries()) {
    // Every third has a UPC, every sixth one written with thirteen digits.
    const own = index % 3 !== 0 ? null : index % 2 === 0 ? `0${upcs[index] ?? ''}` : (upcs[index] as string);
    const { id } = await must(
      clerk.post<{ id: string }>('/catalog/sku/add', {
        skuCode: one,
        productId: product.id,
        name: `样品 ${index}`,
        type: 'simple',
        pieceCount: 1,
        ...(own ? { upc: own } : {}),
      }),
    );
    catalogue.push({ id, code: one, upc: own });
  }
  for (const [code_, id] of Object.entries(scene.seller.skus)) catalogue.push({ id, code: code_, upc: null });
});
afterAll(() => scene.stop());

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
const thirteen = (text: string | null): string => (text ?? '').trim().padStart(13, '0');

/** The ladder as domain.md tells it, over the whole catalogue: the first rung that anything stands on. */
function climb(channelSku: string): Rung | null {
  const same = catalogue.filter((sku) => sku.code === channelSku.trim());
  if (same.length > 0) return { method: 'exact', ids: same.map(({ id }) => id) };
  const isUpc = /^\d{12,13}$/.test(channelSku.trim());
  const byUpc = catalogue.filter((sku) => isUpc && sku.upc && thirteen(sku.upc) === thirteen(channelSku));
  if (byUpc.length > 0) return { method: 'upc', ids: byUpc.map(({ id }) => id) };
  const expected = plain(channelSku);
  const alike = catalogue.filter((sku) => expected !== '' && plain(sku.code) === expected);
  return alike.length > 0 ? { method: 'normalised', ids: alike.map(({ id }) => id) } : null;
}

interface Mapped {
  channelSku: string;
  skuId: string | null;
  mapStatus: string;
  mapMethod: string | null;
}

test('listings of any writing climb to the rung the plain ladder says, and no further', async () => {
  const written = fc.sample(
    fc.oneof(
      fc.tuple(fc.constantFrom(...catalogue.map((sku) => sku.code)), noise).map(([text, how]) => how(text)),
      fc
        .constantFrom(...catalogue.flatMap((sku) => (sku.upc ? [sku.upc] : [])))
        .map((text) => (text.length === 13 ? text.slice(1) : `0${text}`)),
      fc.constantFrom(...catalogue.flatMap((sku) => (sku.upc ? [sku.upc] : []))),
      code.map((text) => `Q${text}`),
      upc,
    ),
    { seed: 7, numRuns: LISTINGS },
  );
  const known = new Set(Object.keys(scene.seller.skus));
  const listings = [...new Map(written.map((text) => [text.trim(), text])).values()].filter(
    (text) => !known.has(text.trim()),
  );
  for (const channelSku of listings)
    await must(
      clerk.post('/channels/channelProduct/add', {
        accountId: scene.seller.accountId,
        channelSku,
      }),
    );
  await must(clerk.post('/channels/channelProduct/autoMap', { accountId: scene.seller.accountId }));
  const stored = await look(
    scene,
    (tx) => tx.rows<Mapped>`
      select channel_sku as "channelSku", sku_id as "skuId", map_status as "mapStatus", map_method as "mapMethod"
      from channel_product where tenant_id = ${tx.tenant} and deleted_at is null
        and channel_sku = any(${listings.map((text) => text.trim())}::text[])`,
  );
  expect(stored).toHaveLength(listings.length);
  const rungs = new Map<string, number>();
  for (const row of stored) {
    const rung = climb(row.channelSku);
    const isAmbiguous = rung !== null && rung.ids.length > 1;
    const status = !rung ? 'unmapped' : isAmbiguous ? 'suggested' : 'mapped';
    expect({ status: row.mapStatus, method: row.mapMethod }, row.channelSku).toEqual({
      status,
      method: rung?.method ?? null,
    });
    if (rung) expect(rung.ids, row.channelSku).toContain(row.skuId);
    else expect(row.skuId).toBeNull();
    const name = isAmbiguous ? 'ambiguous' : (rung?.method ?? 'none');
    rungs.set(name, (rungs.get(name) ?? 0) + 1);
  }
  for (const name of ['exact', 'upc', 'normalised', 'ambiguous', 'none'])
    expect(rungs.get(name) ?? 0, name).toBeGreaterThan(LISTINGS / 32);
});

test('mapping again changes nothing of what is certain', async () => {
  const read = () =>
    clerk.get<Page<Mapped & { version: number }>>('/channels/channelProduct/list', {
      mapStatus: 'mapped',
      pageSize: '200',
      column: 'channelSku',
      order: 'asc',
    });
  const before = await read();
  await must(clerk.post('/channels/channelProduct/autoMap', { accountId: scene.seller.accountId }));
  expect((await read()).result.records).toEqual(before.result.records);
  expect(await scene.violations()).toEqual([]);
});
