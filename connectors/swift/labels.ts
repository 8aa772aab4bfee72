import {
  listOf,
  objectOf,
  requiredText,
  textOf,
  WireValueError,
} from '#connectors/shared/wire-values.ts';
import { exponentOf } from '#kit/model/currency.ts';
import { parseDecimal } from '#kit/model/money.ts';
import {
  CarrierError,
  type BoughtLabel,
  type CarrierCharge,
  type CarrierErrorKind,
  type CarrierEvent,
  type CarrierRate,
  type Consignment,
  type LabelRequest,
  type TrackingCode,
  type VoidOutcome,
} from '#modules/fulfilment/model/carrier-port.ts';
import { SwiftRefusal, type Client } from './client.ts';

const wireOf = ({ from, to, parcels }: Consignment): object => ({ from, to, parcels });

/** What cannot be read is the carrier's doing, and says what it was. */
function reading<T>(kind: CarrierErrorKind, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof WireValueError)
      throw new CarrierError(kind, `承运商的答复不完整：${error.message}`);
    throw error;
  }
}

function amountOf(value: unknown, currency: string, field: string): bigint {
  const minor = parseDecimal(requiredText(value, field), exponentOf(currency));
  if (minor === null) throw new WireValueError(field, '不是金额');
  return minor;
}

function instantOf(value: unknown, field: string): Date {
  const at = new Date(requiredText(value, field));
  if (Number.isNaN(at.getTime())) throw new WireValueError(field, '不是时间');
  return at;
}

export async function quote(client: Client, consignment: Consignment): Promise<CarrierRate[]> {
  const answer = await client.post('询价', '/rates', wireOf(consignment), 'read');
  return reading('unreadable', () =>
    listOf(answer['rates'], 'rates').map((one) => {
      const rate = objectOf(one);
      const currency = requiredText(rate['currency'], 'currency');
      const days = Number(rate['days']);
      return {
        service: requiredText(rate['service'], 'service'),
        title: textOf(rate['title']) ?? '',
        amount: amountOf(rate['amount'], currency, 'amount'),
        currency,
        days: Number.isInteger(days) ? days : null,
      };
    }),
  );
}

export async function buyLabel(client: Client, request: LabelRequest): Promise<BoughtLabel> {
  const { key: reference, service } = request;
  const body = { ...wireOf(request), reference, service };
  const answer = await client.post('购买面单', '/labels', body, 'write');
  // It was paid: what cannot be read is looked up, never bought again.
  const bought = reading('unknown', () => firstOf(answer['labels']));
  if (!bought) throw new CarrierError('unknown', '承运商没有返回面单');
  return bought;
}

export async function findLabel(client: Client, key: string): Promise<BoughtLabel | null> {
  const path = `/labels?reference=${encodeURIComponent(key)}`;
  const answer = await client.get('核对面单', path);
  return reading('unreadable', () => firstOf(answer['labels']));
}

/** The first label under a key, and others that there are; the same one answered twice is one. */
function firstOf(labels: unknown): BoughtLabel | null {
  const byId = new Map(
    listOf(labels, 'labels').map((one) => [requiredText(objectOf(one)['id'], 'id'), objectOf(one)]),
  );
  const [first] = byId;
  if (!first) return null;
  const [labelId, label] = first;
  const currency = requiredText(label['currency'], 'currency');
  const file = objectOf(label['file']);
  return {
    labelId,
    trackingNos: listOf(label['parcels'], 'parcels').map((parcel) =>
      requiredText(objectOf(parcel)['trackingNumber'], 'trackingNumber'),
    ),
    cost: amountOf(label['total'], currency, 'total'),
    currency,
    file: {
      mime: textOf(file['mime']) ?? 'application/pdf',
      bytes: Buffer.from(requiredText(file['base64'], 'file'), 'base64'),
    },
    voidUntil: label['voidUntil'] ? instantOf(label['voidUntil'], 'voidUntil') : null,
    extra: [...byId.keys()].slice(1),
  };
}

const REFUSES_VOID: ReadonlySet<string> = new Set(['label_used', 'void_too_late', 'not_found']);

export async function voidLabel(client: Client, labelId: string): Promise<VoidOutcome> {
  try {
    await client.post('作废面单', `/labels/${encodeURIComponent(labelId)}/void`, {}, 'write');
    return { status: 'voided' };
  } catch (error) {
    if (error instanceof SwiftRefusal && REFUSES_VOID.has(error.code))
      return { status: 'refused', message: error.message };
    throw error;
  }
}

const CODES: Readonly<Record<string, TrackingCode>> = {
  picked_up: 'pickedUp',
  in_transit: 'moving',
  out_for_delivery: 'delivering',
  delivered: 'delivered',
  exception: 'exception',
  lost: 'lost',
};

export async function track(
  client: Client,
  trackingNo: string,
  since: Date | null,
): Promise<CarrierEvent[]> {
  const query = since ? `?since=${encodeURIComponent(since.toISOString())}` : '';
  const path = `/tracking/${encodeURIComponent(trackingNo)}${query}`;
  const answer = await client.get('查询轨迹', path);
  return reading('unreadable', () =>
    listOf(answer['events'], 'events').map((one) => {
      const event = objectOf(one);
      return {
        key: requiredText(event['id'], 'id'),
        code: CODES[textOf(event['code']) ?? ''] ?? 'other',
        said: textOf(event['text']) ?? '',
        place: textOf(event['city']) ?? '',
        at: instantOf(event['at'], 'at'),
      };
    }),
  );
}

export async function charges(client: Client, labelId: string): Promise<CarrierCharge[]> {
  const path = `/labels/${encodeURIComponent(labelId)}/charges`;
  const answer = await client.get('查询调整', path);
  return reading('unreadable', () =>
    listOf(answer['charges'], 'charges').map((one) => {
      const charge = objectOf(one);
      const currency = requiredText(charge['currency'], 'currency');
      return {
        ref: requiredText(charge['id'], 'id'),
        amount: amountOf(charge['amount'], currency, 'amount'),
        currency,
        reason: textOf(charge['reason']) ?? '',
      };
    }),
  );
}
