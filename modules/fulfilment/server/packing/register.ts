import type { Refusal } from '#kit/model/refusal.ts';
import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { holdTitles } from '#modules/orders/model/hold-title.ts';
import { isManualOrder } from '#modules/orders/model/order.ts';
import { setFacts } from '#modules/orders/server/index.ts';
import {
  classMismatch,
  jointOwnLabel,
  noBoxes,
  noticeStands,
  orderHeld,
  ownLabelOnly,
  registerUnderWay,
  siblingsNotPacked,
} from '../../model/errors.ts';
import { lacksChannelLabel } from '../../model/label-source.ts';
import { shipmentLifecycle } from '../../model/shipment-lifecycle.ts';
import { shipment, type ShipmentRow } from '../../model/shipment.ts';
import { requestLabels, hasLabelsWaiting } from './registration.ts';

interface Situation {
  id: string;
  holds: string[];
  orderType: string;
  methodClass: string | null;
  unpackedSiblings: number;
  isRegistering: boolean;
}

/**
 * 申请面单: one call per channel order, carrying all its units; the labels are dealt to the boxes
 * of all its shipments. The key is taken here, so that two clerks ask once. Talking to the
 * channel is a delivery, which asks first whether labels exist already.
 */
export const registerShipment: Command = command(shipmentLifecycle, 'register', {
  async guard(tx, rows) {
    const found = await situationsOf(tx, rows);
    const refusals = new Map<string, Refusal>();
    for (const row of rows) {
      const now = found.find(({ id }) => id === row.id);
      if (!now) continue;
      if (row.leadId || row.partnerCount > 0) refusals.set(row.id, jointOwnLabel());
      else if (isManualOrder(now.orderType)) refusals.set(row.id, ownLabelOnly());
      else if (now.holds.length > 0) refusals.set(row.id, orderHeld({ holds: holdTitles(now.holds) }));
      else if (row.boxCount === 0) refusals.set(row.id, noBoxes());
      else if (now.unpackedSiblings > 0) refusals.set(row.id, siblingsNotPacked());
      else if (now.isRegistering && !(await hasLabelsWaiting(tx, row.orderId)))
        refusals.set(row.id, registerUnderWay());
      else if (row.class === 'ltl' && now.methodClass === 'parcel')
        refusals.set(row.id, classMismatch({ reason: String(row.classReason ?? '') }));
    }
    return refusals;
  },
  async run(tx, rows) {
    for (const row of rows) {
      await requestLabels(tx, row);
      await setColumns(tx, shipment, [row.id], {
        labelError: null,
        labelHold: null,
        labelSource: 'channel',
      });
      await setFacts(tx, row.orderId, { labelStatus: 'requested' });
    }
  },
});

/**
 * 补申请面单: the way out for goods that left under numbers of our own, which the marketplace
 * refuses to hear of before it has made labels. When they come, the notice is sent again.
 */
export const registerLate: Command = command(shipmentLifecycle, 'registerLate', {
  async guard(tx, rows) {
    const found = await situationsOf(tx, rows);
    const refusals = new Map<string, Refusal>();
    for (const row of rows) {
      const now = found.find(({ id }) => id === row.id);
      const facts = {
        orderType: row.orderType,
        labelSource: row.labelSource,
        noticeStatus: row.noticeStatus,
      };
      if (!lacksChannelLabel(facts)) refusals.set(row.id, noticeStands());
      else if (now && now.unpackedSiblings > 0) refusals.set(row.id, siblingsNotPacked());
      else if (now?.isRegistering) refusals.set(row.id, registerUnderWay());
    }
    return refusals;
  },
  async run(tx, rows) {
    for (const row of rows) {
      await requestLabels(tx, row);
      await setColumns(tx, shipment, [row.id], {
        labelSource: 'channel',
        noticeStatus: 'pending',
        noticeError: null,
      });
      await setFacts(tx, row.orderId, { shipSync: 'pending' });
    }
  },
});

const situationsOf = (tx: Tx, rows: readonly ShipmentRow[]): Promise<Situation[]> =>
  tx.rows<Situation>`
      select s.id, o.holds, o.order_type, m.class as method_class,
        (select count(*)::integer from shipment x where x.tenant_id = s.tenant_id and x.order_id = s.order_id
          and x.id <> s.id and x.status in ('draft', 'packing')) as unpacked_siblings,
        exists (select 1 from channel_effect e where e.tenant_id = s.tenant_id and e.account_id = s.account_id
          and e.effect = 'register' and e.key = o.channel_order_no) as is_registering
      from shipment s join sales_order o on o.tenant_id = s.tenant_id and o.id = s.order_id
        left join ship_method m on m.tenant_id = s.tenant_id and m.id = s.ship_method_id
      where s.tenant_id = ${tx.tenant} and s.id = any(${rows.map((row) => row.id)}::uuid[])`;
