import { expect } from 'vitest';
import { pull, type Page } from '#tests/channels/shop.ts';
import type { LifecycleFacts } from '../lifecycle-facts.ts';
import { ADDRESS, firstOf, must, newOrder, NEW_JERSEY } from '../one-of-each.ts';
import { CALIFORNIA, CHAIR, CHAIRS, REASON } from '../stage.ts';

export const orderFacts: readonly LifecycleFacts[] = [
  {
    of: 'orders:salesOrder',
    begins: 'draft: add import',
    one: async (scene, admin) => (await newOrder(scene, admin)).id,
    // §3.1. What the channel changes is applied or refused as long as the order is open; what
    // was answered elsewhere is history until somebody takes it over. `start` of a partly shipped order is for the units that wait; drafts are manual orders.
    law: {
      draft: 'submit→new discard→cancelled remark→=',
      new: `accept→accepted|ready reject→rejected cancel→cancelled|shipped|= hold→= release→=|ready
      acceptPrice→= applyChange→cancelled|shipped|= rejectChange→= correctAddress→= reallocate→=
      remark→= archive→history`,
      accepted: `*acknowledge→ready cancel→cancelled|shipped|= hold→= release→=|ready acceptPrice→=
      applyChange→cancelled|shipped|= rejectChange→= correctAddress→= reallocate→= remark→=
      archive→history`,
      ready: `start→processing|= cancel→cancelled|shipped|= hold→= release→=|ready acceptPrice→=
      applyChange→cancelled|shipped|= rejectChange→= correctAddress→= reallocate→= remark→=
      archive→history`,
      processing: `*shipPart→partial *shipAll→shipped *unstart→ready cancel→cancelled|shipped|=
      hold→= release→=|ready acceptPrice→= applyChange→cancelled|shipped|= rejectChange→= remark→=`,
      partial: `*shipPart→partial *shipAll→shipped start→processing|= cancel→cancelled|shipped|=
      hold→= release→=|ready acceptPrice→= applyChange→cancelled|shipped|= rejectChange→= remark→=`,
      shipped: 'deliver→delivered remark→=',
      delivered: 'complete→completed remark→=',
      completed: 'remark→=',
      history: 'remark→= takeOver→new',
      cancelled: 'remark→=',
      rejected: 'remark→=',
    },
    ends: ['cancelled', 'completed', 'rejected'],
    answers: { kind: 'internal', content: '核对', ...ADDRESS },
    made: {
      'an order goes all the way: judged, moved, packed box by box, shipped, delivered, completed':
        async (stage) => {
          const { id } = await newOrder(stage.scene, stage.clerk, CHAIRS);
          await stage.order(id, 'hold', REASON);
          await stage.order(id, 'release', REASON);
          await stage.order(id, 'remark', { kind: 'internal', content: '易碎' });
          await stage.order(id, 'reallocate', {
            warehouseId: stage.scene.seller.warehouses[CALIFORNIA],
          });
          await stage.order(id, 'reallocate', {
            warehouseId: stage.scene.seller.warehouses[NEW_JERSEY],
          });
          await stage.order(id, 'correctAddress', ADDRESS);
          await stage.order(id, 'accept');
          await stage.order(id, 'start');
          const parcel = (await firstOf(stage.packer, '/fulfilment/shipment/list', { orderId: id }))
            .id;
          await stage.shipment(parcel, 'pack');
          const boxes = await stage.packer.get<Page<{ id: string }>>('/fulfilment/box/list', {
            shipmentId: parcel,
          });
          const sizes = { weightG: 19_000, lengthMm: 610, widthMm: 560, heightMm: 640 };
          for (const box of boxes.result.records) {
            await stage.make(stage.packer, 'fulfilment:box', box.id, 'measure', sizes);
            await stage.make(stage.packer, 'fulfilment:box', box.id, 'seal');
          }
          expect(await stage.stateOf('fulfilment:shipment', parcel)).toBe('packed');
          await stage.make(
            stage.packer,
            'fulfilment:box',
            boxes.result.records[0]?.id as string,
            'reopen',
          );
          expect(await stage.stateOf('fulfilment:shipment', parcel)).toBe('packing');
          await stage.shipment(parcel, 'sealAll');
          await stage.shipment(parcel, 'reopen');
          await stage.shipment(parcel, 'sealAll');
          await stage.shipment(parcel, 'register');
          await stage.scene.pass(3 * 86_400_000);
          await stage.signIn();
          await stage.shipment(parcel, 'ship');
          expect(await stage.stateOf('orders:salesOrder', id)).toBe('shipped');
          await stage.shipment(parcel, 'scan');
          await stage.shipment(parcel, 'deliver');
          await stage.order(id, 'deliver');
          await stage.order(id, 'complete');
        },
      'what the channel changes on an order is taken over, or refused': async (stage) => {
        const { id, po } = await newOrder(stage.scene, stage.clerk, CHAIRS);
        for (const [quantity, move] of [
          [3, 'applyChange'],
          [1, 'rejectChange'],
        ] as const) {
          await stage.scene.sim('POST', `/orders/${po}`, { products: [{ from: 0, quantity }] });
          await pull(stage.scene, stage.clerk);
          await stage.order(id, move, REASON);
        }
        await stage.order(id, 'cancel', REASON);
      },
      'a price is let pass, an order refused, one typed by hand submitted, another discarded':
        async (stage) => {
          const cheap = await newOrder(stage.scene, stage.clerk, {
            lines: [{ partNumber: 'WB-DCH-HOLM-S2', quantity: 1, price: 12.5 }],
          });
          await stage.make(
            await stage.scene.as('caiwu'),
            'orders:salesOrder',
            cheap.id,
            'acceptPrice',
            REASON,
          );
          await stage.order(cheap.id, 'reject', REASON);
          const typed = async (): Promise<string> =>
            (
              await must(
                stage.clerk.post<{ id: string }>('/orders/salesOrder/add', {
                  accountId: stage.scene.seller.accountId,
                  ...ADDRESS,
                  lines: [{ skuId: stage.scene.seller.skus[CHAIR], qty: 1, unitPrice: '1' }],
                }),
              )
            ).id;
          const draft = await typed();
          await stage.order(draft, 'submit');
          expect(await stage.stateOf('orders:salesOrder', draft)).toBe('new');
          const mistake = await typed();
          await stage.order(mistake, 'discard');
          expect(await stage.stateOf('orders:salesOrder', mistake)).toBe('cancelled');
        },
      'an order answered elsewhere: left to whoever answered it, then taken over': async (
        stage,
      ) => {
        const { id, po } = await newOrder(stage.scene, stage.clerk, CHAIRS);
        await stage.scene.sim('POST', '/elsewhere', { poNumber: po });
        await pull(stage.scene, stage.clerk);
        await stage.order(id, 'archive', REASON);
        expect(await stage.stateOf('orders:salesOrder', id)).toBe('history');
        await stage.order(id, 'takeOver', REASON);
        expect(await stage.stateOf('orders:salesOrder', id)).toBe('new');
      },
    },
  },
];
