import { createWriteStream, openAsBlob, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Readable } from 'node:stream';
import { isJobOver, type FileJob } from '#kit/model/file-job.ts';
import { writeXlsx, type SheetCell } from '#platform/sheets/xlsx-writer.ts';
import { cpuSeconds, peakMb } from './processes.ts';
import { openScene, type Scene } from './scene.ts';
import type { Figure } from './sheets.ts';

const ROWS = 100_000;
/** Every hundredth row names a product that there is not. */
const BAD_EVERY = 100;
/** What `cartons` imports, in a minute at most. */
const SOLD = 50_000;
/** All that a SKU has, and what a seller's own sheet has besides. */
export const TITLES = (
  'SKU,名称,产品,类型,净重(g),件数,标准成本,建议零售价,最低广告价,安全库存,允许超卖,超卖上限,' +
  '颜色,尺寸,材质,工厂,货号,外箱,备注,更新日'
).split(',');

type App = Awaited<ReturnType<Scene['serveApp']>>;

/**
 * The whole way over HTTP, each in a product process of its own: a sheet of 100,000 × 20 with 1 %
 * bad rows is uploaded, read, judged and written, then all of it is exported, by a call and by a
 * job, then imported again, also all or nothing. `rss rise` is the peak of that process meanwhile
 * over what it held before.
 * @param only keys of the runs that are wanted, as the command line names them; none: all
 */
export async function benchSheetJobs(only: readonly string[] = process.argv.slice(3)): Promise<Figure[]> {
  const scene = await openScene();
  try {
    const file = join(scene.folder, 'import.xlsx');
    await writeXlsx(createWriteStream(file), {
      sheetName: 'SKU',
      columns: TITLES.map((title) => ({ title })),
      rows: skuRows(),
    });
    const back = join(scene.folder, 'export.xlsx');
    const runs: Run[] = [
      { key: 'import', name: 'import job 100k × 20', work: (app) => importFile(app, file, '') },
      { key: 'export', name: 'export over HTTP 99k', work: (app) => exportFile(app, back) },
      { key: 'exportJob', name: 'export job 99k', work: exportJob },
      { key: 'again', name: 'import of that export', work: (app) => importFile(app, back, '') },
      {
        key: 'cartons',
        name: `import of ${SOLD} SKUs, two cartons each`,
        work: importGoods(scene),
      },
      {
        key: 'strict',
        name: 'import job all or nothing',
        work: (app) => importFile(app, file, '&partial=0'),
      },
    ];
    const figures: Figure[] = [];
    for (const run of runs)
      if (only.length === 0 || only.includes(run.key)) figures.push(...(await measured(scene, run)));
    return figures;
  } finally {
    await scene.close();
  }
}

interface Run {
  key: string;
  name: string;
  work: (app: App) => Promise<string>;
}

/** What a whole sheet may cost: seconds of the server's processor, megabytes beyond what it held. */
const GOALS = { import: { cpu: 6, rise: 128 }, export: { cpu: 3, rise: 64 } };
/** Seconds that the import of goods with their cartons may take. */
const GOODS_WALL = 60;

async function measured(scene: Scene, { key, name, work }: Run): Promise<Figure[]> {
  const goal = GOALS[key.startsWith('export') ? 'export' : 'import'];
  const app = await scene.serveApp({ concurrency: 4 });
  const { pid } = app.served;
  // What the first call loads is no part of the work.
  await getJson(app, '/catalog/sku/list');
  const idle = heldMb(pid);
  forgetPeak(pid);
  const before = cpuSeconds(pid, app.postmaster);
  const started = performance.now();
  console.log(`${name}: ${await work(app)}`);
  const wall = (performance.now() - started) / 1000;
  const after = cpuSeconds(pid, app.postmaster);
  const peak = peakMb(pid);
  await app.served.stop();
  return [
    {
      name: `${name} wall${key === 'cartons' ? ` (goal ${GOODS_WALL})` : ''}`,
      value: wall,
      unit: 's',
    },
    {
      name: `${name} server cpu (goal ${goal.cpu})`,
      value: after.server - before.server,
      unit: 's',
    },
    { name: `${name} database cpu`, value: after.database - before.database, unit: 's' },
    { name: `${name} peak rss`, value: peak, unit: 'MB' },
    { name: `${name} rss rise (goal ${goal.rise})`, value: peak - idle, unit: 'MB' },
  ];
}

const heldMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** The start has a peak of its own. */
const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

const headers = (app: App): Record<string, string> => ({ 'x-access-token': app.token });

async function getJson<T>(app: App, path: string): Promise<T> {
  const response = await fetch(`${app.served.address}/api${path}`, { headers: headers(app) });
  return ((await response.json()) as { result: T }).result;
}

/** Uploads and waits for the end of the job. @returns how it ended */
async function importFile(app: App, file: string, query: string, resource = 'sku'): Promise<string> {
  const body = new FormData();
  body.append('file', await openAsBlob(file), 'import.xlsx');
  const url = `${app.served.address}/api/catalog/${resource}/importExcel?background=1${query}`;
  const response = await fetch(url, { method: 'POST', headers: headers(app), body });
  const { result } = (await response.json()) as { result: { jobId: string } };
  return ended(app, result.jobId);
}

async function exportJob(app: App): Promise<string> {
  const { jobId } = await getJson<{ jobId: string }>(app, '/catalog/sku/exportXls?background=1');
  return ended(app, jobId);
}

/** Asks until a job is over. @returns how it ended */
async function ended(app: App, jobId: string): Promise<string> {
  for (;;) {
    const job = await getJson<FileJob>(app, `/sys/fileJob/queryById?id=${jobId}`);
    if (isJobOver(job.status)) return `${job.status_dictText}，${job.message ?? ''}`;
    await new Promise((wake) => setTimeout(wake, 250));
  }
}

async function exportFile(app: App, file: string): Promise<string> {
  const url = `${app.served.address}/api/catalog/sku/exportXls`;
  const { status, body } = await fetch(url, { headers: headers(app) });
  await pipeline(Readable.fromWeb(body as ReadableStream), createWriteStream(file));
  return String(status);
}

/** The goods of a seller who moves house: a sheet of SKUs, then one of their cartons. */
const importGoods =
  (scene: Scene) =>
  async (app: App): Promise<string> => {
    const goods = join(scene.folder, 'goods.xlsx');
    const cartons = join(scene.folder, 'cartons.xlsx');
    await writeXlsx(createWriteStream(goods), {
      sheetName: 'SKU',
      columns: TITLES.map((title) => ({ title })),
      rows: skuRows('BOX', SOLD),
    });
    await writeXlsx(createWriteStream(cartons), {
      sheetName: '箱规',
      columns: CARTON_TITLES.map((title) => ({ title })),
      rows: cartonRows(),
    });
    const first = await importFile(app, goods, '');
    return `${first}；${await importFile(app, cartons, '', 'skuCarton')}`;
  };

const CARTON_TITLES = 'SKU,箱序,箱名,长(mm),宽(mm),高(mm),毛重(g),每箱件数'.split(',');

function* cartonRows(): Generator<SheetCell[]> {
  for (let row = 0; row < SOLD; row += 1)
    for (const cartonNo of [1, 2]) {
      const code = `BOX-${String(row).padStart(6, '0')}`;
      yield [code, cartonNo, `${cartonNo}/2`, 1000 + (row % 20), 500, 250 + (row % 7), 17_500, 1];
    }
}

export function* skuRows(prefix = 'IMP', rows = ROWS): Generator<SheetCell[]> {
  for (let row = 0; row < rows; row += 1) {
    const code = String(row).padStart(6, '0');
    const cells: Record<string, SheetCell> = {
      SKU: `${prefix}-${code}`,
      名称: `实木床头柜 ${row % 977} 号 <胡桃色>`,
      产品: row % BAD_EVERY === 7 ? '没有这个产品' : 'BENCH',
      类型: '单品',
      '净重(g)': 1000 + (row % 5000),
      件数: 1,
      标准成本: (row % 9700) / 4,
      建议零售价: 199.99,
      最低广告价: 149.5,
      安全库存: row % 11,
      允许超卖: row % 2 === 0 ? '是' : '否',
      超卖上限: row % 2 === 0 ? 5 : 0,
      备注: row % 13 === 0 ? null : 'Small parcel',
      更新日: `2026-11-${String((row % 28) + 1).padStart(2, '0')} 08:30:00`,
    };
    yield TITLES.map((title) => cells[title] ?? `${title} ${row % 97}`);
  }
}
