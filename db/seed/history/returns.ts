import type { DemoSeller } from '../demo-seller.ts';
import { NEW_JERSEY } from '#simulator/catalogue.ts';
import { CHAIR, COMING_PARCEL } from './known.ts';
import type { Sold, SoldOrders } from './orders.ts';
import type { Person } from './people.ts';

const RETURN = 'aftersales/returnOrder';

export interface Crew {
  service: Person;
  clerk: Person;
  packer: Person;
  finance: Person;
  buyer: Person;
  reviewer: Person;
}

/** What a buyer asks for. */
interface Asked {
  reason: string;
  type?: 'return' | 'refundOnly' | 'exchange';
  qty?: number;
  note?: string;
  photo?: Buffer;
  trackingNo?: string;
  carrier?: string;
  returnLabelBy?: 'buyer' | 'channel';
}

/** Ids of the returns, by the order they are of. */
export type Returns = Readonly<Record<string, string>>;

async function ask(service: Person, { id, lineId, skuId }: Sold, request: Asked): Promise<string> {
  const { reason, type = 'return', qty = 1, note, photo, ...head } = request;
  const { id: reasonId } = await service.first(`/aftersales/returnReason/list?code=${reason}`);
  return service.add(RETURN, {
    type,
    orderId: id,
    reasonId,
    ...head,
    ...(photo ? { photos: await service.upload('买家照片.png', photo) } : {}),
    lines: [{ orderLineId: lineId, skuId, qtyRequested: qty, ...(note ? { note } : {}) }],
  });
}

/** The buyers write: most of it is agreed to the same day, one is not. */
export async function askedFor({ service }: Crew, sold: SoldOrders, photo: Buffer): Promise<Returns> {
  const coming = { trackingNo: COMING_PARCEL, carrier: 'FEDEX', returnLabelBy: 'channel' } as const;
  const request: Readonly<Record<string, Asked>> = {
    coming: { reason: 'damagedInTransit', qty: 2, note: '两把椅背都裂了', photo, ...coming },
    crack: { reason: 'defective', qty: 2, note: '椅腿开裂', trackingNo: '1Z84F60390512277' },
    half: { reason: 'defective', qty: 2, trackingNo: '794641990026', carrier: 'FEDEX' },
    unsent: { reason: 'changedMind', note: '买家说本周寄出' },
    velvet: { reason: 'notAsDescribed', note: '颜色与图片相差大', trackingNo: '794641990310' },
    torn: { reason: 'defective', qty: 2, note: '绒面接缝开线', trackingNo: '794641990477' },
    sofas: { reason: 'damagedInTransit', qty: 2, photo, carrier: 'LTL' },
    keptLamp: { reason: 'missingParts', type: 'refundOnly', note: '少灯泡，买家同意部分退款' },
    tripod: { reason: 'wrongItem', type: 'exchange', note: '买家要胡桃色', carrier: 'UPS' },
    bent: { reason: 'changedMind', note: '已使用一个月' },
  };
  const made: [string, string][] = [];
  for (const [name, one] of Object.entries(request))
    made.push([name, await ask(service, sold[name as keyof SoldOrders], one)]);
  const ids = Object.fromEntries(made) as Returns;
  await service.moveAll(RETURN, Object.values(ids), 'submit');
  return ids;
}

/** Ids of returns by the name of their order. */
const pick = (ids: Returns, ...names: string[]): string[] =>
  names.map((name) => {
    const id = ids[name];
    if (!id) throw new Error(`nothing was asked for ${name}`);
    return id;
  });

export async function agreedTo({ clerk, service }: Crew, ids: Returns): Promise<void> {
  const [unsent = '', bent = ''] = pick(ids, 'unsent', 'bent');
  await clerk.move(RETURN, unsent, 'approve', { dueDays: 3 });
  await service.move(RETURN, bent, 'reject', { reason: '超过退货期限，且已使用' });
  const others = Object.values(ids).filter((id) => id !== unsent && id !== bent);
  await clerk.moveAll(RETURN, others, 'approve');
}

interface ReturnSeen {
  lines: { returnLine: { id: string }[] };
}
const lineOf = async (who: Person, id: string): Promise<string> => {
  const { lines } = await who.get<ReturnSeen>(`/${RETURN}/queryById?id=${id}`);
  return lines.returnLine[0]?.id ?? '';
};

/** Parcels arrive: one of them with half of it, and one that nobody announced. */
export async function tookIn(
  { packer }: Crew,
  ids: Returns,
  { accountId, warehouses, skus }: DemoSeller,
): Promise<void> {
  const whole = pick(ids, 'crack', 'velvet', 'torn', 'sofas');
  for (const move of ['receive', 'receiveDone']) await packer.moveAll(RETURN, whole, move);
  const [half = ''] = pick(ids, 'half');
  const lines = JSON.stringify([{ lineId: await lineOf(packer, half), qty: 1 }]);
  await packer.move(RETURN, half, 'receive', { lines });
  await packer.post('/aftersales/returnDesk/unordered', {
    accountId,
    warehouseId: warehouses[NEW_JERSEY],
    trackingNo: '1Z84F60390887120',
    remark: '箱上写着 M. Haddad，没有RA号',
    lines: JSON.stringify([{ skuId: skus[CHAIR], qty: 1 }]),
  });
}

/** What came is looked at, and what becomes of it is said: of the dear goods by two people. */
export async function judged({ packer }: Crew, ids: Returns, photo: Buffer): Promise<void> {
  const shot = (): Promise<string> => packer.upload('质检照片.png', photo);
  const say = async (name: string, units: object, move: string): Promise<void> => {
    const [id = ''] = pick(ids, name);
    const lines = JSON.stringify([{ lineId: await lineOf(packer, id), ...units }]);
    await packer.move(RETURN, id, move, { lines });
  };
  await say('crack', { good: 1, damaged: 1, photos: await shot(), note: '右后腿开裂' }, 'inspect');
  await say('torn', { good: 0, damaged: 2, note: '接缝开线，四把都有' }, 'inspect');
  await say('sofas', { good: 0, damaged: 2, photos: await shot(), note: '框架断裂' }, 'inspect');
  await say('crack', { disposition: 'restock', damagedDisposition: 'scrap' }, 'dispose');
  await say('torn', { damagedDisposition: 'returnToSupplier' }, 'dispose');
  await say('sofas', { damagedDisposition: 'scrap' }, 'dispose');
}

/** Money goes back for what is settled. */
export async function paidBack({ finance }: Crew, ids: Returns): Promise<void> {
  const [crack = '', stored = ''] = pick(ids, 'crack', 'keptLamp');
  await finance.move(RETURN, crack, 'credit');
  const lines = JSON.stringify([{ lineId: await lineOf(finance, stored), amount: '12.00' }]);
  await finance.move(RETURN, stored, 'credit', { lines, reason: '部分退款，买家保留商品' });
}

/** What came in this morning, and waits to be agreed to. */
export async function waiting({ service }: Crew, sold: SoldOrders, photo: Buffer): Promise<void> {
  const ids = [
    await ask(service, sold.shades, {
      reason: 'damagedInTransit',
      qty: 1,
      note: '一只灯座碎裂',
      photo,
    }),
    await ask(service, sold.lateLamp, { reason: 'late', note: '比承诺晚六天' }),
  ];
  await service.moveAll(RETURN, ids, 'submit');
}
