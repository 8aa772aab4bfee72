import type { Client, TestApp } from '#tests/harness/app.ts';
import type { LifecycleFacts } from '../lifecycle-facts.ts';
import { must, NEW_JERSEY, STOOL, STOOL_COST } from '../one-of-each.ts';
import { REASON } from '../stage.ts';

async function addAdjustment(scene: TestApp, who: Client, unitCost: string): Promise<string> {
  const added = who.post<{ id: string }>('/inventory/stockAdjustment/add', {
    kind: 'adjust',
    warehouseId: scene.seller.warehouses[NEW_JERSEY],
    reason: '盘点差异',
    lines: [{ skuId: scene.seller.skus[STOOL], condition: 'good', qty: 2, unitCost }],
  });
  return (await must(added)).id;
}

async function addCount(scene: TestApp, who: Client, part: string): Promise<string> {
  const added = who.post<{ id: string }>('/inventory/stockCount/add', {
    warehouseId: scene.seller.warehouses[NEW_JERSEY],
    extent: 'listed',
    isBlind: false,
    lines: [{ skuId: scene.seller.skus[part], condition: 'good' }],
  });
  return (await must(added)).id;
}

/** Of goods that no order above asks for. */
const MIRROR = 'WB-MIR-RND-24';

async function addTransfer(scene: TestApp, who: Client): Promise<string> {
  const here = scene.seller.warehouses[NEW_JERSEY] as string;
  const there = Object.values(scene.seller.warehouses).find((id) => id !== here);
  const added = who.post<{ id: string }>('/inventory/stockTransfer/add', {
    fromWarehouseId: here,
    toWarehouseId: there,
    lines: [{ skuId: scene.seller.skus[MIRROR], qty: 1 }],
  });
  return (await must(added)).id;
}

/** At about what it costs, where nobody says more. */
async function addInbound(scene: TestApp, who: Client, unitCost = STOOL_COST): Promise<string> {
  const added = who.post<{ id: string }>('/inventory/inboundReceipt/add', {
    warehouseId: scene.seller.warehouses[NEW_JERSEY],
    eta: '2026-11-30',
    lines: [{ skuId: scene.seller.skus[STOOL], qty: 2, unitCost }],
  });
  return (await must(added)).id;
}

async function addStateChange(scene: TestApp, who: Client): Promise<string> {
  const added = who.post<{ id: string }>('/inventory/stateChange/add', {
    kind: 'condition',
    warehouseId: scene.seller.warehouses[NEW_JERSEY],
    reason: '质检',
    lines: [{ skuId: scene.seller.skus[STOOL], condition: 'good', toCondition: 'quarantine', qty: 1 }],
  });
  return (await must(added)).id;
}

