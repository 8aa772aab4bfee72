import { mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import { build, loadConfigFromFile, preview, type PluginOption } from 'vite';
import { findChromium } from '#tools/chromium.ts';
import { pastedGoods } from './grid/goods.ts';

// Our editable grid beside vxe-table, 10,000 rows of 20 columns, in the same run. What is done on
// both sides stands in bench/README.md.

const ROOT = resolve(import.meta.dirname, 'grid');
const OUT = resolve(import.meta.dirname, '../../.cache/bench-grid');
const ROUNDS = 5;
const STEPS = 200;
const WHEEL_PX = 100;

/** Times in ms, work in ms of the main thread a frame, heap in MB after collection. */
interface GridFigures {
  ready: number;
  jumpWork: number;
  jumpP95: number;
  wheelWork: number;
  wheelP95: number;
  add: number;
  validate: number;
  /** NaN for a grid that takes no block. */
  paste: number;
  click: number;
  heap: number;
}

type PageName = 'vxe' | 'own' | 'own-always' | 'own-console';
const PAGES: readonly PageName[] = ['vxe', 'own', 'own-always', 'own-console'];

async function benchGrid(): Promise<Record<PageName, GridFigures>> {
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  const config = { root: ROOT, configFile: false, logLevel: 'error' } as const;
  const product = await productBuild();
  for (const name of PAGES)
    await build({
      ...config,
      plugins: product.plugins,
      define: { __VUE_OPTIONS_API__: 'true', __VUE_PROD_DEVTOOLS__: 'false' },
      build: {
        outDir: OUT,
        emptyOutDir: false,
        rolldownOptions: { ...product.options, input: resolve(ROOT, `${name}.html`) },
      },
    });
  const server = await preview({ ...config, build: { outDir: OUT }, preview: { port: 0 } });
  const url = server.resolvedUrls?.local[0] ?? '';
  const browser = await chromium.launch({
    executablePath: findChromium('whole'),
    args: ['--headless=new', '--no-sandbox', '--disable-gpu'],
  });
  const seen = Object.fromEntries(PAGES.map((name) => [name, []])) as unknown as Record<PageName, GridFigures[]>;
  try {
    for (let round = 0; round < ROUNDS; round++)
      for (const name of PAGES) seen[name].push(await measure(browser, `${url}${name}.html`));
  } finally {
    await browser.close();
    await server.close();
  }
  return Object.fromEntries(PAGES.map((name) => [name, medians(seen[name])])) as Record<PageName, GridFigures>;
}

/** Built as the product is, save for the compressed twins that nobody would fetch here. */
async function productBuild(): Promise<{ plugins: PluginOption[]; options: object }> {
  const root = resolve(import.meta.dirname, '../..');
  const env = { command: 'build', mode: 'production' } as const;
  const file = await loadConfigFromFile(env, resolve(root, 'vite.config.ts'), root, 'error');
  const plugins = (file?.config.plugins ?? []).flat().filter((one) => nameOf(one) !== 'precompress');
  return { plugins, options: file?.config.build?.rolldownOptions ?? {} };
}

const nameOf = (plugin: unknown): unknown =>
  typeof plugin === 'object' && plugin !== null && 'name' in plugin ? plugin.name : null;

async function measure(browser: Browser, url: string): Promise<GridFigures> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Performance.enable');
  await page.goto(url, { waitUntil: 'commit' });
  const ready = await page.evaluate(async () => {
    while (!globalThis.benched?.cell(3, 'name')?.textContent && performance.now() < 60_000)
      await new Promise((next) => requestAnimationFrame(next));
    await new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
    return performance.now();
  });
  const heap = await heapOf(client);
  const click = await clickToEdit(page);
  const jump = await scroll(page, client, 'jump');
  const wheel = await scroll(page, client, 'wheel');
  const add = await timed(page, 'add');
  const validate = await timed(page, 'validate');
  const paste = await timedPaste(page);
  await context.close();
  return {
    ready,
    heap,
    click,
    add,
    validate,
    paste,
    jumpWork: jump.work,
    jumpP95: jump.p95,
    wheelWork: wheel.work,
    wheelP95: wheel.p95,
  };
}

/** Two hundred steps, one a frame: over the whole list, or a notch of the wheel each. */
async function scroll(page: Page, client: CDPSession, kind: 'jump' | 'wheel'): Promise<{ work: number; p95: number }> {
  const before = await taskSeconds(client);
  const frames = await page.evaluate(
    async ({ isJump, steps, notch }) => {
      const body = globalThis.benched?.body();
      if (!body) throw new Error('no grid');
      body.scrollTop = 0;
      const most = body.scrollHeight - body.clientHeight;
      const times: number[] = [];
      let last = await new Promise<number>((next) => requestAnimationFrame(next));
      for (let step = 1; step <= steps; step++) {
        body.scrollTop = isJump ? (most * step) / steps : step * notch;
        const now = await new Promise<number>((next) => requestAnimationFrame(next));
        times.push(now - last);
        last = now;
      }
      return times;
    },
    { isJump: kind === 'jump', steps: STEPS, notch: WHEEL_PX },
  );
  const work = ((await taskSeconds(client)) - before) * 1000;
  return { work: work / STEPS, p95: percentile(frames, 95) };
}

