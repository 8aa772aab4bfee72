import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, expect, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import sharp from 'sharp';
import { findChromium } from '#tools/chromium.ts';
import { api, consoleNow, CONSOLE } from './account-steps.ts';
import { poOf } from '../../db/seed/history/known.ts';
import { HELP_PLACES, PLACES, type Beholder, type Place, type Stage } from './picture-list.ts';
import startConsole, { ADMIN_PASSWORD, PEOPLE_PASSWORD } from './start-console.ts';

/**
 * `npm run pictures [names or files]`: the pictures of the documents and of the handbook, taken of the
 * product as it starts with its demo seller. `--light` leaves out the dark theme and the handbook,
 * `--to` names another folder, `--scale` makes them smaller.
 */
const ROOT = resolve(import.meta.dirname, '../..');
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 390, height: 844 },
];
type Size = (typeof SIZES)[number];
/** As wide as a list needs, so that no column is missing. */
const HELP_SIZE: Size = { width: 1440, height: 810 };
type Theme = 'light' | 'dark';

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    light: { type: 'boolean', default: false },
    to: { type: 'string', default: 'docs/images' },
    scale: { type: 'string', default: '1' },
  },
});
const FOLDER = resolve(ROOT, values.to);
const THEMES: readonly Theme[] = values.light ? ['light'] : ['light', 'dark'];

type State = BrowserContextOptions['storageState'];

async function signedIn(browser: Browser, who: Beholder): Promise<State> {
  if (who === 'nobody') return undefined;
  const context = await browser.newContext({ locale: 'zh-CN' });
  const page = await context.newPage();
  await page.goto(`${CONSOLE()}/user/login`);
  await page.getByRole('textbox', { name: '账号' }).fill(who);
  const password = page.getByRole('textbox', { name: '密码' });
  await password.fill(who === 'admin' ? ADMIN_PASSWORD : PEOPLE_PASSWORD);
  await password.press('Enter');
  await page.waitForURL('**/dashboard/analysis');
  await page.locator('.wb-page').first().waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}

interface Row {
  id: string;
  holds?: string[] | null;
}

/** What the people of the demo did before the pictures are taken, over the wire. */
function clerk(page: Page, token: string) {
  const headers = { 'x-access-token': token };
  const path = `${CONSOLE()}/api`;
  return {
    async rows(list: string): Promise<Row[]> {
      const answer = await page.request.get(`${path}${list}`, { headers });
      return ((await answer.json()) as { result: { records: Row[] } }).result.records;
    },
    async move(
      name: string,
      rows: readonly Row[],
      { of = 'orders/salesOrder', answers = {} }: { of?: string; answers?: object } = {},
    ): Promise<void> {
      await page.request.post(`${path}/${of}/batch/${name}`, {
        headers: { ...headers, 'idempotency-key': `${name} for the pictures` },
        data: { ids: rows.map(({ id }) => id), answers },
      });
    },
    async call<T>(method: 'GET' | 'POST' | 'PUT', at: string, data?: object): Promise<T> {
      const answer = await page.request.fetch(path + at, { method, headers, ...(data ? { data } : {}) });
      return ((await answer.json()) as { result: T }).result;
    },
  };
}

/** Lead times of beds as somebody typed them: two of them are to be put right. */
const LEAD_TIMES = ['48', '两天', '48', ''];

/** Beds on their way to a marketplace, filled in and judged. @returns the id of their task */
async function listed({ rows, call }: ReturnType<typeof clerk>): Promise<string> {
  const [shop] = await rows('/base/channelAccount/list?code=WF-US');
  const beds = await rows('/catalog/sku/list?skuCode=*BED*');
  const head = { accountId: shop?.id, storefront: 'wayfair_us', classId: '12', classTitle: 'Beds' };
  const skuIds = beds.slice(0, LEAD_TIMES.length).map(({ id }) => id);
  const path = '/channels/publishTask';
  const { id } = await call<{ id: string }>('POST', `${path}/add`, { ...head, skuIds });
  const { version, lines } = await call<{ version: number; lines: { publishItem: Row[] } }>(
    'GET',
    `${path}/queryById?id=${id}`,
  );
  const cells = lines.publishItem.flatMap(({ id: itemId }, at) =>
    Object.entries({ ...BED_ANSWERS, 'shippingAndFulfillment::leadTime': LEAD_TIMES[at] ?? '' }).map(
      ([questionId, value]) => ({ itemId, questionId, parentRank: 1, instance: 1, values: value ? [value] : [] }),
    ),
  );
  await call('PUT', `${path}/${id}/cells`, { version, cells });
  await call('POST', `${path}/${id}/validate`, {});
  return id;
}

/** What people say of any bed, by question. */
const BED_ANSWERS: Readonly<Record<string, string>> = {
  'core::manufacturerId': '58213',
  'variantGrouping::variantType': 'Not Variant',
  'media::imageValue': 'https://files.example/bed.jpg',
  'propSixtyFive::warningRequired': 'No',
  '4170': 'Queen',
  '4215': '48',
  '4216': '64',
  '4217': '84.5',
  '378114': 'Natural',
  '380203': 'Metal',
  '380201': 'No',
  '380206': 'No',
};