export const inventoryFacts: readonly LifecycleFacts[] = [
  {
    of: 'inventory:stockAdjustment',
    begins: 'draft: add',
    one: (scene, admin) => addAdjustment(scene, admin, '1.00'),
    // §2.3: what is approved is posted in the same step; what was sent back may be corrected.
    law: {
      draft: 'submit→submitted|posted cancel→cancelled',
      submitted: 'approve→posted reject→rejected',
      rejected: 'submit→submitted|posted cancel→cancelled',
      posted: '',
      cancelled: '',
    },
    ends: ['cancelled', 'posted'],
    made: {
      'an adjustment: sent back, posted, given up': async (stage) => {
        const add = (unitCost: string) => addAdjustment(stage.scene, stage.packer, unitCost);
        const key = 'inventory:stockAdjustment';
        const dear = await add('900.00');
        await stage.make(stage.packer, key, dear, 'submit');
        await stage.make(stage.admin, key, dear, 'reject', REASON);
        await stage.make(stage.packer, key, dear, 'submit');
        await stage.make(stage.admin, key, dear, 'approve');
        await stage.make(stage.packer, key, await add('1.00'), 'cancel');
      },
    },
  },
  {
    of: 'inventory:stockCount',
    begins: 'draft: add',
    one: (scene, admin) => addCount(scene, admin, STOOL),
    // §2.3: nothing is frozen while it is counted; what differs may be counted again.
    law: {
      draft: 'start→counting cancel→cancelled',
      counting: 'finish→review cancel→cancelled',
      review: 'recount→counting post→posted cancel→cancelled',
      posted: '',
      cancelled: '',
    },
    ends: ['cancelled', 'posted'],
    answers: { uncounted: 'skip' },
    better: { post: /^这张盘点单已由 /, cancel: /^这张盘点单已由 / },
    made: {
      'a count: counted twice, posted, given up': async (stage) => {
        const key = 'inventory:stockCount';
        const id = await addCount(stage.scene, stage.packer, STOOL);
        await stage.make(stage.packer, key, id, 'start');
        await stage.make(stage.packer, key, id, 'finish', { uncounted: 'skip' });
        await stage.make(stage.packer, key, id, 'recount');
        await stage.make(stage.packer, key, id, 'finish', { uncounted: 'skip' });
        await stage.make(stage.packer, key, id, 'post');
        await stage.make(stage.packer, key, await addCount(stage.scene, stage.packer, STOOL), 'cancel');
      },
    },
  },
  {
    of: 'inventory:stockTransfer',
    begins: 'draft: add',
    one: addTransfer,
    law: {
      draft: 'confirm→approved cancel→cancelled',
      approved: 'send→shipped cancel→cancelled',
      shipped: 'receive→partiallyReceived|received writeOff→received',
      partiallyReceived: 'receive→partiallyReceived|received writeOff→received',
      received: '',
      cancelled: '',
    },
    ends: ['cancelled', 'received'],
    keyed: ['send', 'receive', 'writeOff'],
    answers: { lines: null },
    better: {
      send: /^这张调拨单已由 /,
      receive: /^这张调拨单已由 /,
      writeOff: /^这张调拨单已由 /,
    },
    made: {
      'a transfer: received, lost on its way, given up': async (stage) => {
        const key = 'inventory:stockTransfer';
        const { scene, packer, admin } = stage;
        for (const last of ['receive', 'writeOff']) {
          const id = await addTransfer(scene, packer);
          await stage.make(packer, key, id, 'confirm');
          await stage.make(packer, key, id, 'send');
          await stage.make(last === 'receive' ? packer : admin, key, id, last, REASON);
        }
        await stage.make(packer, key, await addTransfer(scene, packer), 'cancel');
      },
    },
  },
  {
    of: 'inventory:inboundReceipt',
    begins: 'draft: add',
    one: (scene, admin) => addInbound(scene, admin),
    law: {
      draft: 'announce→submitted|announced cancel→cancelled',
      submitted: 'approve→announced reject→draft cancel→cancelled',
      announced: 'arrive→arrived cancel→cancelled',
      arrived: 'receive→receiving cancel→cancelled',
      receiving: 'receive→receiving complete→completed',
      completed: '',
      cancelled: '',
    },
    ends: ['cancelled', 'completed'],
    keyed: ['receive'],
    answers: { lines: null },
    better: { receive: /^这张入库单已由 /, complete: /^这张入库单已由 / },
    made: {
      'goods announced: received, given up': async (stage) => {
        const key = 'inventory:inboundReceipt';
        const { scene, packer } = stage;
        const id = await addInbound(scene, packer);
        for (const move of ['announce', 'arrive', 'receive', 'complete']) await stage.make(packer, key, id, move);
        await stage.make(packer, key, await addInbound(scene, packer), 'cancel');
        const dear = await addInbound(scene, packer, '900');
        await stage.make(packer, key, dear, 'announce');
        await stage.make(stage.admin, key, dear, 'reject', REASON);
        await stage.make(packer, key, dear, 'announce');
        await stage.make(stage.admin, key, dear, 'approve');
        await stage.make(packer, key, dear, 'cancel');
      },
    },
  },
  {
    of: 'inventory:stateChange',
    begins: 'draft: add',
    one: addStateChange,
    law: { draft: 'post→posted cancel→cancelled', posted: '', cancelled: '' },
    ends: ['cancelled', 'posted'],
    made: {
      'goods change their condition, or do not': async (stage) => {
        const key = 'inventory:stateChange';
        const { scene, packer } = stage;
        await stage.make(packer, key, await addStateChange(scene, packer), 'post');
        await stage.make(packer, key, await addStateChange(scene, packer), 'cancel');
      },
    },
  },
];
