import type { TaskOf } from '#kit/model/job.ts';
import type { Tx } from '#kit/server/database.ts';
import { noteInTransaction, type Attempt, type QueuedHandler } from '#kit/server/deliveries.ts';
import { notByInterface } from '../model/errors.ts';
import type { pullListingsJob } from '../model/jobs.ts';
import type { Offering } from '../model/offering.ts';
import { ChannelError, type ListingPage } from '../model/port.ts';
import { openCapability } from './capabilities.ts';
import { channelHandler } from './channel-work.ts';
import type { Channel, Connections } from './connections.ts';
import { endRun, ensureRun, notingTrouble, runOf } from './pull-run.ts';
import { quarantine, resolveQuarantine, unreadableRow } from './quarantine.ts';
import { markGone, noteListings, unseenParts } from './standing-listings.ts';

type ListingTask = TaskOf<typeof pullListingsJob>;

interface ListingScene {
  attempt: Attempt<ListingTask>;
  channel: Channel<Offering<'listings'>>;
  accountId: string;
  runId: string;
}

/** Goods move from page to page while they are read; so many pages without anything new never end. */
const MOST_PAGES_AGAIN = 3;
const REPEATS = '渠道各页给出同样的商品，无法读完';

/** Parts that are asked for by number in one go. */
const PARTS_AT_ONCE = 30;

/**
 * `channels.pullListings`: what the marketplace shows of a shop's goods, page by page. A page is stored with the mark
 * of the next one, so that a pull that is broken off goes on where it was. What no page showed is asked for by its
 * number before it counts as gone: pages move while they are read.
 */
export function pullListingsHandler(connections: Connections): QueuedHandler<ListingTask> {
  const handler = channelHandler<ListingTask, 'listings'>(connections, {
    urgency: 'listings',
    capability: 'listings',
    shopOf: async ({ payload }) => payload.accountId,
    async run(attempt, channel) {
      const { accountId } = attempt.payload;
      const scene = { attempt, channel, accountId, runId: await ensureRun(attempt, 'listings') };
      await readPages(scene);
      await readUnseen(scene);
      await attempt.finish(async (tx) => {
        await endRun(tx, scene.runId, null);
        await openCapability(tx, accountId, 'listings');
      });
    },
    giveUp: async (tx, attempt, message) => {
      const runId = runOf(attempt);
      if (runId) await endRun(tx, runId, message);
    },
    async withoutInterface(attempt, { connector }) {
      const runId = runOf(attempt);
      const { message } = notByInterface({ channel: connector.title, what: '读取商品' });
      await attempt.finish(async (tx) => {
        if (runId) await endRun(tx, runId, message);
      });
    },
    // The next day brings another.
    async whenClosed(attempt, reason) {
      const runId = await ensureRun(attempt, 'listings');
      await attempt.finish((tx) => endRun(tx, runId, reason));
    },
  });
  return notingTrouble(handler);
}

async function readPages(scene: ListingScene): Promise<void> {
  const { attempt, channel } = scene;
  if (attempt.progress['pagesDone'] === true) return;
  let page = (attempt.progress['page'] as string | null | undefined) ?? null;
  let again = 0;
  do {
    const found = await channel.connection.pullListings(page);
    page = found.next;
    const progress = { page, pagesDone: page === null };
    const isNews = await attempt.tx(async (tx) => {
      const before = await seenOf(tx, scene, found);
      await storePage(tx, scene, found);
      await noteInTransaction(tx, attempt, progress);
      return found.listings.length === 0 || (await seenOf(tx, scene, found)) > before;
    });
    again = isNews ? 0 : again + 1;
    if (again >= MOST_PAGES_AGAIN && page !== null) throw new ChannelError('unreadable', '读取商品', REPEATS);
    // Everything so far is stored: who has to wait for the next page waits without a place.
    if (page !== null) await channel.nextTurn();
  } while (page !== null);
}

/** How many rows of the goods of a page this pull has seen. */
async function seenOf(tx: Tx, { accountId, runId }: ListingScene, { listings }: ListingPage): Promise<number> {
  const parts = listings.map(({ channelSku }) => channelSku);
  const { seen } = await tx.one<{ seen: number }>`
    select count(*)::integer as seen from standing_listing
    where tenant_id = ${tx.tenant} and account_id = ${accountId}::uuid and channel_sku = any(${parts}::text[])
      and run_id = ${runId}::uuid`;
  return seen;
}

async function storePage(tx: Tx, { accountId, runId }: ListingScene, page: ListingPage): Promise<void> {
  const { listings, unreadable } = page;
  const { created, changed, repeated } = await noteListings(tx, accountId, runId, listings);
  for (const row of unreadable) await quarantine(tx, accountId, unreadableRow(row));
  await resolveQuarantine(
    tx,
    accountId,
    listings.map(({ channelSku }) => channelSku),
    'listing',
  );
  await tx.run`
    update pull_run set pages = pages + 1, seen = seen + ${listings.length + unreadable.length},
      created = created + ${created}, changed = changed + ${changed}, repeated = repeated + ${repeated},
      quarantined = quarantined + ${unreadable.length}, error = null, update_time = ${tx.now}
    where tenant_id = ${tx.tenant} and id = ${runId}::uuid`;
}

async function readUnseen(scene: ListingScene): Promise<void> {
  const { attempt, channel, accountId, runId } = scene;
  const parts = await attempt.tx((tx) => unseenParts(tx, accountId, runId));
  for (let at = 0; at < parts.length; at += PARTS_AT_ONCE) {
    await channel.nextTurn();
    const some = parts.slice(at, at + PARTS_AT_ONCE);
    const { listings, unreadable } = await channel.connection.findListings(some);
    // An odd row may be any of them.
    if (unreadable.length > 0) continue;
    await attempt.tx(async (tx) => {
      const { created, changed, repeated } = await noteListings(tx, accountId, runId, listings);
      const gone = await markGone(tx, accountId, runId, some);
      await tx.run`
        update pull_run set seen = seen + ${listings.length}, created = created + ${created},
          changed = changed + ${changed}, repeated = repeated + ${repeated}, gone = gone + ${gone},
          update_time = ${tx.now}
        where tenant_id = ${tx.tenant} and id = ${runId}::uuid`;
    });
  }
}
