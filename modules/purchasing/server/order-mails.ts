import { settingsOf } from '#kit/server/settings.ts';
import { text as textField, textarea } from '#kit/model/field.ts';
import { notFound, type Refusal } from '#kit/model/refusal.ts';
import { toWireTime } from '#kit/model/time.ts';
import { placeOf } from '#kit/server/actor.ts';
import { audit } from '#kit/server/audit.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { enqueue } from '#kit/server/outbox.ts';
import { parseBody } from '#kit/server/parse.ts';
import { maskedFields } from '#kit/server/query/columns.ts';
import { answer, implement, type Route } from '#kit/server/route.ts';
import { mailRefused } from '../model/errors.ts';
import {
  MAILED_IN,
  mailOrderJob,
  mailOrderRoute,
  MOST_RECEIVERS,
  proposeMailRoute,
  type MailProposal,
  type OrderMail,
} from '../model/order-mail.ts';
import { purchaseOrder, purchaseOrderLifecycle, type PurchaseOrderRow } from '../model/purchase-order.ts';
import { filledTemplate, type MailWord } from '../model/purchase-settings.ts';
import { namesOf } from './purchase-paper.ts';
import { visibleOrders } from './visible-orders.ts';
import { purchaseSettings } from '../model/purchase-settings.ts';

const MAIL = {
  subject: textField('邮件主题', { required: true, max: 200 }),
  text: textarea('邮件正文', { required: true, max: 4000 }),
};

/** 发邮件 on the page of an order. @param hasServer whether mails leave the house at all */
export const mailRoutes = (hasServer: boolean): Route[] => [
  implement(proposeMailRoute, (call) =>
    call.tx(async (tx) => propose(tx, await orderSeen(tx, call.params.id), hasServer)),
  ),
  implement(mailOrderRoute, async (call) => {
    const id = await call.tx(async (tx) => {
      const order = await orderSeen(tx, call.params.id);
      if (!hasServer) throw mailRefused.noServer();
      const { to } = call.body;
      const words = parseBody(MAIL, call.body as Record<string, unknown>, placeOf(tx.actor));
      return requestMail(tx, order, { to, ...words });
    });
    return answer('邮件已提交，正在发送', { id });
  }),
];

async function orderSeen(tx: Tx, id: string): Promise<PurchaseOrderRow> {
  if (!isUuid(id)) throw notFound();
  const [order] = await visibleOrders(tx, [id]);
  if (!order) throw notFound();
  return order;
}

const showsPrices = (tx: Tx): boolean => !maskedFields(purchaseOrder, tx.actor).has('total');

async function propose(tx: Tx, order: PurchaseOrderRow, hasServer: boolean): Promise<MailProposal> {
  const { mailSubject, mailText } = await settingsOf(tx, purchaseSettings);
  const words = await wordsOf(tx, order);
  const refusal = hasServer ? refusalOf(order) : mailRefused.noServer();
  return {
    contacts: await contactsOf(tx, order),
    subject: filledTemplate(mailSubject, words),
    text: filledTemplate(mailText, words),
    hasPrices: showsPrices(tx),
    refusal: refusal?.message ?? null,
  };
}

const refusalOf = ({ status }: PurchaseOrderRow): Refusal | null =>
  MAILED_IN.includes(status) ? null : mailRefused.state({ state: purchaseOrderLifecycle.states[status][0] });

const contactsOf = (tx: Tx, { supplierId }: PurchaseOrderRow): Promise<MailProposal['contacts']> =>
  tx.rows`
    select name, position, email from supplier_contact
    where tenant_id = ${tx.tenant} and deleted_at is null and supplier_id = ${supplierId}::uuid
      and email is not null and email <> '' order by create_time, id`;

async function wordsOf(tx: Tx, order: PurchaseOrderRow): Promise<Record<MailWord, string>> {
  const [names] = await namesOf(tx, [order.id]);
  const sender = await tx.maybe<{ realname: string }>`
    select u.realname from membership m join app_user u on u.id = m.user_id
    where m.tenant_id = ${tx.tenant} and m.user_id = ${tx.actor.userId}::uuid`;
  return {
    采购单号: order.poNo,
    供应商: names?.supplier ?? '',
    公司: names?.tenant ?? '',
    收货仓库: names?.warehouse ?? '',
    预计到货: order.eta ?? '待定',
    发件人: sender?.realname ?? tx.actor.username,
  };
}

/** Who it goes to: people of the supplier alone, so that nobody mails papers anywhere else. */
async function receiversOf(tx: Tx, order: PurchaseOrderRow, raw: unknown): Promise<string[]> {
  const requested = Array.isArray(raw) ? [...new Set(raw.map((one) => String(one).trim()))] : [];
  if (requested.length === 0) throw mailRefused.noReceiver();
  if (requested.length > MOST_RECEIVERS) throw mailRefused.tooMany({ most: MOST_RECEIVERS });
  const known = new Set((await contactsOf(tx, order)).map(({ email }) => email));
  const stranger = requested.find((address) => !known.has(address));
  if (stranger !== undefined) throw mailRefused.stranger({ address: stranger });
  return requested;
}

/**
 * Stores the mail and the work of sending it. The order is locked: one that is cancelled at the same
 * time is either refused here or found cancelled before anything is sent.
 */
async function requestMail(
  tx: Tx,
  seen: PurchaseOrderRow,
  { to, subject, text }: { to: unknown; subject: string; text: string },
): Promise<string> {
  await tx.run`select 1 from purchase_order where tenant_id = ${tx.tenant}
    and id = ${seen.id}::uuid for no key update`;
  const [order = seen] = await visibleOrders(tx, [seen.id]);
  const refusal = refusalOf(order);
  if (refusal) throw refusal;
  const recipients = await receiversOf(tx, order, to);
  const underWay = await tx.maybe`
    select 1 from purchase_order_mail where tenant_id = ${tx.tenant}
      and purchase_order_id = ${order.id}::uuid and status in ('queued', 'sending')`;
  if (underWay) throw mailRefused.underWay();
  const id = newId();
  await tx.run`
    insert into purchase_order_mail (tenant_id, id, purchase_order_id, recipients, subject, content,
      has_prices, create_by, create_time)
    values (${tx.tenant}, ${id}::uuid, ${order.id}::uuid, ${recipients}::text[], ${subject}, ${text},
      ${showsPrices(tx)}, ${tx.actor.username}, ${tx.now})`;
  await enqueue(tx, mailOrderJob, {
    aggregate: order.id,
    dedupeKey: `${mailOrderJob.name}:${id}`,
    payload: { mailId: id },
  });
  audit(tx, 'purchasing:purchaseOrder', [{ rowId: order.id, action: 'mail' }]);
  return id;
}

/** Mails of an order, the latest first. */
export async function mailsOf(tx: Tx, orderId: string): Promise<OrderMail[]> {
  type Row = Omit<OrderMail, 'sentAt' | 'createTime'> & { sentAt: Date | null; createTime: Date };
  const rows = await tx.rows<Row>`
    select id, recipients, subject, status, failure, note, sent_at, create_by, create_time
    from purchase_order_mail where tenant_id = ${tx.tenant} and purchase_order_id = ${orderId}::uuid
    order by create_time desc, id desc limit 20`;
  const { zone } = tx.actor;
  return rows.map(({ sentAt, createTime, ...mail }) => ({
    ...mail,
    sentAt: sentAt ? toWireTime(sentAt, zone) : null,
    createTime: toWireTime(createTime, zone),
  }));
}
