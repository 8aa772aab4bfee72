import { noteInTransaction } from '#kit/server/deliveries.ts';
import type { Tx } from '#kit/server/database.ts';
import { offers } from '../../model/offering.ts';
import { ChannelError, type ListingChange, type SubmitOutcome } from '../../model/port.ts';
import { STOREFRONTS } from '../../model/publish/storefront.ts';
import { flawsFrom, refusalFlaws, wholeFlaw } from './channel-flaws.ts';
import {
  itemsIn,
  storeVerdicts,
  type ItemVerdict,
  type PublishAttempt,
  type PublishChannel,
  type TaskHead,
} from './publish-records.ts';
import type { TaskItem } from './task-items.ts';
import { changeOf } from './to-send.ts';

/** Listings of one request at most, all of one class, which a task has but one of; and pictures of one call. */
const MOST_IN_REQUEST = 30;

interface Batch {
  kind: 'addition' | 'change';
  items: TaskItem[];
  hasMore: boolean;
}

/** Sends what is queued, request by request. What may have been heard is noted before each of them. */
export async function sendListings(attempt: PublishAttempt, channel: PublishChannel, head: TaskHead): Promise<void> {
  for (;;) {
    const batch = await attempt.tx((tx) => takeBatch(tx, attempt, head.id));
    if (batch === null) return;
    const verdicts = await send(attempt, channel, head, batch).catch((error: unknown) =>
      unsent(attempt, head, batch, error),
    );
    await attempt.tx((tx) => storeVerdicts(tx, head.id, verdicts));
  }
}

async function takeBatch(tx: Tx, attempt: PublishAttempt, taskId: string): Promise<Batch | null> {
  const queued = await itemsIn(tx, taskId, 'queued');
  const additions = queued.filter(({ liveAnswers }) => liveAnswers === null);
  const from = additions.length > 0 ? additions : queued;
  const items = additions.length > 0 ? from.slice(0, MOST_IN_REQUEST) : withFewPictures(from);
  if (items.length === 0) return null;
  await storeVerdicts(
    tx,
    taskId,
    items.map((item) => ({ item, state: 'sending', flaws: [] })),
  );
  await noteInTransaction(tx, attempt, { sentAt: attempt.now.toISOString() });
  return { kind: additions.length > 0 ? 'addition' : 'change', items, hasMore: from.length > items.length };
}

/**
 * Changes that go together: as many as one call takes of pictures. A second call of them may fail where the first was
 * heard, and pictures that are sent again stand there twice.
 */
function withFewPictures(items: readonly TaskItem[]): TaskItem[] {
  let pictures = 0;
  const end = items.findIndex(({ sentAnswers, liveAnswers }, at) => {
    pictures += changeOf(sentAnswers ?? [], liveAnswers ?? []).media.length;
    return at > 0 && pictures > MOST_IN_REQUEST;
  });
  return items.slice(0, Math.min(MOST_IN_REQUEST, end < 0 ? items.length : end));
}

async function send(
  attempt: PublishAttempt,
  channel: PublishChannel,
  head: TaskHead,
  { kind, items, hasMore }: Batch,
): Promise<ItemVerdict[]> {
  if (kind === 'change') return sendChanges(attempt, channel, head, items);
  const { requestId } = attempt.progress;
  const outcome = await channel.connection.submitListings({
    storefront: STOREFRONTS[head.storefront],
    listings: items.map(({ channelSku, sentAnswers }) => ({
      channelSku,
      classId: head.classId,
      answers: sentAnswers ?? [],
    })),
    validateOnly: false,
    requestId: typeof requestId === 'string' ? requestId : null,
    hasMore,
  });
  if (outcome.requestId !== null) await attempt.note({ requestId: outcome.requestId });
  return items.map((item) => verdictOf(item, outcome));
}

function verdictOf(item: TaskItem, { requestId, results }: SubmitOutcome): ItemVerdict {
  const result = results.find(({ channelSku }) => channelSku === item.channelSku);
  const flaws = flawsFrom(result?.flaws ?? []);
  if (result?.isTaken === false || (!result && requestId === null))
    return { item, state: 'refused', flaws: refusalFlaws(flaws), requestIds: [] };
  return { item, state: 'processing', flaws, requestIds: requestId === null ? [] : [requestId] };
}

async function sendChanges(
  attempt: PublishAttempt,
  { connection }: PublishChannel,
  head: TaskHead,
  items: readonly TaskItem[],
): Promise<ItemVerdict[]> {
  if (!offers(connection, 'listingUpdates'))
    return items.map((item) => ({
      item,
      state: 'refused',
      flaws: [wholeFlaw('byHand', '平台没有修改接口，请到平台处理')],
      requestIds: [],
    }));
  const inDoubt = new Set(pictureDoubts(attempt));
  const changes = items.map(({ id, channelSku, sentAnswers, liveAnswers }): ListingChange => {
    const change = changeOf(sentAnswers ?? [], liveAnswers ?? []);
    return { channelSku, classId: head.classId, ...change, media: inDoubt.has(id) ? [] : change.media };
  });
  const requestIds = await connection.updateListings({
    storefront: STOREFRONTS[head.storefront],
    changes,
    validateOnly: false,
  });
  return items.map((item) => ({
    item,
    state: 'processing',
    flaws: inDoubt.has(item.id) ? [wholeFlaw('picturesInDoubt', PICTURES_IN_DOUBT, 'warning')] : [],
    requestIds,
  }));
}

const PICTURES_IN_DOUBT = '图片改动是否到达平台未知，没有重发，请到平台核对图片';

/** SKUs whose pictures may have arrived: a picture that is sent twice stands there twice. */
export const pictureDoubts = ({ progress }: PublishAttempt): string[] =>
  Array.isArray(progress['pictureDoubts']) ? progress['pictureDoubts'].map(String) : [];

/**
 * After an error: only "unknown" leaves open whether the marketplace heard the request. One that it refused as a whole
 * is the fault of its SKUs; all else waits in the queue once more.
 */
async function unsent(
  attempt: PublishAttempt,
  head: TaskHead,
  { items }: Batch,
  error: unknown,
): Promise<ItemVerdict[]> {
  if (!(error instanceof ChannelError) || error.kind === 'unknown') throw error;
  if (error.kind === 'validation')
    return items.map((item) => ({
      item,
      state: 'refused',
      flaws: [wholeFlaw('request', error.message)],
      requestIds: [],
    }));
  await attempt.tx((tx) =>
    storeVerdicts(
      tx,
      head.id,
      items.map((item) => ({ item, state: 'queued', flaws: [] })),
    ),
  );
  throw error;
}
