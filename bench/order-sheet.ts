import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { writeXlsx } from '#platform/sheets/xlsx-writer.ts';
import { generateOrders } from './generate-orders.ts';
import { openScene, type Scene } from './scene.ts';

const STORED = 20_000;
const LINES = 5_000;
const LINES_OF_ORDER = 2;

type App = Awaited<ReturnType<Scene['serveApp']>>;

const TITLES = [
  '店铺',
  'PO号',
  '行号',
  '渠道SKU',
  'SKU',
  '数量',
  '单价',
  '收件人',
  '地址',
  '城市',
  '州/省',
  '邮编',
  '国家',
];

/**
 * A sheet of 5,000 order lines, two to an order, uploaded as a marketplace's backup file would be: tried first,
 * then written, then uploaded once more, which changes nothing (O-02).
 * @returns the exit code: a row that is refused is an error
 */
export async function benchOrderSheet(): Promise<number> {
  const scene = await openScene();
  try {
    const app = await scene.serveApp({ concurrency: 4 });
    await generateOrders(scene.owner, scene.seller, 1, STORED);
    const bytes = await sheetOf(scene);
    console.log(`         ${LINES} lines in ${Math.round(bytes.length / 1024)} KB`);
    let isFault = false;
    for (const [what, query] of [
      ['tried', '?dryRun=true'],
      ['written', ''],
      ['again', ''],
    ] as const) {
      const started = performance.now();
      const { successCount, failCount } = await upload(app, query, bytes);
      const ms = Math.round(performance.now() - started);
      const rate = Math.round((LINES * 1000) / ms);
      console.log(`         ${what}: ${successCount} rows, ${failCount} refused, ${ms} ms, ${rate} lines a second`);
      isFault ||= failCount !== 0 || successCount !== LINES;
    }
    const { rows } = await scene.owner.query<{ orders: string; lines: string }>(
      `select count(distinct o.id) as orders, count(*) as lines from sales_order o
        join order_line l on l.tenant_id = o.tenant_id and l.order_id = o.id
        where o.tenant_id = $1 and o.channel_order_no like 'SHEET-%'`,
      [scene.seller.tenant],
    );
    console.log(`         stored: ${rows[0]?.orders} orders of ${rows[0]?.lines} lines`);
    await app.served.stop();
    return isFault || Number(rows[0]?.lines) !== LINES ? 1 : 0;
  } finally {
    await scene.close();
  }
}

async function sheetOf({ owner, seller }: Scene): Promise<Buffer> {
  const { rows: skus } = await owner.query<{ code: string }>(
    'select sku_code as code from sku where tenant_id = $1 and id = any($2::uuid[]) order by sku_code',
    [seller.tenant, seller.skuIds],
  );
  const { rows: shops } = await owner.query<{ name: string }>(
    'select name from channel_account where tenant_id = $1 and id = $2',
    [seller.tenant, seller.accountId],
  );
  const rows = Array.from({ length: LINES }, (_, at) => {
    const order = Math.floor(at / LINES_OF_ORDER);
    const code = skus[at % skus.length]?.code ?? '';
    return [
      shops[0]?.name ?? '',
      `SHEET-${order}`,
      1 + (at % LINES_OF_ORDER),
      code,
      code,
      1,
      100,
      'Ida Wells',
      `${order} Elm Street`,
      'Madison',
      'WI',
      '53703',
      'US',
    ];
  });
  const out = new PassThrough();
  const bytes = buffer(out);
  const columns = TITLES.map((title) => ({ title }));
  await writeXlsx(out, { sheetName: '导入', columns, rows });
  return bytes;
}

interface Outcome {
  successCount: number;
  failCount: number;
}

async function upload({ served, token }: App, query: string, bytes: Buffer): Promise<Outcome> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'orders.xlsx');
  const response = await fetch(`${served.address}/api/orders/salesOrder/importExcel${query}`, {
    method: 'POST',
    headers: { 'x-access-token': token },
    body: form,
  });
  const answers = (await response.json()) as { message: string; result?: Partial<Outcome> };
  if (answers.result?.successCount === undefined) throw new Error(`${answers.message}`);
  return { successCount: answers.result.successCount, failCount: answers.result.failCount ?? 0 };
}