/** A day's beginning: some orders wait to be packed, some have left, one was given up. @returns what to look at */
async function prepare(browser: Browser): Promise<Stage> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const who = { username: 'admin', password: ADMIN_PASSWORD };
  const { token } = await api<{ token: string }>(page, '/sys/login', who);
  const desk = clerk(page, token);
  const { rows, move } = desk;
  const pending = '/orders/salesOrder/list?tab=pending&pageSize=50';
  await expect.poll(async () => (await rows(pending)).length, { timeout: 90_000 }).toBeGreaterThanOrEqual(28);
  const orders = await rows(pending);
  const isHeld = ({ holds }: Row): boolean => (holds ?? []).length > 0;
  await move('accept', orders.filter((order) => !isHeld(order)).slice(-16));
  const ready = '/orders/salesOrder/list?status=ready&pageSize=50';
  const count = expect.poll(async () => (await rows(ready)).length, { timeout: 90_000 });
  await count.toBeGreaterThanOrEqual(12);
  await move('start', (await rows(ready)).slice(-12));
  const of = 'fulfilment/shipment';
  const drafts = await rows('/fulfilment/shipment/list?tab=packing&pageSize=50');
  const leaving = drafts.slice(0, 5);
  for (const name of ['pack', 'sealAll', 'register']) await move(name, leaving, { of });
  const labelled = '/fulfilment/shipment/list?tab=labelled&pageSize=50';
  await expect.poll(async () => (await rows(labelled)).length, { timeout: 90_000 }).toBeGreaterThanOrEqual(4);
  await move('ship', (await rows(labelled)).slice(-3), { of });
  await move('cancel', (await rows(ready)).slice(0, 2), { answers: { reason: '买家不要了' } });
  const [shipment] = await rows('/fulfilment/shipment/list?tab=packing&pageSize=50');
  const [chair] = await rows(`/orders/salesOrder/list?channelOrderNo=${poOf('coming')}`);
  const publishTask = await listed(desk);
  await context.close();
  const held = orders.find(({ holds }) => holds?.includes('priceMismatch')) ?? orders.find(isHeld);
  if (!held || !shipment || !chair) throw new Error('the demo seller has no held order, no shipment or no chair');
  return { heldOrder: held.id, shipment: shipment.id, chair: chair.id, publishTask };
}

/** Waits until a page stands still: nothing is under way, nothing slides in. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle').catch(() => {});
  for (const waiting of await page.getByRole('status', { name: '加载中…' }).all())
    await waiting.waitFor({ state: 'hidden' }).catch(() => {});
  await page.evaluate(async () => {
    await document.fonts.ready;
    // One below the fold is not fetched, and would be waited for without end.
    const requests = [...document.images].filter((image) => image.loading !== 'lazy');
    await Promise.all(requests.map((image) => image.decode().catch(() => {})));
  });
  await page.waitForTimeout(600);
}

/** Few colours and no more points than a reader needs. */
const small = (picture: Buffer, width: number): Promise<Buffer> =>
  sharp(picture)
    .resize({ width: Math.round(width * Number(values.scale)), withoutEnlargement: true })
    .png({ palette: true, quality: 85, effort: 10, compressionLevel: 9 })
    .toBuffer();

/** How a place is taken, and where the picture goes. */
interface Shot {
  stage: Stage;
  state: State;
  size: Size;
  theme: Theme;
  file: string;
}

async function draw(browser: Browser, place: Place, at: Shot): Promise<string> {
  const { stage, state, size, theme } = at;
  const context = await browser.newContext({
    locale: 'zh-CN',
    viewport: size,
    colorScheme: theme,
    reducedMotion: 'reduce',
    ...(state ? { storageState: state } : {}),
  });
  const page = await context.newPage();
  await page.addInitScript((scheme) => localStorage.setItem('waybill.settings', JSON.stringify({ scheme })), theme);
  await page.clock.setSystemTime(consoleNow());
  await page.goto(CONSOLE() + place.path(stage));
  await settle(page);
  await place.steps?.(page);
  await settle(page);
  const file = join(FOLDER, at.file);
  writeFileSync(file, await small(await page.screenshot(), size.width));
  await context.close();
  return file;
}

interface Wanted {
  place: Place;
  size: Size;
  theme: Theme;
  file: string;
}

/** Every picture there is: of the project itself, and of the chapters of the handbook. */
function album(): Wanted[] {
  const own = PLACES.flatMap((place) =>
    THEMES.flatMap((theme) =>
      SIZES.map((size): Wanted => {
        const suffix = theme === 'dark' ? '-dark' : '';
        return { place, size, theme, file: `${place.name}-${size.width}${suffix}.png` };
      }),
    ),
  );
  const help = HELP_PLACES.map((place): Wanted => ({
    place,
    size: HELP_SIZE,
    theme: 'light',
    file: `help/${place.name}.png`,
  }));
  return [...own, ...(values.light ? [] : help)].filter(
    ({ place, file }) => names.length === 0 || names.some((name) => [place.name, file].includes(name)),
  );
}

mkdirSync(join(FOLDER, 'help'), { recursive: true });
const stop = await startConsole();
try {
  const browser = await chromium.launch({
    executablePath: findChromium('whole'),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const stage = await prepare(browser);
    const states = new Map<Beholder, State>();
    for (const { place, ...shot } of album()) {
      const { beholder } = place;
      if (!states.has(beholder)) states.set(beholder, await signedIn(browser, beholder));
      console.log(await draw(browser, place, { ...shot, stage, state: states.get(beholder) }));
    }
  } finally {
    await browser.close();
  }
} finally {
  await stop();
}
