import { expect } from 'vitest';
import { fault, look, type Page } from '#tests/channels/shop.ts';
import type { LifecycleFacts } from '../lifecycle-facts.ts';
import { firstOf, must, newOrder, startedShipment, STOOL } from '../one-of-each.ts';
import { CHAIRS, REASON } from '../stage.ts';

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
    law: {
      draft: 'pack→packing voidShipment→voided',
      packing: 'pack→packing sealAll→packed *allSealed→packed *unpack→draft voidShipment→voided',
      packed: `reopen→packing register→labelling ownLabel→labelled *labelOk→labelled *unpack→draft
      voidShipment→voided`,
      labelling: '*labelOk→labelled *labelFailed→packed voidShipment→voided',
      labelled: 'ship→shipped retractLabel→packed *unpack→draft voidShipment→voided',
      shipped: 'scan→inTransit deliver→delivered registerLate→=',
      inTransit: 'deliver→delivered registerLate→=',
      delivered: 'registerLate→=',
      voided: '',
    },
    ends: ['delivered', 'voided'],
    answers: { carrierCode: 'OWN', trackingNo: 'TRUCK-1' },
    keyed: ['register', 'registerLate', 'ship'],
    better: { ship: /缺 / },
    made: {
      'labels that fail are asked for again; a shipment that is given up frees its order': async (
        stage,
      ) => {
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
        const shop = await firstOf<{ id: string; version: number }>(
          stage.admin,
          '/base/channelAccount/list',
        );
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
          expect(await stage.stateOf('orders:salesOrder', id)).toBe(
            index === 0 ? 'partial' : 'shipped',
          );
        }
      },
      'goods that left under a number of our own are registered late': async (stage) => {
        await stage.scene.sim('POST', '/config', { requireRegister: true });
        const { id } = await newOrder(stage.scene, stage.clerk, CHAIRS);
        await stage.order(id, 'accept');
        const method = await firstOf(stage.admin, '/base/shipMethod/list', { code: 'OWN-TRK' });
        await stage.order(id, 'start', { shipMethodId: method.id });
        const parcel = (await firstOf(stage.packer, '/fulfilment/shipment/list', { orderId: id }))
          .id;
        await stage.shipment(parcel, 'pack');
        await stage.shipment(parcel, 'sealAll');
        await stage.shipment(parcel, 'ownLabel', { carrierCode: 'OWN', trackingNo: 'TRUCK-3' });
        await stage.shipment(parcel, 'ship');
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
      shipped: '',
      void: '',
    },
    ends: ['shipped', 'void'],
    answers: { weightG: 1000, lengthMm: 100, widthMm: 100, heightMm: 100 },
  },
];
