import { placeOf } from '#kit/server/actor.ts';
import { auditResource } from '#kit/server/audit.ts';
import { recordBirth } from '#kit/server/command.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { parseBody } from '#kit/server/parse.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { requireSeen } from '#kit/server/query/seen-rows.ts';
import type { Registry } from '#kit/server/registry.ts';
import { answer, implement, type Route } from '#kit/server/route.ts';
import { linkErrors } from '#kit/server/row-relations.ts';
import { join, sql } from '#kit/server/sql.ts';
import { invalid } from '#kit/model/refusal.ts';
import { channelAccount } from '#modules/base/model/channel-account.ts';
import { sku } from '#modules/catalog/model/product.ts';
import { notOffered } from '../../model/errors.ts';
import { prefilled } from '../../model/publish/fix-answers.ts';
import { judgeNames } from '../../model/publish/judge-answers.ts';
import {
  classesUnread,
  noSkus,
  partTaken,
  skuUnknown,
  skusTaken,
  tooManySkus,
} from '../../model/publish/publish-errors.ts';
import { publishLifecycle } from '../../model/publish/publish-lifecycle.ts';
import { addPublishRoute, listingClassesRoute } from '../../model/publish/publish-routes.ts';
import { MOST_PUBLISHED, publishTask } from '../../model/publish/publish-task.ts';
import { STOREFRONTS, type StorefrontCode } from '../../model/publish/storefront.ts';
import type { Connections } from '../connections.ts';
import { askChannel, isByHand, readForm, requireActive } from './ask-channel.ts';
import { formById, latestForm, storeForm } from './forms.ts';
import { listedGoods, type PictureUrl } from './listed-goods.ts';
import { columnsFor, countItems, errorsIn } from './task-items.ts';

/** Questions that were read within a day are not asked for again. */
const FRESH_MS = 86_400_000;

const { accountId, storefront, classId, classTitle } = publishTask.fields;
const HEAD = { accountId, storefront, classId, classTitle } as const;

interface Head {
  accountId: string;
  storefront: StorefrontCode;
  classId: string;
  classTitle: string;
}

/** 平台类目: what a storefront divides its goods into. */
export const listingClasses = (connections: Connections): Route =>
  implement(listingClassesRoute, async (call) => {
    const asked = parseBody({ accountId, storefront }, call.query, placeOf(call.actor)) as unknown as Head;
    const channel = await call.tx(async (tx) => {
      await requireSeen(tx, channelAccount, asked.accountId);
      return connections.open(tx, asked.accountId);
    });
    if (isByHand(channel)) return { isByHand: true, classes: [] };
    requireActive(channel);
    const classes = await askChannel(
      channel,
      (connection) => connection.listingClasses(STOREFRONTS[asked.storefront]),
      classesUnread,
      [],
    );
    return { isByHand: false, classes: classes.toSorted((a, b) => a.title.localeCompare(b.title, 'en')) };
  });

/** 新增刊登: a draft with what our own data answer. The marketplace is asked for its questions outside of any transaction. */
export const addPublishTask = (
  { registry, pictureUrl, now }: { registry: Registry; pictureUrl: PictureUrl; now: () => Date },
  connections: Connections,
): Route =>
  implement(addPublishRoute, async (call) => {
    const head = parseBody(HEAD, call.body as Record<string, unknown>, placeOf(call.actor)) as unknown as Head;
    const skuIds = readSkuIds(call.body.skuIds);
    const { channel, known } = await call.tx(async (tx) => {
      const [errors = []] = await linkErrors(tx, registry, HEAD, [{ values: { ...head } }]);
      if (errors.length > 0) throw invalid(errors);
      await requireSkus(tx, skuIds);
      const opened = await connections.open(tx, head.accountId);
      if (opened.connector.supports.publish === 'no')
        throw notOffered({ channel: opened.connector.title, what: '刊登' });
      return { channel: opened, known: await latestForm(tx, head) };
    });
    const isFresh = known !== undefined && now().getTime() - known.fetchedAt.getTime() < FRESH_MS;
    if (!isByHand(channel)) requireActive(channel);
    const questions = isFresh ? known.questions : await readForm(channel, head.storefront, head.classId);
    const id = await call.tx(async (tx) => {
      const form = isFresh ? known.id : (await storeForm(tx, head, questions)).id;
      return addTask(tx, { head, skuIds, formId: form, isManual: isByHand(channel) }, pictureUrl);
    });
    return answer(MESSAGES.added, { id });
  });

function readSkuIds(given: unknown): string[] {
  const ids = Array.isArray(given) ? [...new Set(given.filter(isUuid))] : [];
  if (ids.length === 0) throw noSkus();
  if (ids.length > MOST_PUBLISHED) throw tooManySkus({ most: MOST_PUBLISHED });
  return ids;
}

/** @throws Refusal 422 where one of them is gone or not for this reader */
async function requireSkus(tx: Tx, skuIds: readonly string[]): Promise<void> {
  const seen = await tx.query<{ id: string }>(sql`
    select t.id from sku t
    where ${join([...baseConditions(sku, tx.actor), sql`t.id = any(${skuIds}::uuid[])`], ' and ')}`);
  if (seen.length < skuIds.length) throw skuUnknown();
}

