import type { Address } from '#kit/model/address.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { insertInto } from '#kit/server/stored-rows.ts';
import { changeTitle } from '../model/order-change.ts';
import { orderChange } from '../model/order.ts';
import { plainPart } from '../model/channel-snapshot.ts';

const PARTS = [
  'name',
  'address1',
  'address2',
  'city',
  'state',
  'postalCode',
  'country',
  'phone',
] as const satisfies readonly (keyof Address)[];

/**
 * Keeps what somebody of ours made of an address, beside what channels changed: the operation log
 * says nothing of buyers, and here both values stand sealed, for those who may see them.
 */
export async function noteCorrection(
  tx: Tx,
  orderId: string,
  before: Address,
  after: Address,
  how = '修正地址',
): Promise<void> {
  const parts = PARTS.filter((part) => plainPart(before[part]) !== plainPart(after[part]));
  if (parts.length === 0) return;
  const titles = parts.map((part) => changeTitle(`shipTo.${part}`)).join('、');
  const [changeId = ''] = await insertInto(tx, orderChange, [
    { orderId, summary: `${how}（${titles}）`, before: null, after: null },
  ]);
  const sealed = (address: Address): string[] => parts.map((part) => tx.vault.seal(address[part] ?? ''));
  const by = tx.actor.username;
  await tx.run`
    insert into order_change_item (tenant_id, id, change_id, order_id, field, sealed_before, sealed_after,
      status, decided_by, decided_at, create_by, create_time)
    select ${tx.tenant}, i.id, ${changeId}::uuid, ${orderId}::uuid, i.field, i.sealed_before, i.sealed_after,
      'corrected', ${by}, ${tx.now}, ${by}, ${tx.now}
    from unnest(${parts.map(() => newId())}::uuid[], ${parts.map((part) => `shipTo.${part}`)}::text[],
      ${sealed(before)}::text[], ${sealed(after)}::text[]) as i (id, field, sealed_before, sealed_after)`;
}
