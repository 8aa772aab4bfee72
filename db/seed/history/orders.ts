import { createRandom } from '#simulator/random.ts';
import { randomBuyer } from '#simulator/wayfair/buyers.ts';
import { CALIFORNIA, NEW_JERSEY } from '#simulator/catalogue.ts';
import type { DemoSeller } from '../demo-seller.ts';
import { FREIGHT, poOf, SOLD, type SoldName } from './known.ts';
import type { Person } from './people.ts';
import { fedexNumber, upsNumber } from './tracking-numbers.ts';

/** An order of the history that has left. */
export interface Sold {
  id: string;
  shipmentId: string;
  lineId: string;
  skuId: string;
  po: string;
}
export type SoldOrders = Readonly<Record<SoldName, Sold>>;

const OF_CALIFORNIA: ReadonlySet<SoldName> = new Set(['lamp', 'torn', 'shades']);
const ORDER = 'orders/salesOrder';
const SHIPMENT = 'fulfilment/shipment';

/** Orders that are typed in, accepted and handed to the warehouse. @returns their ids */
export async function sell(
  clerk: Person,
  { accountId, warehouses, skus }: DemoSeller,
): Promise<Record<SoldName, { id: string; po: string }>> {
  const random = createRandom(415);
  const method = async (code: string): Promise<string> => (await clerk.first(`/base/shipMethod/list?code=${code}`)).id;
  const methods = {
    FEDEX: await method('FDX-GND'),
    UPS: await method('UPS-GND'),
    LTL: await method('LTL-THR'),
  };
  const found: [SoldName, { id: string; po: string }][] = [];
  for (const [at, [name, [, qty, unitPrice]]] of Object.entries(SOLD).entries()) {
    const [code] = SOLD[name as SoldName];
    const { shipTo } = randomBuyer(random);
    const po = poOf(name as SoldName);
    const from = OF_CALIFORNIA.has(name as SoldName) ? CALIFORNIA : NEW_JERSEY;
    const id = await clerk.add(ORDER, {
      accountId,
      channelOrderNo: po,
      pinnedWarehouseId: warehouses[from],
      shipMethodId: methods[carrierOf(name as SoldName, at)],
      shipToName: shipTo.name,
      shipToPhone: shipTo.phoneNumber,
      shipToAddress1: shipTo.address1,
      shipToCity: shipTo.city,
      shipToState: shipTo.state,
      shipToPostalCode: shipTo.postalCode,
      shipToCountry: shipTo.country,
      lines: [{ skuId: skus[code], qty, unitPrice }],
    });
    found.push([name as SoldName, { id, po }]);
  }
  const ids = found.map(([, { id }]) => id);
  for (const move of ['submit', 'accept', 'start']) await clerk.moveAll(ORDER, ids, move);
  return Object.fromEntries(found) as Record<SoldName, { id: string; po: string }>;
}

/** The warehouse packs them, writes down the numbers of the labels, and sends them. */
export async function send(packer: Person, sold: Record<SoldName, { id: string; po: string }>): Promise<SoldOrders> {
  const shipments = await packer.all<{ id: string; orderId: string }>(`/${SHIPMENT}/list?pageSize=50`);
  const lines = await packer.all<{ id: string; orderId: string; skuId: string }>('/orders/orderLine/list?pageSize=100');
  const ids = shipments.map(({ id }) => id);
  for (const move of ['pack', 'sealAll']) await packer.moveAll(SHIPMENT, ids, move);
  const sent: [string, Sold][] = [];
  for (const [at, [name, { id, po }]] of Object.entries(sold).entries()) {
    const shipment = shipments.find(({ orderId }) => orderId === id);
    const line = lines.find(({ orderId }) => orderId === id);
    if (!shipment || !line) throw new Error(`${po} has no shipment`);
    await packer.move(SHIPMENT, shipment.id, 'ownLabel', labelOf(name as SoldName, at));
    sent.push([name, { id, po, shipmentId: shipment.id, lineId: line.id, skuId: line.skuId }]);
  }
  await packer.moveAll(SHIPMENT, ids, 'ship');
  return Object.fromEntries(sent) as Record<SoldName, Sold>;
}

/** Who carries an order of the history: freight by lorry, of the parcels every third by UPS. */
const carrierOf = (name: SoldName, at: number): 'FEDEX' | 'UPS' | 'LTL' => {
  if (FREIGHT.has(SOLD[name][0])) return 'LTL';
  return name === 'lost' || at % 3 === 2 ? 'UPS' : 'FEDEX';
};

/** Numbers as these carriers write them, with the digit that proves them. */
function labelOf(name: SoldName, at: number): { carrierCode: string; trackingNo: string } {
  const carrierCode = carrierOf(name, at);
  if (carrierCode === 'UPS') return { carrierCode, trackingNo: upsNumber('84F603', '03', 1_207_455 + at * 1811) };
  if (carrierCode === 'LTL') return { carrierCode, trackingNo: `PRO${410_207_330 + at * 7919}` };
  return { carrierCode, trackingNo: fedexNumber(79_464_120_733 + at * 7919) };
}

/** Carriers report them delivered; one of them never comes. */
export async function deliver(packer: Person, sold: SoldOrders): Promise<void> {
  const all = Object.values(sold).map(({ shipmentId }) => shipmentId);
  await packer.moveAll(SHIPMENT, all, 'scan');
  const lost = sold.lost.shipmentId;
  await packer.moveAll(
    SHIPMENT,
    all.filter((id) => id !== lost),
    'deliver',
  );
}

/** The carrier gives a parcel up. */
export const loseParcel = (packer: Person, { shipmentId }: Sold): Promise<void> =>
  packer.move(SHIPMENT, shipmentId, 'markLost', { reason: '承运商答复：中转场遗失' });
