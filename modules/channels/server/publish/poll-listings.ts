import { Dead, Later } from '#kit/server/deliveries.ts';
import { offers } from '../../model/offering.ts';
import type { SubmissionReading, UpdateReading } from '../../model/port.ts';
import { STOREFRONTS } from '../../model/publish/storefront.ts';
import { flawsFrom, problemFlaws, refusalFlaws, wholeFlaw } from './channel-flaws.ts';
import { inCatalogue } from './in-catalogue.ts';
import {
  itemsIn,
  noteOutcome,
  noteWaiting,
  storeVerdicts,
  type ItemVerdict,
  type PublishAttempt,
  type PublishChannel,
  type TaskHead,
} from './publish-records.ts';
import type { TaskItem } from './task-items.ts';

/** Asked soon for a minute, then now and then: a marketplace may take days. */
export const QUICK_POLLS = 20;
export const QUICK_POLL_MS = 3_000;
export const SLOW_POLL_MS = 300_000;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Reads what has become of what was sent. @throws Later as long as anything is under way there */
export async function pollListings(attempt: PublishAttempt, channel: PublishChannel, head: TaskHead): Promise<void> {
  const waiting = await attempt.tx((tx) => itemsIn(tx, head.id, 'processing'));
  if (waiting.length === 0) return;
  const additions = await readAdditions(
    channel,
    head,
    waiting.filter(({ liveAnswers }) => liveAnswers === null),
  );
  const changes = await readChanges(
    channel,
    waiting.filter(({ liveAnswers }) => liveAnswers !== null),
  );
  const verdicts = [...additions, ...changes];
  await attempt.tx((tx) => storeVerdicts(tx, head.id, verdicts));
  const left = waiting.length - verdicts.filter(({ state }) => state !== 'processing').length;
  if (left === 0) return;
  const polls = Number(attempt.progress['polls'] ?? 0);
  await attempt.note({ polls: polls + 1 });
  if (polls + 1 < QUICK_POLLS) throw new Later('等待平台处理刊登', QUICK_POLL_MS, false);
  if (verdicts.length === 0 && waiting.every(({ requestIds }) => requestIds.length > 0)) {
    const message = `平台查不到这次提交（申请号 ${waiting[0]?.requestIds[0] ?? ''}），请到平台核对后确认`;
    await attempt.note({ polls: 0 });
    await attempt.tx((tx) => noteOutcome(tx, head.id, message));
    throw new Dead(message);
  }
  const ms = attempt.now.getTime() - head.submittedAt.getTime();
  const said = `${left} 个 SKU 平台处理中，已等待 ${waited(ms)}`;
  await attempt.tx((tx) => noteWaiting(tx, head.id, said, ms));
  throw new Later('等待平台处理刊登', SLOW_POLL_MS, false);
}

/** How long the marketplace has had them, in words. */
const waited = (ms: number): string =>
  ms >= HOUR_MS ? `${Math.floor(ms / HOUR_MS)} 小时` : `${Math.max(1, Math.floor(ms / MINUTE_MS))} 分钟`;

async function readAdditions(
  { connection }: PublishChannel,
  head: TaskHead,
  items: readonly TaskItem[],
): Promise<ItemVerdict[]> {
  const verdicts: ItemVerdict[] = [];
  for (const [requestId, some] of Map.groupBy(items, ({ requestIds }) => requestIds[0] ?? '')) {
    if (requestId === '') verdicts.push(...(await standing(connection, head, some)));
    else verdicts.push(...additionVerdicts(await connection.readSubmission(requestId), some));
  }
  return verdicts;
}

/** Those of a request that the marketplace does not know are left out; those that it does not name are waited for. */
const additionVerdicts = (reading: SubmissionReading | null, items: readonly TaskItem[]): ItemVerdict[] =>
  reading === null
    ? []
    : items.map((item): ItemVerdict => {
        const one = reading.listings.find(({ channelSku }) => channelSku === item.channelSku);
        if (!one) return { item, state: 'processing', flaws: item.flaws };
        const flaws = flawsFrom(one.flaws);
        return { item, state: one.state, flaws: one.state === 'refused' ? refusalFlaws(flaws) : flaws };
      });

/** Goods whose request nobody knows: they are seen in the catalogue or nowhere. */
async function standing(
  connection: PublishChannel['connection'],
  head: TaskHead,
  items: readonly TaskItem[],
): Promise<ItemVerdict[]> {
  const found = await inCatalogue(
    connection,
    STOREFRONTS[head.storefront],
    items.map(({ channelSku }) => channelSku),
  );
  return items.map((item) => ({
    item,
    state: found?.get(item.channelSku) === 'live' ? 'live' : 'processing',
    flaws: item.flaws,
  }));
}

async function readChanges({ connection }: PublishChannel, items: readonly TaskItem[]): Promise<ItemVerdict[]> {
  if (items.length === 0 || !offers(connection, 'listingUpdates')) return [];
  const ids = [...new Set(items.flatMap(({ requestIds }) => requestIds))];
  const readings = new Map<string, UpdateReading | null>();
  for (const id of ids) readings.set(id, await connection.readUpdate(id));
  return items.flatMap((item) => changeVerdict(item, readings) ?? []);
}

/** A change is several requests, one for each kind: it stands when all of them are finished without a problem of it. */
function changeVerdict(item: TaskItem, readings: ReadonlyMap<string, UpdateReading | null>): ItemVerdict | null {
  const own = item.requestIds.map((id) => readings.get(id) ?? null);
  if (own.every((one) => one === null) && own.length > 0) return null;
  const heard = own.filter((one) => one !== null);
  if (heard.length < own.length || heard.some(({ state }) => state === 'processing'))
    return { item, state: 'processing', flaws: item.flaws };
  const problems = heard.flatMap((one) =>
    one.problems.filter(({ channelSku }) => channelSku === item.channelSku || channelSku === null),
  );
  const isBlocked = heard.some(({ state }) => state === 'blocked');
  if (!isBlocked && problems.length === 0)
    return { item, state: 'live', flaws: item.flaws.filter(({ severity }) => severity === 'warning') };
  const flaws = problemFlaws(problems);
  return {
    item,
    state: 'refused',
    flaws: flaws.length > 0 ? flaws : [wholeFlaw('blocked', '平台拒绝了整个修改请求')],
  };
}
