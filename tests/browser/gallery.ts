import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { findChromium } from '#tools/chromium.ts';
import { complaints } from './console-steps.ts';
import { consolePictures } from './gallery-console.ts';
import { publicPictures } from './gallery-public.ts';
import { prepareScene, type Picture, type Scene } from './gallery-scene.ts';
import startConsole from './start-console.ts';

/**
 * `npm run gallery [parts of names]`: pictures of every state of the console, at a desk and on a
 * phone, in `.cache/gallery` with a page to look through. Fails where the browser complained or a
 * page overflows sideways.
 */
const FOLDER = resolve(import.meta.dirname, '../../.cache/gallery');
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
type Size = (typeof SIZES)[number];

const fileOf = (picture: Picture, { width }: Size): string => `${picture.name}-${width}.png`;

/** Draws one picture. @returns what is wrong with it */
async function draw(browser: Browser, scene: Scene, picture: Picture, size: Size): Promise<string[]> {
  const storageState = scene.states[picture.viewer];
  const context = await browser.newContext({
    locale: 'zh-CN',
    viewport: size,
    ...(storageState ? { storageState } : {}),
  });
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  const heard = complaints(page);
  const faults: string[] = [];
  await picture.steps(page, scene).catch((error: unknown) => faults.push(String(error)));
  await page.waitForLoadState('networkidle').catch(() => {});
  for (const waiting of await page.getByRole('status', { name: '加载中…' }).all())
    await waiting.waitFor({ state: 'hidden' }).catch(() => {});
  // Dialogs and drawers slide in; a picture half way tells nothing.
  await page.waitForTimeout(450);
  await page.screenshot({ path: join(FOLDER, fileOf(picture, size)) });
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  if (overflow > 0) faults.push(`overflows sideways by ${overflow} px`);
  faults.push(...heard.filter((words) => !picture.expected?.test(words)));
  await context.close();
  return faults.map((fault) => `${fileOf(picture, size)}: ${fault}`);
}

function overviewPage(pictures: readonly Picture[]): string {
  const figures = pictures.map((picture) => {
    const images = SIZES.map((size) => fileOf(picture, size)).map(
      (file) => `<a href="${file}"><img src="${file}" alt="${file}" loading="lazy"></a>`,
    );
    return `<figure><figcaption>${picture.name}</figcaption>${images.join('')}</figure>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>Gallery</title>
<style>body{font:14px sans-serif;background:#ddd}figure{margin:24px}a{margin-right:16px}
img{height:420px;border:1px solid #999}figcaption{font-weight:bold;margin-bottom:8px}</style>
${figures.join('\n')}\n`;
}

const requested = process.argv.slice(2);
const pictures = [...publicPictures, ...consolePictures].filter(
  ({ name }) => requested.length === 0 || requested.some((part) => name.includes(part)),
);
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const stop = await startConsole();
try {
  const browser = await chromium.launch({
    executablePath: findChromium('whole'),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const faults: string[] = [];
  try {
    const scene = await prepareScene(browser);
    for (const picture of pictures)
      for (const size of SIZES) faults.push(...(await draw(browser, scene, picture, size)));
  } finally {
    await browser.close();
  }
  writeFileSync(join(FOLDER, 'index.html'), overviewPage(pictures));
  for (const picture of pictures) for (const size of SIZES) console.log(join(FOLDER, fileOf(picture, size)));
  console.log(join(FOLDER, 'index.html'));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
} finally {
  await stop();
}
