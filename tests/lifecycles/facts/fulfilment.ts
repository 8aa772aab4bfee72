import { expect } from 'vitest';
import { newId } from '#kit/server/new-id.ts';
import type { Client, TestApp } from '#tests/harness/app.ts';
import { fault, look, type Page } from '#tests/channels/shop.ts';
import type { LifecycleFacts } from '../lifecycle-facts.ts';
import { draftClaim } from '#tests/journeys/claim-scene.ts';
import { firstOf, must, NEW_JERSEY, newOrder, startedShipment, STOOL } from '../one-of-each.ts';
import { CHAIRS, REASON } from '../stage.ts';

const JOINT_BUYER = {
  name: 'Ann Joint',
  address1: '1 Joint Ave',
  address2: '',
  city: 'Madison',
  state: 'WI',
  postalCode: '53703',
  country: 'US',
  phoneNumber: '+1 608 555 0142',
};

export const fulfilmentFacts: readonly LifecycleFacts[] = [
  {
    of: 'fulfilment:shipment',
    begins: 'draft: create',
    async one(scene, admin) {
      const { id } = await newOrder(scene, admin);
      const parcel = await startedShipment(scene, admin, id);
      await must(admin.post(`/fulfilment/shipment/${parcel}/pack`));
      return parcel;
    },
    // §3.2. A label of the carrier's own account skips 申请面单; a void is possible until it leaves.
    // Numbers typed where the marketplace's count are taken back, or registered late.
    // Labels of a carrier are bought instead, and voided; what a carrier reports moves what has left.
    law: {
      draft: 'pack→packing *join→= takeApart→draft voidShipment→voided',
      packing: `pack→packing sealAll→packed *allSealed→packed takeApart→draft *unpack→draft
      voidShipment→voided`,
      packed: `reopen→packing takeApart→draft register→labelling buyLabel→labelling ownLabel→labelled
      *labelOk→labelled *unpack→draft
      voidShipment→voided`,
      labelling: '*labelOk→labelled *labelFailed→packed voidShipment→voided',
      labelled: `ship→shipped completeLabel→= retractLabel→packed *labelVoided→packed *unpack→draft
      voidShipment→voided`,
      shipped: `scan→inTransit deliver→delivered exception→exception registerLate→= unship→labelled callBack→labelled intercept→=
      noteStopped→= noteNotStopped→=`,
      inTransit: `deliver→delivered exception→exception markLost→lost registerLate→= intercept→=
      noteStopped→= noteNotStopped→=`,
      exception: `resume→inTransit deliver→delivered markLost→lost intercept→= noteStopped→=
      noteNotStopped→=`,
      delivered: 'registerLate→= noteNotStopped→=',
      lost: 'found→inTransit deliver→delivered claim→= noteNotStopped→=',
      voided: '',
    },
    ends: ['delivered', 'voided'],
    answers: { carrierCode: 'OWN', trackingNo: 'TRUCK-1', reason: '核对', note: '已索赔' },
    keyed: ['register', 'registerLate', 'buyLabel', 'ship', 'unship', 'callBack'],
    better: { ship: /缺 /, unship: /^承运商已揽收/ },
    made: {
      'labels that fail are asked for again; a shipment that is given up frees its order': async (stage) => {
        const { id } = await newOrder(stage.scene, stage.clerk, CHAIRS);
        const parcel = await startedShipment(stage.scene, stage.clerk, id);
        await stage.shipment(parcel, 'pack');
        await stage.shipment(parcel, 'sealAll');
        await fault(stage.scene, {
          fault: 'graphql-error',
          message: 'Warehouse is closed',
          category: 'BAD_REQUEST',
          match: { operation: 'register', times: 1 },
        });
        await stage.shipment(parcel, 'register');
        expect(await stage.stateOf('fulfilment:shipment', parcel)).toBe('packed');
        await stage.shipment(parcel, 'voidShipment', REASON);
        expect(await stage.stateOf('orders:salesOrder', id)).toBe('ready');
        await stage.order(id, 'start');
        const next = await firstOf(stage.packer, '/fulfilment/shipment/list', {
          orderId: id,
          tab: 'packing',
        });
        await stage.shipment(next.id, 'pack');
        const line = await look(
          stage.scene,
          (tx) => tx.one<{ id: string }>`
        select id from order_line where tenant_id = ${tx.tenant} and order_id = ${id}::uuid`,
        );
        // One unit less: what was packed is packed again.
        await stage.order(id, 'cancel', { ...REASON, lines: [{ lineId: line.id, qty: 1 }] });
        expect(await stage.stateOf('fulfilment:shipment', next.id)).toBe('draft');
        await stage.order(id, 'cancel', REASON);
        expect(await stage.stateOf('orders:salesOrder', id)).toBe('cancelled');
      },
      'an order over two warehouses ships in parts': async (stage) => {
        const shop = await firstOf<{ id: string; version: number }>(stage.admin, '/base/channelAccount/list');
        await must(
          stage.admin.put('/base/channelAccount/edit', {
            id: shop.id,
            version: shop.version,
            allowSplit: true,
            strategy: 'priority',
          }),
        );
        await stage.scene.sim('POST', '/config', { requireRegister: false });
        const { id } = await newOrder(stage.scene, stage.clerk, {
          lines: [{ partNumber: STOOL, quantity: 10 }],
        });
        await stage.order(id, 'accept');
        const method = await firstOf(stage.admin, '/base/shipMethod/list', { code: 'OWN-TRK' });
        await stage.order(id, 'start', { shipMethodId: method.id });
        const parts = await stage.packer.get<Page<{ id: string }>>('/fulfilment/shipment/list', {
          orderId: id,
        });
        for (const [index, part] of parts.result.records.entries()) {
          await stage.shipment(part.id, 'pack');
          await stage.shipment(part.id, 'sealAll');
          await stage.shipment(part.id, 'ownLabel', {
            carrierCode: 'OWN',
            trackingNo: `TRUCK-1${index}`,
          });
          await stage.shipment(part.id, 'retractLabel');
          expect(await stage.stateOf('fulfilment:shipment', part.id)).toBe('packed');
          await stage.shipment(part.id, 'ownLabel', {
            carrierCode: 'OWN',
            trackingNo: `TRUCK-2${index}`,
          });
          await stage.shipment(part.id, 'ship');
          expect(await stage.stateOf('orders:salesOrder', id)).toBe(index === 0 ? 'partial' : 'shipped');
        }
        const [last] = parts.result.records;
        await stage.make(stage.admin, 'fulfilment:shipment', last?.id as string, 'unship', REASON);
        expect(await stage.stateOf('orders:salesOrder', id)).toBe('partial');
        await stage.shipment(last?.id as string, 'ship');
      },
      'orders of one buyer leave together, or come apart again': async (stage) => {
        const method = await firstOf(stage.admin, '/base/shipMethod/list', { code: 'OWN-TRK' });
        const ids: string[] = [];
        for (const partNumber of ['WB-MIR-ARCH-65', 'WB-DCH-HOLM-S2']) {
          const { id } = await newOrder(stage.scene, stage.clerk, {
            lines: [{ partNumber, quantity: 1 }],
            shipTo: JOINT_BUYER,
          });
          await stage.order(id, 'accept');
          await stage.order(id, 'start', { shipMethodId: method.id });
          ids.push(id);
        }
        await must(stage.admin.post('/fulfilment/shipment/join', { ids }));
        const { records } = await must(
          stage.admin.get<Page<{ id: string; partnerCount: number }>>('/fulfilment/shipment/list', {
            orderId: ids.join(','),
            tab: 'packing',
          }),
        );
        const lead = records.find(({ partnerCount }) => partnerCount === 1)?.id ?? '';
        await stage.make(stage.admin, 'fulfilment:shipment', lead, 'takeApart');
        expect(await stage.stateOf('fulfilment:shipment', lead)).toBe('draft');
      },
      'goods that left under a number of our own are registered late': async (stage) => {
        await stage.scene.sim('POST', '/config', { requireRegister: true });
        const { id } = await newOrder(stage.scene, stage.clerk, CHAIRS);
        await stage.order(id, 'accept');
        const method = await firstOf(stage.admin, '/base/shipMethod/list', { code: 'OWN-TRK' });
        await stage.order(id, 'start', { shipMethodId: method.id });
        const parcel = (await firstOf(stage.packer, '/fulfilment/shipment/list', { orderId: id })).id;
        await stage.shipment(parcel, 'pack');
        await stage.shipment(parcel, 'sealAll');
        await stage.shipment(parcel, 'ownLabel', { carrierCode: 'OWN', trackingNo: 'TRUCK-3' });
        const { version } = await must(stage.admin.get<{ version: number }>('/channels/callWait'));
        await must(stage.admin.put('/channels/callWait', { seconds: 30, version }));
        const key = { 'idempotency-key': `called back ${parcel}` };
        await must(stage.packer.post(`/fulfilment/shipment/${parcel}/ship`, {}, key));
        await stage.shipment(parcel, 'callBack');
        await must(stage.admin.put('/channels/callWait', { seconds: 0, version: version + 1 }));
        await stage.shipment(parcel, 'ship');
        for (const outcome of ['noteNotStopped', 'noteStopped']) {
          await stage.shipment(parcel, 'intercept', REASON);
          await stage.shipment(parcel, outcome, REASON);
        }
        await stage.shipment(parcel, 'registerLate');
        expect(await stage.stateOf('fulfilment:shipment', parcel)).toBe('shipped');
      },
    },
  },
  {
    of: 'fulfilment:box',
    begins: 'open: pack',
    async one(_scene, admin, { 'fulfilment:shipment': shipmentId = '' }) {
      return (await firstOf(admin, '/fulfilment/box/list', { shipmentId })).id;
    },
    law: {
      open: 'measure→= seal→sealed *discard→void',
      sealed: 'reopen→open *label→labelled *discard→void',
      labelled: '*ship→shipped *unlabel→sealed *discard→void',
      shipped: '*unship→labelled',
      void: '',
    },
    ends: ['void'],
    answers: { weightG: 1000, lengthMm: 100, widthMm: 100, heightMm: 100 },
  },
  {
    of: 'fulfilment:shippingLabel',
    begins: 'requested: buy',
    async one(scene, admin) {
      const parcel = await boughtParcel(scene, admin);
      return (await firstOf(admin, '/fulfilment/shippingLabel/list', { shipmentId: parcel })).id;
    },
    // §3.2, with 作废中 while the carrier is asked, and 面单损失 where it does not void what nobody uses.
    law: {
      requested: '*arrive→active *fail→failed',
      active: 'voidLabel→voiding *use→used *giveUp→voiding|lost',
      voiding: '*voidDone→voided *voidRefused→active|lost',
      used: '*reuse→active',
      voided: '',
      failed: '',
      lost: '',
    },
    ends: ['failed', 'lost', 'voided'],
    answers: { reason: '核对' },
    keyed: ['voidLabel'],
    better: { voidLabel: /已随面单发出/ },
    made: {
      'a label is voided in time, used, and lost where its carrier does not take it back': async (stage) => {
        const { scene, admin } = stage;
        const labelOf = async (parcel: string): Promise<string> =>
          (await firstOf(admin, '/fulfilment/shippingLabel/list', { shipmentId: parcel })).id;
        const parcel = await boughtParcel(scene, admin);
        await stage.make(admin, 'fulfilment:shippingLabel', await labelOf(parcel), 'voidLabel', REASON);
        await scene.settled();
        expect(await stage.stateOf('fulfilment:shipment', parcel)).toBe('packed');
        await fault(scene, { fault: 'label-refused' });
        await stage.shipment(parcel, 'buyLabel');
        await scene.settled();
        expect(await stage.stateOf('fulfilment:shipment', parcel)).toBe('packed');
        await stage.shipment(parcel, 'buyLabel');
        await scene.settled();
        await stage.shipment(parcel, 'ship');
        await stage.make(admin, 'fulfilment:shipment', parcel, 'unship', REASON);
        await scene.pass(6 * 3_600_000);
        const used = await labelOf(parcel);
        await stage.shipment(parcel, 'voidShipment', REASON);
        await scene.settled();
        expect(await stage.stateOf('fulfilment:shippingLabel', used)).toBe('lost');
      },
      'a label whose answer named no number and no price is completed': async (stage) => {
        const value = '{"parcels":null,"total":null}';
        await fault(stage.scene, {
          fault: 'label-odd',
          value,
          match: { operation: 'carrier.buy' },
        });
        const parcel = await boughtParcel(stage.scene, stage.admin);
        await stage.shipment(parcel, 'completeLabel', { trackingNo: 'SWC0001', cost: '30.00' });
        await stage.shipment(parcel, 'ship');
      },
      'a parcel stands still, goes on, is lost, and found': async (stage) => {
        const parcel = await boughtParcel(stage.scene, stage.admin);
        await stage.shipment(parcel, 'ship');
        await stage.shipment(parcel, 'exception', REASON);
        await stage.shipment(parcel, 'resume');
        await stage.shipment(parcel, 'markLost', REASON);
        await stage.shipment(parcel, 'claim', { note: '已索赔' });
        expect(await stage.stateOf('fulfilment:shipment', parcel)).toBe('lost');
        const claim = await draftClaim(stage.scene, stage.admin, { cause: 'lost', shipmentId: parcel });
        await stage.make(stage.admin, 'aftersales:claim', claim, 'submit');
        await stage.make(stage.admin, 'aftersales:claim', claim, 'pay', { way: 'cash' });
        await stage.shipment(parcel, 'found');
        expect(await stage.stateOf('fulfilment:shipment', parcel)).toBe('inTransit');
        await stage.make(stage.admin, 'aftersales:claim', claim, 'settleFound', REASON);
      },
    },
  },
  {
    of: 'fulfilment:wave',
    begins: 'draft: make',
    async one(scene, admin) {
      const { id } = await newOrder(scene, admin, CHAIRS);
      return waveOf(admin, await startedShipment(scene, admin, id));
    },
    law: {
      draft: 'start→picking assign→= cancel→cancelled',
      picking: 'assign→= *allPicked→picked cancel→cancelled',
      picked: '*resume→picking finish→done cancel→cancelled',
      done: '',
      cancelled: '',
    },
    ends: ['cancelled', 'done'],
    answers: { assignee: 'cangku', reason: '核对' },
    made: {
      'a wave is picked, taken up again and packed; another is called off': async (stage) => {
        const { id } = await newOrder(stage.scene, stage.clerk, CHAIRS);
        const parcel = await startedShipment(stage.scene, stage.clerk, id);
        const made = await waveOf(stage.admin, parcel);
        const own = 'fulfilment:wave';
        await stage.make(stage.admin, own, made, 'assign', { assignee: 'cangku' });
        await stage.make(stage.packer, own, made, 'start');
        const pick = (action: string) =>
          must(stage.packer.post(`/fulfilment/wave/${made}/pick`, { seq: 1, qty: 2, action }));
        await pick(newId());
        expect(await stage.stateOf(own, made)).toBe('picked');
        await must(stage.packer.post(`/fulfilment/wave/${made}/undo`));
        expect(await stage.stateOf(own, made)).toBe('picking');
        await pick(newId());
        await stage.shipment(parcel, 'pack');
        await stage.shipment(parcel, 'sealAll');
        await stage.make(stage.packer, own, made, 'finish');
        const next = await newOrder(stage.scene, stage.clerk, CHAIRS);
        const other = await startedShipment(stage.scene, stage.clerk, next.id);
        await stage.make(stage.admin, own, await waveOf(stage.admin, other), 'cancel', REASON);
      },
    },
  },
  {
    of: 'fulfilment:handover',
    begins: 'draft: open',
    async one(scene, admin) {
      const { id } = await newOrder(scene, admin, CHAIRS);
      const method = await firstOf(admin, '/base/shipMethod/list', { code: 'OWN-TRK' });
      await must(admin.post(`/orders/salesOrder/${id}/accept`));
      await scene.settled();
      await must(admin.post(`/orders/salesOrder/${id}/start`, { shipMethodId: method.id }));
      const parcel = await firstOf(admin, '/fulfilment/shipment/list', { orderId: id });
      const path = `/fulfilment/shipment/${parcel.id}`;
      await must(admin.post(`${path}/pack`));
      await must(admin.post(`${path}/sealAll`));
      await must(admin.post(`${path}/ownLabel`, { carrierCode: 'OWN', trackingNo: 'TRUCK-01' }));
      const list = await handoverAt(scene, admin, method.id);
      await must(admin.post(`/fulfilment/handover/${list}/collect`));
      return list;
    },
    law: {
      draft: '*beginClose→closing cancel→cancelled',
      closing: '*finishClose→closed *fallBack→draft',
      closed: 'reopen→draft',
      cancelled: '',
    },
    ends: ['cancelled'],
    answers: { reason: '核对' },
    made: {
      'boxes are handed over, opened again within the day, and not at all': async (stage) => {
        await stage.scene.sim('POST', '/config', { requireRegister: false });
        const { id } = await newOrder(stage.scene, stage.clerk, CHAIRS);
        await stage.order(id, 'accept');
        const method = await firstOf(stage.admin, '/base/shipMethod/list', { code: 'OWN-TRK' });
        await stage.order(id, 'start', { shipMethodId: method.id });
        const parcel = await firstOf(stage.packer, '/fulfilment/shipment/list', { orderId: id });
        await stage.shipment(parcel.id, 'pack');
        await stage.shipment(parcel.id, 'sealAll');
        await stage.shipment(parcel.id, 'ownLabel', {
          carrierCode: 'OWN',
          trackingNo: 'TRUCK-02',
        });
        const own = 'fulfilment:handover';
        const list = await handoverAt(stage.scene, stage.packer, method.id);
        const path = `/fulfilment/handover/${list}`;
        const signed = { driver: 'Joe', signedBy: 'Joe' };
        await must(stage.packer.post(`${path}/collect`));
        await stage.order(id, 'hold', REASON);
        await must(stage.packer.post(`${path}/handOver`, signed));
        expect(await stage.stateOf(own, list)).toBe('draft');
        await stage.order(id, 'release', REASON);
        await must(stage.packer.post(`${path}/handOver`, signed));
        expect(await stage.stateOf(own, list)).toBe('closed');
        await stage.make(stage.admin, own, list, 'reopen', REASON);
        await must(stage.packer.post(`${path}/handOver`, signed));
        expect(await stage.stateOf(own, list)).toBe('closed');
        const empty = await handoverAt(stage.scene, stage.packer);
        await stage.make(stage.packer, own, empty, 'cancel', REASON);
      },
    },
  },
];

