import { send } from '#tests/attacks/upload-scene.ts';
import type { Client, TestApp } from '#tests/harness/app.ts';
import { listOf } from '#tests/journeys/market-scene.ts';
import type { LifecycleFacts } from '../lifecycle-facts.ts';
import { must } from '../one-of-each.ts';

const LISTING = 'market:marketListing';
const REPORT = 'market:marketReport';

let made = 0;

async function watchedListing(admin: Client): Promise<string> {
  made += 1;
  const [seller] = await listOf(admin, '/market/seller', { kind: 'own' });
  const listing = { marketplace: seller?.['marketplace'], itemId: `FACT-${made}`, title: '事实', currency: 'USD' };
  return (await must(admin.post<{ id: string }>('/market/marketListing/add', { ...listing, sellerId: seller?.id }))).id;
}

async function requestedReport(admin: Client, type = 'sales'): Promise<string> {
  made += 1;
  const [seller] = await listOf(admin, '/market/seller', { kind: 'own' });
  const day = `${2000 + made}-01-01`;
  const report = { sellerId: seller?.id, type, periodFrom: day, periodTo: day };
  return (await must(admin.post<{ id: string }>('/market/marketReport/add', report))).id;
}

const upload = async (scene: TestApp, admin: Client, text: string): Promise<{ file: string }> => ({
  file: (await send(scene, admin, Buffer.from(text), { name: 'sales.csv' })).message,
});

export const marketFacts: readonly LifecycleFacts[] = [
  {
    of: LISTING,
    begins: 'watched: add import',
    one: (_scene, admin) => watchedListing(admin),
    // domain.md §6: 关注.
    law: { watched: 'observe→= unwatch→unwatched', unwatched: 'watch→watched' },
    ends: [],
    answers: { at: '2026-11-20 08:00:00', price: '10.00' },
    made: {
      'a listing: seen, left alone and watched again': async (stage) => {
        const id = await watchedListing(stage.admin);
        await stage.make(stage.admin, LISTING, id, 'observe', { at: '2026-11-20 08:00:00', price: '10.00' });
        await stage.make(stage.admin, LISTING, id, 'unwatch');
        await stage.make(stage.admin, LISTING, id, 'watch');
      },
    },
  },
  {
    of: REPORT,
    begins: 'requested: add',
    one: (_scene, admin) => requestedReport(admin),
    // §2.4: requested → processing → ready → parsed | failed; a file may come without being waited for.
    law: {
      requested: 'ask→processing fetch→processing upload→ready|=',
      processing: 'upload→ready|= *receive→ready *fail→failed',
      ready: '*finish→parsed *fail→failed',
      parsed: 'fetch→processing upload→ready|= reparse→ready',
      failed: 'fetch→processing upload→ready|= reparse→ready',
    },
    ends: [],
    answers: { file: 'nowhere.csv' },
    made: {
      'a report on advertising: asked for by call, and fetched': async (stage) => {
        const id = await requestedReport(stage.admin, 'adListing');
        await stage.make(stage.admin, REPORT, id, 'fetch', { attribution: '14', grouping: 'month' });
        await stage.scene.settled();
      },
      'a report: requested, read, wrong, and read again': async (stage) => {
        const { scene, admin } = stage;
        const id = await requestedReport(admin);
        await stage.make(admin, REPORT, id, 'ask');
        const good = 'SKU,Units,Revenue\nWB-1,2,10.00\n';
        await stage.make(admin, REPORT, id, 'upload', await upload(scene, admin, good));
        await scene.settled();
        await stage.make(admin, REPORT, id, 'upload', await upload(scene, admin, 'SKU,Units,Revenue\nWB-1,x,10\n'));
        await scene.settled();
        await stage.make(admin, REPORT, id, 'reparse');
        await scene.settled();
      },
    },
  },
];
