import { invalid, Refusal, type FieldError } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Parts } from '#kit/server/module.ts';
import { inTransaction } from '#kit/server/outbox.ts';
import { underSavepoint } from '#kit/server/savepoint.ts';
import { sql } from '#kit/server/sql.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import type { Guards } from '#kit/server/write.ts';
import { walletCredited } from '#modules/ledger/model/wallet.ts';
import { returnApproved, returnEnded } from '../../model/return-events.ts';
import { returnLabelRule } from '../../model/return-label.ts';
import { returnOrder } from '../../model/return-order.ts';
import { payDueReturnLabels } from './return-label-money.ts';
import { returnLabelRoutes } from './return-label-routes.ts';
import { giveUpLabels, methodByRule, voidReturnLabel, wantLabel, type LabelledReturn } from './return-labels.ts';

/** Approved, we send the label: where a rule says how, it is bought at once. What cannot be is left to a person. */
async function buyOnApproval(tx: Tx, returnId: string): Promise<void> {
  const row = await tx.one<LabelledReturn>`
    select id, return_no, type, status, return_label_by, order_id, account_id, warehouse_id, environment
    from return_order where tenant_id = ${tx.tenant} and id = ${returnId}::uuid`;
  if (row.returnLabelBy !== 'seller' || row.type === 'refundOnly' || !row.warehouseId) return;
  await setColumns(tx, returnOrder, [returnId], { labelStatus: 'wanted', labelError: null });
  if ((await methodByRule(tx, row.warehouseId)) === null) return;
  // The event comes before the state is stored: by now it is decided.
  const requested = await underSavepoint(tx, () => wantLabel(tx, { ...row, status: 'approved' }, null));
  if (requested instanceof Refusal)
    await setColumns(tx, returnOrder, [returnId], {
      labelStatus: 'failed',
      labelError: requested.message,
    });
}

const ruleGuards: Guards<typeof returnLabelRule> = {
  add: (tx, { shipMethodId, warehouseId = null }) => judgeRule(tx, { shipMethodId, warehouseId }),
  edit: (tx, before, values) => judgeRule(tx, { ...before, ...values, id: before.id }),
};

async function judgeRule(
  tx: Tx,
  rule: {
    id?: string;
    shipMethodId?: string | null | undefined;
    warehouseId?: string | null | undefined;
  },
): Promise<void> {
  const fault = (field: string, message: string): FieldError => ({
    field,
    message,
    code: 'aftersales.labelRule',
  });
  const method = await tx.maybe`
    select 1 as one from ship_method where tenant_id = ${tx.tenant} and id = ${rule.shipMethodId ?? null}::uuid
      and carrier_account_id is not null`;
  if (!method) throw invalid([fault('shipMethodId', '该物流渠道没有选用承运商账号，不能购买面单')]);
  const other = await tx.maybe`
    select 1 as one from return_label_rule where tenant_id = ${tx.tenant} and deleted_at is null
      and id::text <> ${rule.id ?? ''} and warehouse_id is not distinct from ${rule.warehouseId ?? null}::uuid`;
  if (other) throw invalid([{ field: 'warehouseId', code: 'taken', message: '该仓库的规则已登记，请编辑已有的' }]);
}

/** 退货面单, as a part of its module. */
export const labelParts = {
  serves: [{ resource: returnLabelRule, guards: ruleGuards }],
  moves: [{ voidReturnLabel }],
  routes: [...returnLabelRoutes],
  inTransaction: [
    inTransaction(returnApproved, 'a label that we send is bought', (tx, { returnId }) => buyOnApproval(tx, returnId)),
    inTransaction(returnEnded, 'labels of goods that nobody sends are voided', (tx, { returnId }) =>
      giveUpLabels(tx, [returnId]),
    ),
    inTransaction(walletCredited, 'what return labels cost beyond their quotes is paid', (tx, about) =>
      payDueReturnLabels(tx, about.currency),
    ),
  ],
  todos: [
    {
      sort: 86,
      key: 'returnLabelMissing',
      band: 'today',
      doneBy: ['aftersales:returnLabel:buy'],
      title: '退货面单待购买',
      hint: '没有面单买家寄不出',
      resource: returnOrder,
      where: sql`t.status = 'approved' and t.label_status in ('wanted', 'failed') and t.environment = 'live'`,
      due: sql`t.due_at`,
      path: '/orders/return',
      query: { status: 'approved', labelStatus: 'wanted,failed' },
    },
  ],
} as const satisfies Parts;
