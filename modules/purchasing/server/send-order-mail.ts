import type { TaskOf } from '#kit/model/job.ts';
import { Dead, Later, type Attempt, type QueuedHandler } from '#kit/server/deliveries.ts';
import type { Tx } from '#kit/server/database.ts';
import type { MailCarrier } from '#platform/mail/smtp-mail.ts';
import { drawTablePdf, type TablePage } from '#platform/print/table-page.ts';
import { mailReason } from '../model/mail-reasons.ts';
import { mailRefused } from '../model/errors.ts';
import { MAILED_IN, type mailOrderJob } from '../model/order-mail.ts';
import { purchaseOrderLifecycle, type PurchaseOrderRow } from '../model/purchase-order.ts';
import { orderPapers } from './purchase-paper.ts';

type MailAttempt = Attempt<TaskOf<typeof mailOrderJob>>;

interface Begun {
  id: string;
  orderId: string;
  poNo: string;
  recipients: string[];
  subject: string;
  content: string;
  hasPrices: boolean;
  papers: TablePage[];
}

/**
 * `purchasing.mailOrder`: hands the mail over for each receiver, and notes before and after that it did.
 * An attempt that ended in between is made once more: the receiver may get two, and the mail says so.
 */
export const sendOrderMail = (carry: MailCarrier | null): QueuedHandler<TaskOf<typeof mailOrderJob>> => ({
  rank: 5,
  async run(attempt) {
    const begun = await attempt.tx((tx) => begin(tx, attempt.payload.mailId));
    if (begun === null) return;
    if ('refused' in begun) throw new Dead(begun.refused);
    if (!carry) return giveUp(attempt, begun.id, mailRefused.noServer().message);
    const { bytes: paper } = await drawTablePdf(begun.papers);
    let isDoubtful = Object.hasOwn(attempt.progress, 'doubt');
    for (const to of begun.recipients) {
      const before = attempt.progress[to];
      if (before === 'handed') continue;
      if (before === 'trying') isDoubtful = true;
      await attempt.note({ [to]: 'trying', ...(isDoubtful ? { doubt: true } : {}) });
      await handOver(attempt, carry, { ...begun, paper }, to);
      await attempt.note({ [to]: 'handed' });
    }
    await attempt.finish((tx) => markSent(tx, begun.id, isDoubtful));
  },
});

/** Locks the order: who cancels it comes before this, and nothing is sent, or after it. */
async function begin(tx: Tx, mailId: string): Promise<Begun | { refused: string } | null> {
  const mail = await tx.maybe<Omit<Begun, 'papers' | 'poNo'> & { status: string }>`
    select id, purchase_order_id as order_id, recipients, subject, content, has_prices, status
    from purchase_order_mail where tenant_id = ${tx.tenant} and id = ${mailId}::uuid for update`;
  if (!mail || mail.status === 'sent') return null;
  const order = await tx.one<PurchaseOrderRow>`
    select * from purchase_order where tenant_id = ${tx.tenant} and id = ${mail.orderId}::uuid for share`;
  if (!MAILED_IN.includes(order.status)) {
    const refused = `采购单${purchaseOrderLifecycle.states[order.status][0]}，邮件没有发送`;
    await markFailed(tx, mail.id, refused);
    return { refused };
  }
  await tx.run`update purchase_order_mail set status = 'sending', attempts = attempts + 1, failure = null
    where tenant_id = ${tx.tenant} and id = ${mail.id}::uuid`;
  return { ...mail, poNo: order.poNo, papers: await orderPapers(tx, [order], mail.hasPrices) };
}

/** @throws Later where the server could not be reached, Dead where it will not take it */
async function handOver(
  attempt: MailAttempt,
  carry: MailCarrier,
  { id, poNo, subject, content, paper }: Begun & { paper: Uint8Array },
  to: string,
): Promise<void> {
  try {
    await carry({
      to,
      subject,
      text: content,
      messageId: `<${id}.${attempt.tenant}@waybill>`,
      attachments: [{ filename: `${poNo}.pdf`, type: 'application/pdf', content: paper }],
    });
  } catch (error) {
    const { message, isFinal, isDoubtful } = mailReason(error, to);
    if (!isDoubtful) await attempt.note({ [to]: 'refused' });
    if (isFinal || attempt.isLast) return giveUp(attempt, id, message);
    await attempt.tx((tx) => noteFailure(tx, id, `${message}，稍后自动重试`));
    throw new Later(message, restOf(attempt.attempt));
  }
}

const FIRST_REST_MS = 5_000;
const LONGEST_REST_MS = 300_000;
const restOf = (attempt: number): number => Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** (attempt - 1));

async function giveUp(attempt: MailAttempt, id: string, message: string): Promise<never> {
  await attempt.tx((tx) => markFailed(tx, id, message));
  throw new Dead(message);
}

const noteFailure = (tx: Tx, id: string, failure: string): Promise<number> => tx.run`
  update purchase_order_mail set failure = ${failure} where tenant_id = ${tx.tenant} and id = ${id}::uuid`;

const markFailed = (tx: Tx, id: string, failure: string): Promise<number> => tx.run`
  update purchase_order_mail set status = 'failed', failure = ${failure}
  where tenant_id = ${tx.tenant} and id = ${id}::uuid`;

async function markSent(tx: Tx, id: string, isDoubtful: boolean): Promise<void> {
  await tx.run`
    update purchase_order_mail set status = 'sent', sent_at = ${tx.now}, failure = null,
      note = ${isDoubtful ? TWICE : null}
    where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
}

const TWICE = '发送途中中断过，对方可能收到两封相同的邮件';
