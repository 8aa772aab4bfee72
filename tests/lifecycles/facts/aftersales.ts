import { newId } from '#kit/server/new-id.ts';
import { postMovements } from '#modules/inventory/server/index.ts';
import { breachDueParts } from '#modules/aftersales/server/parts/breach-parts.ts';
import { look } from '#tests/channels/shop.ts';
import type { Client, TestApp } from '#tests/harness/app.ts';
import type { LifecycleFacts } from '../lifecycle-facts.ts';
import { ADDRESS, firstOf, must, NEW_JERSEY, STOOL } from '../one-of-each.ts';
import { REASON } from '../stage.ts';

const PART = 'aftersales:partOrder';

/** A foot of a stool, of which there are enough; the same one however often it is asked for. */
async function footOf(scene: TestApp, admin: Client): Promise<string> {
  const known = await admin.get<{ records: { id: string }[] }>('/catalog/sku/list', {
    skuCode: 'STOOL-FOOT',
  });
  const [foot] = known.result.records;
  if (foot) return foot.id;
  const { id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list');
  const { id } = await must(
    admin.post<{ id: string }>('/catalog/sku/add', {
      skuCode: 'STOOL-FOOT',
      name: '凳脚',
      productId,
      type: 'part',
    }),
  );
  await look(scene, (tx) =>
    postMovements(tx, {
      movements: [
        {
          key: newId(),
          skuId: id,
          warehouseId: scene.seller.warehouses[NEW_JERSEY] as string,
          condition: 'good',
          type: 'opening',
          qty: 50,
          unitCost: '1.0625',
          refType: 'test',
          refId: newId(),
          refNo: 'FOOT',
        },
      ],
    }),
  );
  return id;
}

async function addRequest(scene: TestApp, admin: Client): Promise<string> {
  const partSkuId = await footOf(scene, admin);
  const added = admin.post<{ id: string }>('/aftersales/partOrder/add', {
    accountId: scene.seller.accountId,
    warehouseId: scene.seller.warehouses[NEW_JERSEY],
    ...ADDRESS,
    shipToAddress2: 'Unit 4',
    shipToPhone: '512 555 0101',
    lines: [{ parentSkuId: scene.seller.skus[STOOL], partSkuId, qty: 1, cause: 'damaged' }],
  });
  return (await must(added)).id;
}

export const aftersalesFacts: readonly LifecycleFacts[] = [
  {
    of: PART,
    begins: 'draft: add',
    one: addRequest,
    // §3.4; what waits for information may be given up, and what is late is confirmed and shipped as well.
    law: {
      draft: 'submit→new cancel→cancelled',
      new: 'confirm→confirmed|= needInfo→needInfo reject→rejected cancel→cancelled *timeout→breached',
      needInfo: 'submit→new infoArrived→new reject→rejected cancel→cancelled',
      confirmed: 'changeSource→= extend→= ship→shipped markAnswered→= cancel→cancelled *timeout→breached',
      breached: 'confirm→confirmed|= changeSource→= ship→shipped markAnswered→= cancel→cancelled',
      shipped: 'markAnswered→= close→closed',
      closed: 'markAnswered→=',
      rejected: 'markAnswered→=',
      cancelled: '',
    },
    ends: ['cancelled', 'closed', 'rejected'],
    keyed: ['ship'],
    answers: {
      lines: '[{"lineId":"none"}]',
      plannedShipDate: null,
      infoNote: '左前脚',
      rejectReason: 'tooLarge',
      carrier: 'FedEx',
      trackingNo: '794699',
      extendedTo: '2026-12-05',
    },
    made: {
      'parts asked for again: sent, put off, refused, given up, late': async (stage) => {
        const { scene, admin, packer } = stage;
        const submitted = async (): Promise<string> => {
          const id = await addRequest(scene, admin);
          await stage.make(admin, PART, id, 'submit');
          return id;
        };
        const sent = await submitted();
        await stage.make(admin, PART, sent, 'needInfo', REASON);
        await stage.make(admin, PART, sent, 'infoArrived', { infoNote: '左前脚' });
        await stage.make(admin, PART, sent, 'confirm');
        const { lines, shipBy } = await must(
          admin.get<{ lines: { partLine: { id: string }[] }; shipBy: string }>('/aftersales/partOrder/queryById', {
            id: sent,
          }),
        );
        const sources = lines.partLine.map(({ id }) => ({ lineId: id, source: 'partStock' }));
        await stage.make(admin, PART, sent, 'changeSource', { lines: JSON.stringify(sources) });
        const next = new Date(Date.parse(`${shipBy.replace(' ', 'T')}Z`) + 2 * 86_400_000);
        await stage.make(admin, PART, sent, 'extend', {
          ...REASON,
          extendedTo: next.toISOString().slice(0, 10),
        });
        await stage.make(packer, PART, sent, 'ship', { carrier: 'FedEx', trackingNo: '794699' });
        await stage.make(admin, PART, sent, 'markAnswered');
        await stage.make(admin, PART, sent, 'close');
        await stage.make(admin, PART, await submitted(), 'reject', { rejectReason: 'noSuchPart' });
        await stage.make(admin, PART, await submitted(), 'cancel', REASON);
        const late = await submitted();
        await breachDueParts(scene.app.db, new Date(scene.now().getTime() + 30 * 86_400_000));
        await stage.make(admin, PART, late, 'confirm');
      },
    },
  },
];
