import type { Client, TestApp } from '#tests/harness/app.ts';
import type { LifecycleFacts, OneOfEach } from '../lifecycle-facts.ts';
import { firstOf, must, NEW_JERSEY, STOOL, STOOL_COST } from '../one-of-each.ts';
import { REASON, type Stage } from '../stage.ts';

const KEY = 'purchasing:purchaseOrder';

/** The supplier of these orders, made once. */
async function supplierOf(who: Client): Promise<string> {
  const body = { code: 'LC-01', name: '温州五金', type: 'factory', currency: 'USD' };
  const added = await who.post<{ id: string }>('/base/supplier/add', body);
  if (added.success) return added.result.id;
  return (await firstOf(who, '/base/supplier/list', { code: body.code })).id;
}

async function addOrder(scene: TestApp, who: Client, unitPrice = STOOL_COST): Promise<string> {
  const added = who.post<{ id: string }>('/purchasing/purchaseOrder/add', {
    supplierId: await supplierOf(who),
    warehouseId: scene.seller.warehouses[NEW_JERSEY],
    lines: [{ skuId: scene.seller.skus[STOOL], qty: 2, unitPrice }],
  });
  return (await must(added)).id;
}

/** An order whose receipt stands at the gate. @returns both ids */
async function atGate(stage: Stage): Promise<{ id: string; receipt: string }> {
  const { scene, admin, packer } = stage;
  const id = await addOrder(scene, admin);
  await stage.make(admin, KEY, id, 'submit');
  await stage.make(admin, KEY, id, 'order');
  const { receipts } = await must(
    admin.get<{ receipts: { id: string }[] }>('/purchasing/purchaseOrder/queryById', { id }),
  );
  const receipt = receipts[0]?.id ?? '';
  await stage.make(packer, 'inventory:inboundReceipt', receipt, 'arrive');
  return { id, receipt };
}

const take = async (stage: Stage, receipt: string, qty: number): Promise<void> => {
  const { lines } = await must(
    stage.packer.get<{ lines: { id: string }[] }>(`/inventory/inboundReceipt/${receipt}/desk`),
  );
  const answers = { lines: [{ lineId: lines[0]?.id, qty }] };
  await stage.make(stage.packer, 'inventory:inboundReceipt', receipt, 'receive', answers);
};

export const purchasingFacts: readonly LifecycleFacts[] = [
  {
    of: KEY,
    begins: 'draft: add',
    one: (scene: TestApp, admin: Client, _before: OneOfEach) => addOrder(scene, admin),
    // §2.7; who made an order takes it back, what was sent back may be corrected.
    law: {
      draft: 'submit→submitted|approved cancel→cancelled',
      submitted: 'withdraw→draft approve→approved reject→rejected cancel→cancelled',
      rejected: 'submit→submitted|approved cancel→cancelled',
      approved: 'order→ordered cancel→cancelled',
      ordered: 'notify→= *receive→partially_received|received cancel→cancelled',
      partially_received: 'notify→= *receive→partially_received|received close→closed',
      received: '*receive→partially_received|received close→closed',
      closed: '',
      cancelled: '',
    },
    ends: ['cancelled', 'closed'],
    better: { receive: /^采购单 PO\d+ .*，不能再收货$/ },
    made: {
      'a purchase: sent back, withdrawn, approved, given up': async (stage) => {
        const { scene, admin } = stage;
        const checker = await scene.as('fuhe');
        const id = await addOrder(scene, admin, '9000.00');
        await stage.make(admin, KEY, id, 'submit');
        await stage.make(admin, KEY, id, 'withdraw');
        await stage.make(admin, KEY, id, 'submit');
        await stage.make(checker, KEY, id, 'reject', REASON);
        await stage.make(admin, KEY, id, 'submit');
        await stage.make(checker, KEY, id, 'approve');
        await stage.make(admin, KEY, id, 'cancel', REASON);
      },
      'a purchase: comes in parts, is announced once more, closed': async (stage) => {
        const { id, receipt } = await atGate(stage);
        await take(stage, receipt, 1);
        await stage.make(stage.packer, 'inventory:inboundReceipt', receipt, 'complete', {
          rest: 'giveUp',
        });
        await stage.make(stage.admin, KEY, id, 'notify');
        await stage.make(stage.admin, KEY, id, 'close', REASON);
      },
    },
  },
];
