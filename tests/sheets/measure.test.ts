import { test } from 'vitest';
import { startTestApp } from '#tests/harness/app.ts';
import { upload, workbook } from './upload.ts';
test('measure', async () => {
  const scene = await startTestApp({ isEmpty: true });
  const admin = await scene.as('admin');
  await upload(
    scene,
    admin,
    '/catalog/product/importExcel',
    await workbook(['SPU', '产品名称'], [['BULK', '大宗']]),
  );
  const TITLES = ['SKU', '名称', '产品', '标准成本', '件数', '安全库存', '允许超卖', '净重(g)'];
  const sheet = (n: number, p: string) =>
    workbook(
      TITLES,
      Array.from({ length: n }, (_, i) => [
        `${p}-${i}`,
        `货品 ${i}`,
        'BULK',
        `${i % 97}.25`,
        1 + (i % 4),
        i % 11,
        '是',
        1000 + i,
      ]),
    );
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 50);
  for (const [n, p] of [
    [10000, 'A'],
    [50000, 'B'],
    [40000, 'C'],
  ] as const) {
    const bytes = await sheet(n, p);
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    peak = 0;
    const t = performance.now();
    const c = process.cpuUsage();
    const a = await upload(scene, admin, '/catalog/sku/importExcel', bytes);
    const u = process.cpuUsage(c);
    console.log(
      'import',
      n,
      a.message,
      Math.round(performance.now() - t),
      'ms, cpu',
      ((u.user + u.system) / 1e6).toFixed(2),
      's, rss rise MB',
      Math.round((peak - before) / 2 ** 20),
    );
  }
  for (let i = 0; i < 2; i++) {
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    peak = 0;
    const t = performance.now();
    const c = process.cpuUsage();
    await scene.app.http.listen({ port: 0, host: '127.0.0.1' }).catch(() => undefined);
    const port = (scene.app.http.server.address() as { port: number }).port;
    const r = await fetch(`http://127.0.0.1:${port}/api/catalog/sku/exportXls`, {
      headers: { 'x-access-token': admin.token },
    });
    let bytes = 0;
    for await (const chunk of r.body as unknown as AsyncIterable<Uint8Array>) bytes += chunk.length;
    const u = process.cpuUsage(c);
    console.log(
      'export',
      r.status,
      bytes,
      Math.round(performance.now() - t),
      'ms, cpu',
      ((u.user + u.system) / 1e6).toFixed(2),
      's, rss rise MB',
      Math.round((peak - before) / 2 ** 20),
    );
  }
  clearInterval(timer);
  await scene.stop();
}, 300000);
