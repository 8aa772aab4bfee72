import { Dead, Later } from '#kit/server/deliveries.ts';
import { STOREFRONTS } from '../../model/publish/storefront.ts';
import type { ChannelTiming } from '../services.ts';
import { flawsFrom, refusalFlaws } from './channel-flaws.ts';
import { inCatalogue } from './in-catalogue.ts';
import {
  itemsIn,
  namesOf,
  noteOutcome,
  storeVerdicts,
  type ItemVerdict,
  type PublishAttempt,
  type PublishChannel,
  type TaskHead,
} from './publish-records.ts';
import { pictureDoubts } from './send-listings.ts';
import type { TaskItem } from './task-items.ts';
import { changeOf } from './to-send.ts';

/**
 * What an attempt that broke off may have sent: nothing of it is sent again before the marketplace was asked. What it
 * does not know after a while is a person's to look up; their retry looks once more and then sends.
 */
export async function resolveSending(
  attempt: PublishAttempt,
  channel: PublishChannel,
  head: TaskHead,
  timing: ChannelTiming,
): Promise<void> {
  const sending = await attempt.tx((tx) => itemsIn(tx, head.id, 'sending'));
  if (sending.length === 0) return;
  const passed = attempt.now.getTime() - Date.parse(String(attempt.progress['sentAt']));
  if (passed < timing.settleMs) throw new Later('等待确认上次提交的结果', timing.settleMs - passed, false);
  await repeatChanges(
    attempt,
    head,
    sending.filter(({ liveAnswers }) => liveAnswers !== null),
  );
  const additions = sending.filter(({ liveAnswers }) => liveAnswers === null);
  const found = await lookUp(attempt, channel, head, additions);
  await attempt.tx((tx) => storeVerdicts(tx, head.id, found));
  const known = new Set(found.map(({ item }) => item.id));
  await waitFor(
    attempt,
    head,
    timing,
    additions.filter(({ id }) => !known.has(id)),
  );
}

/** A change says what a listing is to have, so that twice is once; but for pictures, which would be added twice. */
async function repeatChanges(attempt: PublishAttempt, head: TaskHead, items: readonly TaskItem[]): Promise<void> {
  if (items.length === 0) return;
  const pictured = items.filter(
    ({ sentAnswers, liveAnswers }) => changeOf(sentAnswers ?? [], liveAnswers ?? []).media.length > 0,
  );
  await attempt.note({ pictureDoubts: [...pictureDoubts(attempt), ...pictured.map(({ id }) => id)] });
  await attempt.tx((tx) =>
    storeVerdicts(
      tx,
      head.id,
      items.map((item) => ({ item, state: 'queued', flaws: [] })),
    ),
  );
}

async function lookUp(
  attempt: PublishAttempt,
  { connection }: PublishChannel,
  head: TaskHead,
  items: readonly TaskItem[],
): Promise<ItemVerdict[]> {
  if (items.length === 0) return [];
  const verdicts: ItemVerdict[] = [];
  const { requestId } = attempt.progress;
  if (typeof requestId === 'string') {
    const reading = await connection.readSubmission(requestId);
    for (const item of items) {
      const one = reading?.listings.find(({ channelSku }) => channelSku === item.channelSku);
      if (!one) continue;
      const flaws = flawsFrom(one.flaws);
      verdicts.push({
        item,
        state: one.state,
        flaws: one.state === 'refused' ? refusalFlaws(flaws) : flaws,
        requestIds: [requestId],
      });
    }
  }
  const named = new Set(verdicts.map(({ item }) => item.id));
  const rest = items.filter(({ id }) => !named.has(id));
  if (rest.length === 0) return verdicts;
  const standing = await inCatalogue(
    connection,
    STOREFRONTS[head.storefront],
    rest.map(({ channelSku }) => channelSku),
  );
  for (const item of rest) {
    const state = standing?.get(item.channelSku);
    if (state) verdicts.push({ item, state: state === 'live' ? 'live' : 'processing', flaws: [], requestIds: [] });
  }
  return verdicts;
}

async function waitFor(
  attempt: PublishAttempt,
  head: TaskHead,
  { pollsMs }: ChannelTiming,
  items: readonly TaskItem[],
): Promise<void> {
  if (items.length === 0) {
    await attempt.note({ looks: 0, maySendAgain: false });
    return;
  }
  if (attempt.progress['maySendAgain'] === true) {
    await attempt.tx((tx) =>
      storeVerdicts(
        tx,
        head.id,
        items.map((item) => ({ item, state: 'queued', flaws: [] })),
      ),
    );
    await attempt.note({ looks: 0, maySendAgain: false });
    return;
  }
  const looks = Number(attempt.progress['looks'] ?? 0);
  const pause = pollsMs[looks];
  if (pause !== undefined) {
    await attempt.note({ looks: looks + 1 });
    throw new Later('平台是否收到刊登未知，正在查询', pause, false);
  }
  const message = `平台是否收到 ${namesOf(items)} 的刊登未知，没有重发；请到平台核对，确认没有后在“平台任务”重试`;
  await attempt.note({ looks: 0, maySendAgain: true });
  await attempt.tx((tx) => noteOutcome(tx, head.id, message));
  throw new Dead(message);
}
