import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { personWith } from '#tests/contract/worlds.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { upload, workbook } from './upload.ts';

/** The right to import is a way in; what a row does asks for the right to do it. */

let scene: TestApp;
let admin: Client;
beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
});
afterAll(() => scene?.stop());

interface Sample {
  path: string;
  key: string;
  /** Titles of the sheet: its key, what changes, and what else a new row cannot do without. */
  titles: string[];
  changed: string;
  others: string[];
}
const SAMPLES: Record<string, Sample> = {
  'catalog:product': {
    path: '/catalog/product',
    key: 'spuCode',
    titles: ['SPU', '产品名称'],
    changed: 'name',
    others: [],
  },
  'catalog:sku': {
    path: '/catalog/sku',
    key: 'skuCode',
    titles: ['SKU', '名称', '产品'],
    changed: 'name',
    others: ['WB-DCH-BRAM-CTR'],
  },
  'base:shipMethod': {
    path: '/base/shipMethod',
    key: 'code',
    titles: ['渠道编码', '渠道名称', '承运商', '类型'],
    changed: 'name',
    others: ['OWN', '小包裹'],
  },
};

type Row = Record<string, unknown> & { id: string };
const rowsOf = async (path: string): Promise<Row[]> =>
  (await must(admin.get<{ records: Row[] }>(`${path}/list`, { pageSize: '200' }))).records;

test.each(Object.entries(SAMPLES))(
  '%s: import adds only with the right to add, and edits only with the right to edit',
  async (of, { path, key, titles, changed, others }) => {
    covers('ours: rights of an import');
    let at = 0;
    for (const rights of [[], ['add'], ['edit'], ['add', 'edit']]) {
      const who = await personWith(
        scene,
        admin,
        ['list', 'import', ...rights].map((verb) => `${of}:${verb}`),
      );
      const before = await rowsOf(path);
      const [stored, same] = before as [Row, Row];
      const fresh = `NEW-${++at}`;
      const renamed = `改名 ${at}`;
      const sheet = await workbook(titles, [
        [fresh, `新增 ${at}`, ...others],
        [String(stored[key]), renamed, ...others.map(() => '')],
        [String(same[key]), String(same[changed]), ...others.map(() => '')],
      ]);
      const answer = await upload(scene, who, `${path}/importExcel`, sheet);
      const after = await rowsOf(path);
      const label = `${of} with import, ${rights.join(' and ')}`;
      const named = after.find(({ id }) => id === stored.id)?.[changed];
      expect(named, label).toBe(rights.includes('edit') ? renamed : stored[changed]);
      const isThere = after.some((row) => row[key] === fresh);
      expect(isThere, label).toBe(rights.includes('add'));
      expect(answer.result, label).toMatchObject({
        totalCount: 3,
        successCount: 1 + rights.length,
        errorCount: 2 - rights.length,
      });
    }
  },
);

test('a whole sheet is refused where one row may not be written', async () => {
  const who = await personWith(scene, admin, ['catalog:product:import', 'catalog:product:add']);
  const [stored] = await rowsOf('/catalog/product');
  const sheet = await workbook(
    ['SPU', '产品名称'],
    [
      ['WHOLE-1', '新增'],
      [String(stored?.['spuCode']), '改名'],
    ],
  );
  const answer = await upload(scene, who, '/catalog/product/importExcel?partial=0', sheet);
  expect(answer.result).toMatchObject({ successCount: 0 });
  const codes = (await rowsOf('/catalog/product')).map((row) => row['spuCode']);
  expect(codes).not.toContain('WHOLE-1');
});

const DOCUMENTS = {
  'orders:salesOrder': {
    path: '/orders/salesOrder',
    number: 'channelOrderNo',
    titles: ['店铺', 'PO号', 'SKU', '数量', '单价', '最晚发货', '收件人', '地址', '城市', '州/省', '邮编', '国家'],
    row: ['5', '10', '2026-12-24 00:00:00', 'A', '1 Main St', 'Reno', 'NV', '89501', 'US'],
    rights: ['add'],
  },
  'aftersales:partOrder': {
    path: '/aftersales/partOrder',
    number: 'channelPartNo',
    titles: ['店铺', '平台补件号', '整件SKU', '数量', '配件说明', '收件人', '地址', '城市', '州/省', '邮编', '国家'],
    row: ['1', 'leg', 'A', '1 Main St', 'Reno', 'NV', '89501', 'US'],
    rights: ['add', 'submit'],
  },
  'aftersales:returnOrder': {
    path: '/aftersales/returnOrder',
    number: 'channelRaNo',
    titles: ['店铺', 'RA号', 'SKU', '数量', '原因编码'],
    row: ['1', 'unknown'],
    rights: ['add', 'submit'],
  },
};

test.each(Object.entries(DOCUMENTS))(
  '%s: a sheet makes no document without the rights that one needs by hand',
  async (of, { path, number, titles, row, rights }) => {
    covers('ours: rights of an import');
    const shop = await must(
      admin.get<{ name: string }>('/base/channelAccount/queryById', { id: scene.seller.accountId }),
    );
    const documents = async (): Promise<string[]> => (await rowsOf(path)).map((one) => String(one[number]));
    const tried = [...rights.map((missing) => rights.filter((one) => one !== missing)), rights];
    for (const [at, given] of tried.entries()) {
      const who = await personWith(
        scene,
        admin,
        ['list', 'import', ...given].map((verb) => `${of}:${verb}`),
      );
      const name = `ONLY-IMPORT-${at}`;
      const sheet = await workbook(titles, [[shop.name, name, 'WB-DCH-BRAM-CTR', ...row]]);
      for (const trial of ['&dryRun=1', '']) {
        const answer = await upload(scene, who, `${path}/importExcel?x=1${trial}`, sheet);
        await scene.settled();
        const isAllowed = given === rights;
        const label = `${of} with ${given.join(' and ')}${trial}: ${JSON.stringify(answer)}`;
        expect(answer.result.errorCount, label).toBe(isAllowed ? 0 : 1);
        expect((await documents()).includes(name), label).toBe(isAllowed && trial === '');
      }
    }
  },
);