/** A shipment whose label was bought of the simulated carrier, on an account of one's own. */
async function boughtParcel(scene: TestApp, admin: Client): Promise<string> {
  const shipMethodId = await swiftMethod(admin);
  const { id } = await newOrder(scene, admin, CHAIRS);
  await must(admin.post(`/orders/salesOrder/${id}/accept`));
  await scene.settled();
  await must(admin.post(`/orders/salesOrder/${id}/start`, { shipMethodId }));
  const parcel = (await firstOf(admin, '/fulfilment/shipment/list', { orderId: id })).id;
  for (const move of ['pack', 'sealAll', 'buyLabel']) {
    const key = { 'idempotency-key': `${move} ${parcel}` };
    await must(admin.post(`/fulfilment/shipment/${parcel}/${move}`, {}, key));
  }
  await scene.settled();
  return parcel;
}

/** A way to ship on an account of one's own at the simulated carrier, opened the first time. */
export async function swiftMethod(admin: Client): Promise<string> {
  const page = await must(admin.get<Page<{ id: string }>>('/base/shipMethod/list', { name: 'swift own' }));
  if (page.records[0]) return page.records[0].id;
  const [carrier] = await must(admin.get<{ code: string; practice: Record<string, string> }[]>('/fulfilment/carriers'));
  const account = { code: 'SWIFT-OWN', name: 'Swift 自有', carrier: 'swift', owner: 'own' };
  await must(admin.post('/base/carrierAccount/add', { ...account, ...carrier?.practice }));
  const { id } = await firstOf(admin, '/base/carrierAccount/list', { name: 'Swift 自有' });
  await must(
    admin.post('/base/shipMethod/add', {
      code: 'SWIFT-OWN',
      name: 'swift own',
      carrier: 'Swift',
      service: 'ground',
      accountOwner: 'own',
      carrierAccountId: id,
      class: 'parcel',
      dimDivisor: 139,
    }),
  );
  return (await firstOf(admin, '/base/shipMethod/list', { name: 'swift own' })).id;
}

const waveOf = async (who: Client, shipmentId: string): Promise<string> => {
  const { waves } = await must(
    who.post<{ waves: { id: string }[] }>('/fulfilment/wave/make', {
      ids: [shipmentId],
      kind: 'multi',
    }),
  );
  return waves[0]?.id ?? '';
};

const handoverAt = async (scene: TestApp, who: Client, shipMethodId?: string): Promise<string> =>
  (
    await must(
      who.post<{ id: string }>('/fulfilment/handover/open', {
        warehouseId: scene.seller.warehouses[NEW_JERSEY],
        shipMethodId,
      }),
    )
  ).id;
