import type { TaskOf } from '#kit/model/job.ts';
import type { Tx } from '#kit/server/database.ts';
import { Dead, type QueuedHandler } from '#kit/server/deliveries.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { dayIn } from '#kit/model/time.ts';
import { partOrder } from '#modules/aftersales/model/part-order.ts';
import { returnOrder } from '#modules/aftersales/model/return-order.ts';
import { partAnswered, partBuyerWords } from '#modules/aftersales/server/index.ts';
import { byHand } from '../model/errors.ts';
import type { answerPartJob, answerReturnJob } from '../model/jobs.ts';
import type { PartAnswer, ReturnAnswer, WriteOutcome } from '../model/port.ts';
import { channelHandler } from './channel-work.ts';
import type { Connections } from './connections.ts';

/** What a channel answered to an answer; one that it has already is as good. */
function refuse(outcome: WriteOutcome, what: string): void {
  if (outcome.status === 'refused') throw new Dead(`平台拒绝了${what}：${outcome.message}`);
}

const ANSWERED: ReadonlySet<string> = new Set(['requested', 'draft', 'cancelled', 'expired']);

/**
 * `channels.answerReturn`: the channel hears whether a return that it knows may come. Where it has no interface
 * for that, a person says so there.
 */
export function answerReturnHandler(connections: Connections): QueuedHandler<TaskOf<typeof answerReturnJob>> {
  const read = (tx: Tx, id: string) =>
    pick(tx, returnOrder, ['accountId', 'channelRaNo', 'raNo', 'status', 'trackingNo', 'returnNo'])`
      id = ${id}::uuid`.then(([row]) => row);
  return channelHandler(connections, {
    urgency: 'accept',
    capability: 'returns',
    async shopOf(attempt) {
      const row = await attempt.tx((tx) => read(tx, attempt.payload.returnId));
      // A return of ours that the channel never named waits for no answer of it.
      const isRequested = row?.channelRaNo && !ANSWERED.has(row.status);
      return isRequested && attempt.progress['asked'] !== true ? row.accountId : null;
    },
    async run(attempt, { connection }) {
      const row = await attempt.tx((tx) => read(tx, attempt.payload.returnId));
      const answer: ReturnAnswer = {
        channelReturnNo: row?.channelRaNo ?? '',
        accept: row?.status !== 'rejected',
        ...(row?.raNo ? { raNo: row.raNo } : {}),
        ...(row?.trackingNo ? { trackingNo: row.trackingNo } : {}),
      };
      refuse(await connection.answerReturn(answer), '退货答复');
      await attempt.finish();
    },
    async withoutInterface(attempt, { connector }) {
      if (connector.supports.returns === 'no') return attempt.finish();
      const row = await attempt.tx((tx) => read(tx, attempt.payload.returnId));
      await attempt.note({ asked: true });
      throw new Dead(
        byHand({
          channel: connector.title,
          what: `答复退货 ${row?.channelRaNo ?? ''}（${row?.status === 'rejected' ? '不接受' : '接受'}）`,
          support: connector.supports.returns,
          advice: adviceOf(connector),
        }),
        'byHand',
      );
    },
  });
}

const adviceOf = ({ backOffice }: { backOffice?: string }): string =>
  `${backOffice ? `地址 ${backOffice}，` : ''}处理后点“已处理”`;

/** What we say of a request for parts, as it stands now. */
const STATUS: Readonly<Record<string, PartAnswer['status']>> = {
  confirmed: 'confirmed',
  breached: 'confirmed',
  shipped: 'shipped',
  closed: 'shipped',
  rejected: 'rejected',
};

/**
 * `channels.answerPart`: by interface where there is one. Elsewhere the request itself waits for a person
 * (待到平台登记), and nothing is asked for twice.
 */
export function answerPartHandler(connections: Connections): QueuedHandler<TaskOf<typeof answerPartJob>> {
  const KEYS = [
    'accountId',
    'channelPartNo',
    'status',
    'plannedShipDate',
    'shipBy',
    'rejectReason',
    'reasonText',
    'carrier',
    'trackingNo',
    'origin',
    'answerStatus',
  ] as const;
  const read = (tx: Tx, id: string) => pick(tx, partOrder, KEYS)`id = ${id}::uuid`.then(([row]) => row);
  return channelHandler(connections, {
    urgency: 'accept',
    capability: 'parts',
    async shopOf(attempt) {
      const row = await attempt.tx((tx) => read(tx, attempt.payload.partOrderId));
      return row && STATUS[row.status] && row.origin === 'channel' ? row.accountId : null;
    },
    wordsOf: (tx, { payload }) => partBuyerWords(tx, payload.partOrderId),
    async run(attempt, { connection }) {
      const { partOrderId } = attempt.payload;
      const { row, zone } = await attempt.tx(async (tx) => ({
        row: await read(tx, partOrderId),
        zone: tx.actor.zone,
      }));
      if (!row) return attempt.finish();
      const status = STATUS[row.status] ?? 'confirmed';
      const shipOn = row.plannedShipDate ?? (row.shipBy ? dayIn(row.shipBy, zone) : null);
      const answer: PartAnswer = {
        channelPartNo: row.channelPartNo ?? '',
        status,
        ...(status === 'confirmed' && shipOn ? { shipOn } : {}),
        ...(status === 'rejected' && row.rejectReason ? { rejectReason: row.rejectReason } : {}),
        ...(row.reasonText ? { note: row.reasonText } : {}),
        ...(status === 'shipped' ? { carrier: row.carrier ?? '', trackingNo: row.trackingNo ?? '' } : {}),
      };
      refuse(await connection.answerPart(answer), '配件答复');
      await attempt.finish(async (tx) => {
        if (row.answerStatus === 'todo') await partAnswered(tx, partOrderId);
      });
    },
    withoutInterface: (attempt) => attempt.finish(),
  });
}
