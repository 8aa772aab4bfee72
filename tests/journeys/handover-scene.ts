import { openShop } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must, NEW_JERSEY, newOrder, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { addStock } from '#tests/races/goods.ts';

export const CHAIR = 'WB-DCH-HOLM-S2';

export interface Parcel {
  id: string;
  orderId: string;
  boxes: string[];
  tracking: string;
}

/** A dock with a truck of our own, and parcels that wait for it. */
export interface HandoverScene {
  scene: TestApp;
  clerk: Client;
  packer: Client;
  admin: Client;
  here: string;
  truck: string;
  /** A shipment that is packed and sealed, not labelled yet. */
  sealed(part?: string, quantity?: number): Promise<Parcel>;
  labelled(part?: string, quantity?: number): Promise<Parcel>;
}

export async function startHandoverScene(): Promise<HandoverScene> {
  const scene = await startTestApp({ start: { sessionDays: 60 } });
  const clerk = await scene.as('yunying');
  const packer = await scene.as('cangku');
  const admin = await scene.as('admin');
  const here = scene.seller.warehouses[NEW_JERSEY] as string;
  await openShop(scene, clerk);
  await scene.sim('POST', '/config', { requireRegister: false });
  const truck = (await firstOf(admin, '/base/shipMethod/list', { code: 'OWN-TRK' })).id;
  await addStock(scene, packer, STOOL, 40);
  await addStock(scene, packer, CHAIR, 40);
  let made = 0;
  const sealed = async (part = STOOL, quantity = 1): Promise<Parcel> => {
    const { id: orderId } = await newOrder(scene, clerk, {
      lines: [{ partNumber: part, quantity }],
      shipTo: { address1: `${(made += 1)} Dock St` },
    });
    await must(clerk.post(`/orders/salesOrder/${orderId}/accept`));
    await scene.settled();
    await must(clerk.post(`/orders/salesOrder/${orderId}/start`, { shipMethodId: truck }));
    const { id } = await firstOf(packer, '/fulfilment/shipment/list', { orderId });
    await must(packer.post(`/fulfilment/shipment/${id}/pack`));
    await must(packer.post(`/fulfilment/shipment/${id}/sealAll`));
    const { records } = await must(
      packer.get<{ records: { boxNo: string }[] }>('/fulfilment/box/list', { shipmentId: id }),
    );
    return { id, orderId, tracking: `DOCK-${made}`, boxes: records.map(({ boxNo }) => boxNo) };
  };
  const labelled = async (part = STOOL, quantity = 1): Promise<Parcel> => {
    const parcel = await sealed(part, quantity);
    await must(
      packer.post(`/fulfilment/shipment/${parcel.id}/ownLabel`, {
        carrierCode: 'OWN',
        trackingNo: parcel.tracking,
      }),
    );
    return parcel;
  };
  return { scene, clerk, packer, admin, here, truck, sealed, labelled };
}
