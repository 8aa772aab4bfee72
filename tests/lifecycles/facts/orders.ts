import { expect } from 'vitest';
import { pull, type Page } from '#tests/channels/shop.ts';
import type { LifecycleFacts } from '../lifecycle-facts.ts';
import { ADDRESS, firstOf, must, newOrder, NEW_JERSEY } from '../one-of-each.ts';
import { CALIFORNIA, CHAIR, CHAIRS, REASON } from '../stage.ts';

export const orderFacts: readonly LifecycleFacts[] = [
  {
    of: 'orders:salesOrder',
    begins: 'draft: add divide import replace',
    one: async (scene, admin) => (await newOrder(scene, admin)).id,
    // §3.1. What the channel changes is applied or refused as long as the order is open; what
    // was answered elsewhere is history until somebody takes it over. `start` of a partly shipped order is for the units that wait; drafts are manual orders.
    law: {
      draft: 'submit→new discard→cancelled remark→=',
      new: `accept→accepted|ready acceptPart→accepted|ready callBack→new|accepted|ready|= reject→rejected cancel→cancelled|shipped|= hold→= release→=|ready notDuplicate→=
      acceptPrice→= dispute→= applyChange→cancelled|shipped|= rejectChange→= correctAddress→= adoptAddress→= reallocate→=
      remark→= archive→history split→= setPriority→= setShipMethod→=`,
      accepted: `callBack→new|accepted|ready|= *acknowledge→ready cancel→cancelled|shipped|= hold→= release→=|ready notDuplicate→= acceptPrice→= dispute→=
      applyChange→cancelled|shipped|= rejectChange→= correctAddress→= adoptAddress→= reallocate→= remark→=
      archive→history split→= setPriority→= setShipMethod→=`,
      ready: `callBack→new|accepted|ready|= start→processing|= cancel→cancelled|shipped|= hold→= release→=|ready notDuplicate→= acceptPrice→= dispute→=
      applyChange→cancelled|shipped|= rejectChange→= correctAddress→= adoptAddress→= reallocate→= remark→=
      archive→history split→= setPriority→= setShipMethod→=`,
      processing: `*shipPart→partial *shipAll→shipped *unstart→ready cancel→cancelled|shipped|=
      hold→= release→=|ready notDuplicate→= acceptPrice→= dispute→= applyChange→cancelled|shipped|= rejectChange→= remark→=
      setPriority→= setShipMethod→=`,
      partial: `*unship→processing|partial *shipPart→partial *shipAll→shipped start→processing|= cancel→cancelled|shipped|=
      hold→= release→=|ready notDuplicate→= acceptPrice→= dispute→= applyChange→cancelled|shipped|= rejectChange→= remark→=
      setPriority→= setShipMethod→=`,
      shipped: 'deliver→delivered remark→= *unship→processing|partial',
      delivered: 'complete→completed remark→=',
      completed: 'remark→=',
      history: 'remark→= takeOver→new',
      cancelled: 'remark→= reopen→new callBack→new|accepted|ready|=',
      rejected: 'remark→= callBack→new|accepted|ready|=',
    },
    ends: ['completed'],
    answers: {
      kind: 'internal',
      content: '核对',
      priority: 'rush',
      ...ADDRESS,
      patch: { city: 'Madison' },
    },
    made: {
      'an order goes all the way: judged, moved, packed box by box, shipped, delivered, completed': async (stage) => {
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
        await stage.order(id, 'adoptAddress', { patch: { address2: 'Unit 2' } });
        await stage.order(id, 'accept');
        await stage.order(id, 'start');
        const parcel = (await firstOf(stage.packer, '/fulfilment/shipment/list', { orderId: id })).id;
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
        await stage.make(stage.packer, 'fulfilment:box', boxes.result.records[0]?.id as string, 'reopen');
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
        await stage.order(id, 'deliver');
        await stage.shipment(parcel, 'deliver');
        await stage.order(id, 'complete');
      },
      'an order is accepted in part, and what its channel has not heard is called back': async (stage) => {
        const { id } = await newOrder(stage.scene, stage.clerk, CHAIRS);
        const { lines } = await must(
          stage.clerk.get<{ lines: { orderLine: { id: string }[] } }>('/orders/salesOrder/queryById', { id }),
        );
        const part = { lines: JSON.stringify([{ lineId: lines.orderLine[0]?.id, now: 2 }]) };
        const { version } = await must(stage.admin.get<{ version: number }>('/channels/callWait'));
        await must(stage.admin.put('/channels/callWait', { seconds: 30, version }));
        await must(stage.clerk.post(`/orders/salesOrder/${id}/acceptPart`, part));
        await stage.order(id, 'callBack');
        await must(stage.admin.put('/channels/callWait', { seconds: 0, version: version + 1 }));
        await stage.order(id, 'acceptPart', part);
        await stage.order(id, 'cancel', REASON);
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
      'a price is let pass, an order refused, one typed by hand submitted, another discarded': async (stage) => {
        const cheap = await newOrder(stage.scene, stage.clerk, {
          lines: [{ partNumber: 'WB-DCH-HOLM-S2', quantity: 1, price: 12.5 }],
        });
        await stage.make(await stage.scene.as('caiwu'), 'orders:salesOrder', cheap.id, 'acceptPrice', REASON);
        await stage.order(cheap.id, 'reject', REASON);
        const typed = async (): Promise<string> =>
          (
            await must(
              stage.clerk.post<{ id: string }>('/orders/salesOrder/add', {
                accountId: stage.scene.seller.accountId,
                ...ADDRESS,
                lines: [{ skuId: stage.scene.seller.skus[CHAIR], qty: 2, unitPrice: '1' }],
              }),
            )
          ).id;
        const draft = await typed();
        await stage.order(draft, 'submit');
        expect(await stage.stateOf('orders:salesOrder', draft)).toBe('new');
        const twin = await typed();
        await stage.order(twin, 'submit');
        await stage.order(twin, 'notDuplicate', REASON);
        await stage.order(twin, 'cancel', REASON);
        await stage.order(draft, 'setPriority', { priority: 'urgent' });
        const truck = await firstOf(stage.clerk, '/base/shipMethod/list', { code: 'OWN-TRK' });
        await stage.order(draft, 'setShipMethod', { shipMethodId: truck.id });
        const { lines } = await must(
          stage.clerk.get<{ lines: { orderLine: { id: string }[] } }>('/orders/salesOrder/queryById', { id: draft }),
        );
        const lineId = lines.orderLine[0]?.id;
        await stage.order(draft, 'split', { parts: JSON.stringify([[{ lineId, qty: 1 }]]) });
        const mistake = await typed();
        await stage.order(draft, 'cancel', REASON);
        await stage.order(draft, 'reopen', REASON);
        await stage.order(mistake, 'discard');
        expect(await stage.stateOf('orders:salesOrder', mistake)).toBe('cancelled');
      },
      'an order answered elsewhere: left to whoever answered it, then taken over': async (stage) => {
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
  {
    of: 'orders:priceDispute',
    begins: 'open: begin',
    one: async (scene, admin) => {
      const { id } = await newOrder(scene, admin, CHEAP);
      await must(admin.post(`/orders/salesOrder/${id}/dispute`, {}));
      return (await firstOf(admin, '/orders/priceDispute/list', { orderId: id })).id;
    },
    // Ours: a price is accepted, corrected by the channel, or still stands in the way; nothing else frees the order.
    law: {
      open: `markSent→= write→=|answered expect→answered setDue→= accept→accepted withdraw→withdrawn
      *correct→corrected *lapse→withdrawn`,
      answered: `markSent→= write→=|answered expect→answered setDue→= accept→accepted withdraw→withdrawn
      *correct→corrected *lapse→withdrawn`,
      accepted: '',
      corrected: '',
      withdrawn: '',
    },
    ends: ['accepted', 'corrected', 'withdrawn'],
    answers: { kind: 'internal', content: '核对', dueAt: '2030-01-01 00:00:00', reason: '认可' },
    made: {
      'a price is argued about: accepted, withdrawn, corrected, over with its order': async (stage) => {
        const key = 'orders:priceDispute';
        const begin = async (): Promise<{ dispute: string; id: string; po: string }> => {
          const { id, po } = await newOrder(stage.scene, stage.clerk, CHEAP);
          await stage.order(id, 'dispute', {});
          const { id: dispute } = await firstOf(stage.clerk, '/orders/priceDispute/list', {
            orderId: id,
          });
          return { dispute, id, po };
        };
        const taken = await begin();
        await stage.make(stage.clerk, key, taken.dispute, 'markSent');
        await stage.make(stage.clerk, key, taken.dispute, 'setDue', {
          dueAt: '2030-01-01 00:00:00',
        });
        const stated = { kind: 'fromChannel', content: 'No.' };
        await stage.make(stage.clerk, key, taken.dispute, 'write', stated);
        await stage.make(await stage.scene.as('caiwu'), key, taken.dispute, 'accept', REASON);
        await stage.order(taken.id, 'cancel', REASON);
        const left = await begin();
        await stage.make(stage.clerk, key, left.dispute, 'withdraw', REASON);
        await stage.order(left.id, 'cancel', REASON);
        const corrected = await begin();
        await stage.make(stage.clerk, key, corrected.dispute, 'expect', { content: 'Yes.' });
        const { lines } = await must(
          stage.clerk.get<{ lines: { orderLine: { expectedPrice: string }[] } }>('/orders/salesOrder/queryById', {
            id: corrected.id,
          }),
        );
        const price = Number(lines.orderLine[0]?.expectedPrice);
        await stage.scene.sim('POST', `/orders/${corrected.po}`, {
          products: [{ from: 0, price }],
        });
        await pull(stage.scene, stage.clerk);
        expect(await stage.stateOf(key, corrected.dispute)).toBe('corrected');
        await stage.order(corrected.id, 'cancel', REASON);
        const ended = await begin();
        await stage.order(ended.id, 'cancel', REASON);
        expect(await stage.stateOf(key, ended.dispute)).toBe('withdrawn');
      },
    },
  },
];

/** Priced far below what was agreed. */
const CHEAP = { lines: [{ partNumber: 'WB-DCH-HOLM-S2', quantity: 1, price: 12.5 }] };