async function addTask(
  tx: Tx,
  { head, skuIds, formId, isManual }: { head: Head; skuIds: readonly string[]; formId: string; isManual: boolean },
  pictureUrl: PictureUrl,
): Promise<string> {
  await refuseTaken(tx, head, skuIds);
  const goods = await listedGoods(tx, head.accountId, skuIds, new Map(), pictureUrl);
  const listings = await listingsOf(tx, head.accountId, [...goods.values()]);
  const form = await formById(tx, formId);
  const blank = skuIds.map((skuId) => ({ skuId, answers: [] }));
  const columns = columnsFor(form, blank, goods);
  const rows = skuIds.flatMap((skuId) => {
    const one = goods.get(skuId);
    if (!one) return [];
    const answers = prefilled(columns, [], one);
    return [
      { ...one, answers, flaws: judgeNames(columns, answers, one), listingId: listings.get(one.channelSku) ?? null },
    ];
  });
  const [taskNo = ''] = await tx.numbering.take(tx.actor, 'PB', 1);
  const [first] = rows;
  const subject = `${first?.skuCode ?? ''}${rows.length > 1 ? ` 等 ${rows.length} 个` : ''} ${first?.name ?? ''}`;
  const id = newId();
  await storeTask(tx, {
    id,
    taskNo,
    ...head,
    formId,
    subject: subject.trim().slice(0, 255),
    isManual,
    count: rows.length,
  });
  await tx.run`
    insert into publish_item (tenant_id, id, task_id, account_id, storefront, sku_id, channel_sku, channel_product_id,
      line_no, answers, flaws, error_count, create_by, create_time)
    select ${tx.tenant}, v.id, ${id}::uuid, ${head.accountId}::uuid, ${head.storefront}, v.sku_id, v.channel_sku,
      v.listing_id, v.line_no, v.answers, v.flaws, v.errors, ${tx.actor.username}, ${tx.now}
    from unnest(${rows.map(() => newId())}::uuid[], ${rows.map(({ skuId }) => skuId)}::uuid[],
      ${rows.map(({ channelSku }) => channelSku)}::text[], ${rows.map(({ listingId }) => listingId)}::uuid[],
      ${rows.map((_row, at) => at + 1)}::integer[], ${rows.map(({ answers }) => JSON.stringify(answers))}::jsonb[],
      ${rows.map(({ flaws }) => JSON.stringify(flaws))}::jsonb[], ${rows.map(({ flaws }) => errorsIn(flaws))}::integer[])
      as v (id, sku_id, channel_sku, listing_id, line_no, answers, flaws, errors)
    returning id`;
  await countItems(tx, [id]);
  recordBirth(tx, publishLifecycle, 'add', [{ id, status: 'draft', scope: null }]);
  auditResource(tx, publishTask, [{ rowId: id, action: 'add' }]);
  return id;
}

async function storeTask(
  tx: Tx,
  {
    formId,
    isManual,
    count,
    ...task
  }: Head & {
    id: string;
    taskNo: string;
    formId: string;
    subject: string;
    isManual: boolean;
    count: number;
  },
): Promise<void> {
  await tx.run`
    insert into publish_task (tenant_id, id, task_no, account_id, storefront, class_id, class_title, subject, form_id,
      is_by_hand, item_count, status, create_by, create_time)
    values (${tx.tenant}, ${task.id}::uuid, ${task.taskNo}, ${task.accountId}::uuid, ${task.storefront}, ${task.classId},
      ${task.classTitle}, ${task.subject}, ${formId}::uuid, ${isManual}, ${count}, 'draft', ${tx.actor.username},
      ${tx.now})`;
}

/** Names in a refusal at most. */
const MOST_NAMED = 3;

/** Goods stand in one task of a shop and storefront: what is there already is changed there. */
async function refuseTaken(
  tx: Tx,
  { accountId: shop, storefront: place }: Head,
  skuIds: readonly string[],
): Promise<void> {
  const taken = await tx.rows<{ skuCode: string; taskNo: string }>`
    select s.sku_code, t.task_no from publish_item i
      join publish_task t on t.tenant_id = i.tenant_id and t.id = i.task_id
      join sku s on s.tenant_id = i.tenant_id and s.id = i.sku_id
    where i.tenant_id = ${tx.tenant} and i.is_held and i.account_id = ${shop}::uuid and i.storefront = ${place}
      and i.sku_id = any(${[...skuIds]}::uuid[])
    order by s.sku_code`;
  if (taken.length === 0) return;
  const named = taken.slice(0, MOST_NAMED).map(({ skuCode, taskNo }) => `${skuCode}（${taskNo}）`);
  throw skusTaken({ named, count: taken.length });
}

/** Listings that these part numbers have in the shop. @throws Refusal 422 where one is another SKU's */
async function listingsOf(
  tx: Tx,
  shop: string,
  goods: readonly { skuId: string; channelSku: string }[],
): Promise<Map<string, string>> {
  const rows = await tx.rows<{ id: string; channelSku: string; skuId: string | null; isMapped: boolean }>`
    select id, channel_sku, sku_id, map_status = 'mapped' as is_mapped from channel_product
    where tenant_id = ${tx.tenant} and account_id = ${shop}::uuid and deleted_at is null
      and channel_sku = any(${goods.map(({ channelSku }) => channelSku)}::text[])`;
  for (const row of rows) {
    const own = goods.find(({ channelSku }) => channelSku === row.channelSku);
    if (row.isMapped && row.skuId !== null && row.skuId !== own?.skuId) throw partTaken({ channelSku: row.channelSku });
  }
  return new Map(rows.map(({ channelSku, id }) => [channelSku, id]));
}
