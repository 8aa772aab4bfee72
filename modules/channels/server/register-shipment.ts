import type { TaskOf } from '#kit/model/job.ts';
import { Dead, Later, type Attempt, type QueuedHandler } from '#kit/server/deliveries.ts';
import {
  labelFailed,
  labelsArrived,
  readShipment,
  type ArrivedDocument,
  type ShipmentForChannel,
} from '#modules/fulfilment/server/index.ts';
import { isManualOrder } from '#modules/orders/model/order.ts';
import type { registerJob } from '../model/jobs.ts';
import type { Offering } from '../model/offering.ts';
import { byHand } from '../model/errors.ts';
import { ChannelError, type ChannelErrorKind, type DocumentKind, type RegisterResult } from '../model/port.ts';
import { closeCapability } from './capabilities.ts';
import { channelHandler } from './channel-work.ts';
import { noteSending, rethrowUnsent, waitToSettle } from './confirmed-write.ts';
import type { Channel, Connections } from './connections.ts';
import { registerRequest } from './shipment-requests.ts';
import type { ChannelTiming } from './services.ts';

type RegisterAttempt = Attempt<TaskOf<typeof registerJob>>;

/** How often a label that was made is asked for before a person looks. */
const LABEL_WAITS_MS = [2, 5, 10, 30, 60, 120].map((seconds) => seconds * 1000);

/**
 * `channels.register`: has the channel make the labels of an order, once and for all, and brings
 * the documents home. Whether labels exist already is asked first, whatever happened before.
 */
export function registerHandler(
  connections: Connections,
  timing: ChannelTiming,
): QueuedHandler<TaskOf<typeof registerJob>> {
  return channelHandler(connections, {
    urgency: 'label',
    capability: 'register',
    async shopOf(attempt) {
      const shipment = await attempt.tx((tx) => readShipment(tx, shipmentIdOf(attempt)));
      const { isAwaitingLabels, order } = shipment;
      return isAwaitingLabels && !isManualOrder(order.orderType) ? order.accountId : null;
    },
    async run(attempt, channel) {
      const { connection } = channel;
      const shipment = await attempt.tx((tx) => readShipment(tx, shipmentIdOf(attempt)));
      const known = await connection.confirmRegister(shipment.order.channelOrderNo);
      const result = known.status === 'done' ? known.result : await register(attempt, timing, connection, shipment);
      const documents = await fetchDocuments(attempt, { ...channel, connection }, shipment, result);
      const label = documents.find(({ kind }) => kind === 'label');
      if (!label || isNoFile(label)) await waitForLabel(attempt, shipment, label !== undefined);
      await attempt.finish((tx) => labelsArrived(tx, shipment.id, result, documents));
    },
    async withoutInterface(attempt, { connector }) {
      const message = byHand({
        channel: connector.title,
        what: '申请面单',
        support: connector.supports.register,
        advice: '请作废发货单，换自有账号的物流渠道后录入运单号',
      });
      await attempt.tx((tx) => labelFailed(tx, shipmentIdOf(attempt), message));
      throw new Dead(message, 'byHand');
    },
    async giveUp(tx, attempt, message) {
      await labelFailed(tx, shipmentIdOf(attempt), message);
    },
  });
}

const shipmentIdOf = (attempt: RegisterAttempt): string => attempt.payload.shipmentId;

async function register(
  attempt: RegisterAttempt,
  timing: ChannelTiming,
  connection: Offering<'register'>,
  shipment: ShipmentForChannel,
): Promise<RegisterResult> {
  // Sent and not seen yet is not the same as never arrived.
  await waitToSettle(attempt, timing);
  const wasSent = attempt.progress['sent'] === true;
  const request = await attempt.tx((tx) => registerRequest(tx, shipment));
  await noteSending(attempt);
  return connection.register(request).catch((error: unknown) => rethrowUnsent(attempt, error, wasSent));
}

/** A page of an error, a text, nothing: a marketplace that is still at it answers so. A damaged file is one. */
const isNoFile = ({ bytes, mime }: Pick<ArrivedDocument, 'bytes' | 'mime'>): boolean =>
  bytes.length === 0 ||
  /^text\/|json/.test(mime) ||
  Buffer.from(bytes.subarray(0, 64)).toString().trimStart()[0] === '<';

/** @param cameAsNone something else came in its place: after a while a person sees what, with the number it has */
async function waitForLabel(
  attempt: RegisterAttempt,
  shipment: ShipmentForChannel,
  cameAsNone: boolean,
): Promise<void> {
  const waits = Number(attempt.progress['labelWaits'] ?? 0);
  const pause = LABEL_WAITS_MS[waits];
  if (pause !== undefined) {
    await attempt.note({ labelWaits: waits + 1 });
    throw new Later('面单已登记，等待文件生成', pause, false);
  }
  if (cameAsNone) return;
  const message = '平台已登记面单，但文件无法下载，请稍后重新申请';
  await attempt.tx((tx) => labelFailed(tx, shipment.id, message));
  throw new Dead(message);
}

/** What comes with the labels. Only the label itself is waited for: the rest may not exist. */
async function fetchDocuments(
  attempt: RegisterAttempt,
  channel: Channel<Offering<'register'>>,
  { order, class: shipClass }: ShipmentForChannel,
  result: RegisterResult,
): Promise<ArrivedDocument[]> {
  const requested: { kind: DocumentKind; url: string | null }[] = [
    { kind: 'label', url: result.labelUrl },
    { kind: 'packingSlip', url: order.packingSlipUrl },
  ];
  if (result.bolUrl || shipClass === 'ltl') requested.push({ kind: 'bol', url: result.bolUrl });
  if (result.customs.required) requested.push({ kind: 'customs', url: result.customs.url });
  const documents: ArrivedDocument[] = [];
  for (const { kind, url } of requested) {
    const file = await fetchOne(attempt, channel, { kind, po: order.channelOrderNo, url });
    if (file) documents.push({ kind, name: `${order.channelOrderNo}-${kind}${extension(file)}`, ...file });
  }
  return documents;
}

/** What will not come, however often it is asked for. */
const MISSING: ReadonlySet<ChannelErrorKind> = new Set(['validation', 'gone', 'denied', 'unreadable']);

/** Beside the label nothing keeps it from coming: what the channel does not give is not there. */
async function fetchOne(
  attempt: RegisterAttempt,
  { account, connection }: Channel<Offering<'register'>>,
  { kind, po, url }: { kind: DocumentKind; po: string; url: string | null },
): Promise<{ bytes: Uint8Array; mime: string } | null> {
  try {
    return await connection.fetchDocument(kind, po, url);
  } catch (error) {
    if (kind === 'label' || !(error instanceof ChannelError)) throw error;
    const { kind: why, message } = error;
    if (why === 'denied') await attempt.tx((tx) => closeCapability(tx, account.id, 'documents', message));
    if (MISSING.has(why) || (why === 'transient' && attempt.isLast)) return null;
    throw error;
  }
}

const extension = ({ mime }: { mime: string }): string =>
  mime === 'application/pdf' ? '.pdf' : /zpl/i.test(mime) ? '.zpl' : '.bin';
