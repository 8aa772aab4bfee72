import { formatDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import type { AcceptLine, AcceptRequest, Confirmation, WriteOutcome } from '#modules/channels/model/port.ts';
import type { WayfairClient } from './client.ts';
import { rowsOf } from '../shared/rows.ts';
import { ACCEPT_MUTATION, ANSWERED_QUERY } from './queries.ts';
import { outcomeOf, readTransaction } from './transaction.ts';
import type { Transaction } from './transaction.ts';
import { objectOf, textOf } from '../shared/wire-values.ts';

const OPERATION = '接单';
const TAKEN = /quantity already processed/i;

/**
 * Accepts a PO. `pending` = taken; the PO leaves the unanswered queue later. A repeat is refused by
 * the channel with a text; when a re-read then shows the PO answered, that is `repeat`: the wire
 * does not say by whom.
 */
export async function accept(client: WayfairClient, request: AcceptRequest): Promise<WriteOutcome> {
  const answer = await client.write({
    title: OPERATION,
    host: 'orders',
    document: ACCEPT_MUTATION,
    variables: {
      poNumber: request.channelOrderNo,
      shipSpeed: request.shipSpeed,
      lineItems: byPart(request.lines).map((line) => ({
        partNumber: line.channelSku,
        quantity: line.qty,
        unitPrice: Number(formatDecimal(line.unitPrice, PRICE_SCALE)),
        estimatedShipDate: line.estShipDate.toISOString(),
      })),
    },
    path: ['purchaseOrders', 'accept'],
  });
  const outcome: WriteOutcome =
    'refused' in answer
      ? { status: 'refused', message: answer.refused }
      : acceptOutcome(readTransaction(answer.value, OPERATION), request);
  if (outcome.status === 'refused' && /already/i.test(outcome.message)) {
    const confirmed = await confirmAccept(client, request.channelOrderNo);
    if (confirmed.status === 'done') return { status: 'repeat' };
  }
  return outcome;
}

/**
 * The channel names lines by their part: what stands on two lines at one price is one item of
 * both, ready when the later of them is.
 */
function byPart(lines: readonly AcceptLine[]): AcceptLine[] {
  const groups = Map.groupBy(lines, (line) => `${line.unitPrice} ${line.channelSku}`);
  return [...groups.values()].map((group) => ({
    ...(group[0] as AcceptLine),
    qty: group.reduce((sum, { qty }) => sum + qty, 0),
    estShipDate: new Date(Math.max(...group.map(({ estShipDate }) => estShipDate.getTime()))),
  }));
}

/** A refusal whose keys all name lines leaves the other lines taken. */
function acceptOutcome(transaction: Transaction, request: AcceptRequest): WriteOutcome {
  // A line taken with an earlier call is no refusal; all of them taken is a repeat.
  const open = transaction.errors.filter(({ message }) => !TAKEN.test(message));
  const taken = transaction.errors.length - open.length;
  const errors = taken < request.lines.length ? open : transaction.errors;
  const outcome = outcomeOf({ ...transaction, errors });
  if (outcome.status !== 'refused' || transaction.isCut) return outcome;
  const skus = new Set(request.lines.map(({ channelSku }) => channelSku));
  const keys = [...new Set(errors.map(({ key }) => key ?? ''))];
  return keys.every((key) => skus.has(key)) ? { ...outcome, rows: keys } : outcome;
}

/**
 * Whether a PO has been answered: it stands no longer among the unanswered and is still known. Both
 * are asked, so that a filter the channel ignores can never pass for an answer.
 */
export async function confirmAccept(client: WayfairClient, channelOrderNo: string): Promise<Confirmation> {
  if (await isListed(client, channelOrderNo, false)) return { status: 'absent' };
  return (await isListed(client, channelOrderNo, true)) ? { status: 'done', result: undefined } : { status: 'absent' };
}

async function isListed(client: WayfairClient, channelOrderNo: string, hasResponse: boolean): Promise<boolean> {
  const { value } = await client.read({
    title: '核对接单结果',
    host: 'orders',
    document: ANSWERED_QUERY,
    variables: { poNumbers: [channelOrderNo], hasResponse },
    path: ['getDropshipPurchaseOrders'],
  });
  return rowsOf(value, '核对接单结果').some((row) => textOf(objectOf(row)['poNumber']) === channelOrderNo);
}
