import { afterAll, beforeAll, expect } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { upload, type ImportAnswer } from './upload.ts';

export let scene: TestApp;
export let admin: Client;

export const exported = async (path: string, query = ''): Promise<Buffer> => {
  const { status, bytes } = await admin.raw('GET', `${path}/exportXls${query}`);
  expect(status).toBe(200);
  return bytes;
};

export const importInto = (path: string, bytes: Buffer, query = ''): Promise<ImportAnswer> =>
  upload(scene, admin, `${path}/importExcel${query}`, bytes);

/** Everything a table holds, whoever may see it. */
export const tableRows = (table: string): Promise<Record<string, unknown>[]> =>
  scene.app.db.tx(
    systemActor(1, 'checker'),
    (tx) => tx.rows([`select * from ${table} where tenant_id = 1 order by id`] as never) as never,
  );

export const SKU_TITLES = ['SKU', '名称', '产品', '标准成本', '安全库存', '允许超卖', 'UPC'];
export const skuRow = (code: string, over: Record<string, string> = {}): (string | null)[] => {
  const row: Record<string, string> = {
    SKU: code,
    名称: `名称 ${code}`,
    产品: 'SHEET-SPU',
    标准成本: '12.5',
    安全库存: '3',
    允许超卖: '是',
    ...over,
  };
  return SKU_TITLES.map((title) => row[title] ?? null);
};

export async function skusLike(pattern: string): Promise<string[]> {
  const page = await admin.get<{ records: { skuCode: string }[] }>('/catalog/sku/list', {
    skuCode: pattern,
    column: 'skuCode',
    order: 'asc',
    pageSize: '100',
  });
  return page.result.records.map(({ skuCode }) => skuCode);
}

export const skuOf = async (code: string): Promise<Record<string, unknown>> => {
  const page = await admin.get<{ records: Record<string, unknown>[] }>('/catalog/sku/list', {
    skuCode: code,
  });
  const id = page.result.records[0]?.['id'] as string;
  return (await admin.get<Record<string, unknown>>('/catalog/sku/queryById', { id })).result;
};

/** The demo seller, whose administrator has sheets written and read. */
export function openSheets(): void {
  beforeAll(async () => {
    scene = await startTestApp();
    admin = await scene.as('admin');
  });
  afterAll(() => scene?.stop());
}
