import {
  currencyOf,
  instantOf,
  listOf,
  objectOf,
  requiredText,
  textOf,
  WireValueError,
  type WireObject,
} from '#connectors/shared/wire-values.ts';
import { trackingKey } from '#kit/model/tracking-number.ts';
import {
  CarrierError,
  type BoughtLabel,
  type CarrierCharges,
  type CarrierErrorKind,
  type CarrierEvent,
  type CarrierRate,
  type Consignment,
  type LabelRequest,
  type TrackingCode,
  type VoidOutcome,
} from '#modules/fulfilment/model/carrier-port.ts';
import { SwiftRefusal, type Client } from './client.ts';
import { boughtIn, foundIn, VOIDED } from './label-answer.ts';
import { amountOf, priceOf, readable } from './wire-money.ts';

const wireOf = ({ from, to, parcels }: Consignment): object => ({ from, to, parcels });

/** What cannot be read is the carrier's doing, and says what it was. */
function reading<T>(kind: CarrierErrorKind, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof WireValueError) throw new CarrierError(kind, `承运商的答复不完整：${error.message}`);
    throw error;
  }
}

/** Whole days on the way; null where none are said. */
function daysOf(value: unknown): number | null {
  const text = textOf(value);
  return text !== null && /^\d{1,3}$/.test(text) ? Number(text) : null;
}

export async function quote(client: Client, consignment: Consignment): Promise<CarrierRate[]> {
  const answer = await client.post('询价', '/rates', wireOf(consignment), 'read');
  const rates = reading('unreadable', () => listOf(answer['rates'], 'rates'));
  return readable(rates, (one) => {
    const rate = objectOf(one);
    const currency = currencyOf(rate['currency']);
    return {
      service: requiredText(rate['service'], 'service'),
      title: textOf(rate['title']) ?? '',
      amount: priceOf(rate['amount'], currency, 'amount'),
      currency,
      days: daysOf(rate['days']),
    };
  });
}

export async function buyLabel(client: Client, request: LabelRequest): Promise<BoughtLabel> {
  const { key: reference, service } = request;
  const body = { ...wireOf(request), reference, service };
  const answer = await client.post('购买面单', '/labels', body, 'write');
  // It was paid: what cannot be read is looked up, never bought again.
  const bought = reading('unknown', () => boughtIn(answer, reference));
  if (!bought) throw new CarrierError('unknown', '承运商没有返回面单');
  return bought;
}

export async function findLabel(client: Client, key: string): Promise<BoughtLabel | null> {
  const path = `/labels?reference=${encodeURIComponent(key)}`;
  const answer = await client.get('核对面单', path);
  return reading('unreadable', () => foundIn(answer, key));
}

const REFUSES_VOID: ReadonlySet<string> = new Set(['label_used', 'void_too_late', 'not_found']);

const NOT_VOIDED: ReadonlySet<string> = new Set(['rejected', 'denied', 'failed']);

export async function voidLabel(client: Client, labelId: string): Promise<VoidOutcome> {
  try {
    const path = `/labels/${encodeURIComponent(labelId)}/void`;
    const answer = await client.post('作废面单', path, {}, 'write');
    const other = textOf(answer['id']);
    // Whether ours was voided is not said by what became of another.
    if (other !== null && other !== labelId)
      throw new CarrierError('unknown', `承运商回答的是面单 ${other}，不是 ${labelId}`);
    return outcomeOf(answer);
  } catch (error) {
    // An earlier call was heard, and its answer was lost.
    if (error instanceof SwiftRefusal && error.code === 'already_voided') return { status: 'voided' };
    if (error instanceof SwiftRefusal && REFUSES_VOID.has(error.code))
      return { status: 'refused', message: error.message };
    throw error;
  }
}

/** A success says that the carrier has heard it; its status, whether money comes back. */
function outcomeOf(answer: WireObject): VoidOutcome {
  const status = textOf(answer['status'])?.toLowerCase() ?? '';
  if (VOIDED.has(status)) return { status: 'voided' };
  if (NOT_VOIDED.has(status)) return { status: 'refused', message: textOf(answer['message']) ?? '承运商没有说明原因' };
  throw new CarrierError('unknown', `承运商还没有确认作废${status === '' ? '' : `（${status}）`}`);
}

const CODES: Readonly<Record<string, TrackingCode>> = {
  picked_up: 'pickedUp',
  in_transit: 'moving',
  out_for_delivery: 'delivering',
  delivered: 'delivered',
  exception: 'exception',
  lost: 'lost',
};

export async function track(client: Client, trackingNo: string, since: Date | null): Promise<CarrierEvent[]> {
  const query = since ? `?since=${encodeURIComponent(since.toISOString())}` : '';
  const path = `/tracking/${encodeURIComponent(trackingNo)}${query}`;
  const answer = await client.get('查询轨迹', path).catch((error: unknown): WireObject => {
    // Before its first scan a carrier may not know a number that it has given out.
    if (error instanceof SwiftRefusal && error.kind === 'gone') return {};
    throw error;
  });
  const other = textOf(answer['trackingNumber']);
  if (other !== null && trackingKey(other) !== trackingKey(trackingNo))
    throw new CarrierError('unreadable', `查询轨迹：承运商回答的是运单 ${other}，不是 ${trackingNo}`);
  const events = reading('unreadable', () => listOf(answer['events'], 'events'));
  return readable(events, (one) => {
    const event = objectOf(one);
    const at = instantOf(event['at'], 'at');
    if (at === null) throw new WireValueError('at', '缺失');
    return {
      key: requiredText(event['id'], 'id'),
      code: CODES[textOf(event['code'])?.toLowerCase() ?? ''] ?? 'other',
      said: textOf(event['text']) ?? '',
      place: textOf(event['city']) ?? '',
      at,
    };
  });
}

/** What cannot be read of them is money all the same: it is said beside the others. */
export async function charges(client: Client, labelId: string): Promise<CarrierCharges> {
  const path = `/labels/${encodeURIComponent(labelId)}/charges`;
  const answer = await client.get('查询调整', path);
  const rows = reading('unreadable', () => listOf(answer['charges'], 'charges'));
  const unread: string[] = [];
  const read = readable(
    rows,
    (one) => {
      const charge = objectOf(one);
      const other = textOf(charge['labelId']);
      if (other !== null && other !== labelId) throw new WireValueError('labelId', `是 ${other}`);
      const currency = currencyOf(charge['currency']);
      return {
        ref: requiredText(charge['id'], 'id'),
        amount: amountOf(charge['amount'], currency, 'amount'),
        currency,
        reason: textOf(charge['reason']) ?? '',
      };
    },
    unread,
  );
  const message = `面单 ${labelId} 有 ${unread.length} 条费用调整读不出（${unread[0] ?? ''}），请到承运商后台核对`;
  return unread.length > 0 ? { charges: read, message } : { charges: read };
}