/** From the call to the frame after it, at the top of the list. */
const timed = (page: Page, what: 'add' | 'validate'): Promise<number> =>
  page.evaluate(async (name) => {
    const grid = globalThis.benched;
    if (!grid) throw new Error('no grid');
    grid.body().scrollTop = 0;
    for (let frame = 0; frame < 3; frame++) await new Promise((next) => requestAnimationFrame(next));
    const started = performance.now();
    const wrong = await grid[name]();
    if (name === 'validate' && !wrong) throw new Error('nothing was found wrong');
    await new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
    return performance.now() - started;
  }, what);

/**
 * From a block on the clipboard, 1,000 rows of 12 cells and 30 of 100 wrong, to the frame in which
 * it is read, judged and marked.
 */
async function timedPaste(page: Page): Promise<number> {
  const { text, wrong } = pastedGoods();
  return page.evaluate(
    async ({ block, expected }) => {
      const grid = globalThis.benched;
      if (!grid?.paste) return Number.NaN;
      grid.body().scrollTop = 0;
      const before = grid.wrong?.() ?? 0;
      await new Promise((next) => requestAnimationFrame(next));
      const started = performance.now();
      await grid.paste(block);
      await new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
      const taken = performance.now() - started;
      const found = (grid.wrong?.() ?? 0) - before;
      if (Math.abs(found - expected) > expected / 10) throw new Error(`${found} of ${expected} wrong cells were found`);
      return taken;
    },
    { block: text, expected: wrong },
  );
}

/** From a click on a cell to the focused input, p95 of ten after one that warms up. */
async function clickToEdit(page: Page): Promise<number> {
  const times = await page.evaluate(async () => {
    const taken: number[] = [];
    for (let turn = 0; turn < 11; turn++) {
      const cell = globalThis.benched?.cell(1 + turn, 'brand');
      if (!cell) throw new Error('no cell');
      const started = performance.now();
      for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
        cell.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, button: 0 }));
      while (document.activeElement?.tagName !== 'INPUT' && performance.now() - started < 2000)
        await new Promise((next) => setTimeout(next));
      taken.push(performance.now() - started);
      (document.activeElement as HTMLElement | null)?.blur();
      document.body.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
      await new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
    }
    return taken.slice(1);
  });
  return percentile(times, 95);
}

async function taskSeconds(client: CDPSession): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

async function heapOf(client: CDPSession): Promise<number> {
  for (let turn = 0; turn < 3; turn++) await client.send('HeapProfiler.collectGarbage');
  const { usedSize } = await client.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}

function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0;
}

function medians(rounds: readonly GridFigures[]): GridFigures {
  const keys = Object.keys(rounds[0] ?? {}) as (keyof GridFigures)[];
  return Object.fromEntries(
    keys.map((key) => [
      key,
      Math.round(
        percentile(
          rounds.map((one) => one[key]),
          50,
        ) * 100,
      ) / 100,
    ]),
  ) as unknown as GridFigures;
}

const RATIOS: readonly [keyof GridFigures, string, number][] = [
  ['ready', 'ready', 0.4],
  ['wheelWork', 'work of the wheel', 0.25],
  ['jumpWork', 'work of jumps', 0.45],
  ['add', 'add a row', 0.25],
  ['validate', 'validate all', 0.25],
  ['heap', 'heap', 0.6],
];

const LIMITS: readonly [PageName, keyof GridFigures, string, number][] = [
  ['own', 'wheelP95', 'frame of the wheel p95, display, ms', 20],
  ['own-always', 'wheelP95', 'frame of the wheel p95, always editing, ms', 34],
  ['own', 'paste', 'paste 1,000 x 12 cells, 30 % wrong, judged, ms', 150],
  ['own', 'click', 'click to focused editor p95, ms', 50],
];

/** Prints the figures beside their goals. Ratios end the run with an error, times do not. */
function printGrid(figures: Record<PageName, GridFigures>): number {
  let code = 0;
  for (const [key, what, most] of RATIOS) {
    const ratio = figures.own[key] / figures.vxe[key];
    if (ratio > most) code = 1;
    console.log(
      `${ratio <= most ? 'met    ' : 'NOT MET'}  ${what}: ${ratio.toFixed(2)} of vxe-table` +
        ` (${figures.own[key]} / ${figures.vxe[key]}; goal ${most})`,
    );
  }
  for (const [page, key, what, most] of LIMITS) {
    const value = figures[page][key];
    console.log(`${value <= most ? 'met    ' : 'NOT MET'}  ${what}: ${value} (goal ${most})`);
  }
  const ground = figures['own-console'];
  for (const key of ['ready', 'heap'] as const)
    console.log(
      `known    ${key} with the console's ground around our grid: ` +
        `${(ground[key] / figures.vxe[key]).toFixed(2)} of vxe-table (${ground[key]})`,
    );
  console.log(`\n${JSON.stringify(figures)}`);
  return code;
}

process.exitCode = printGrid(await benchGrid());
