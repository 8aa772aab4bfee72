import { inTransaction, type TransactionHandler } from '#kit/server/outbox.ts';
import { insertInto } from '#kit/server/stored-rows.ts';
import { tenantSeeded } from '#modules/system/model/events.ts';
import { FIRST_REASONS, returnReason } from '../model/return-reason.ts';

export const aftersalesInTransaction: TransactionHandler[] = [
  inTransaction(tenantSeeded, 'aftersales gives a tenant its first reasons', async (tx) => {
    const known = await tx.maybe`select 1 from return_reason where tenant_id = ${tx.tenant} limit 1`;
    if (known) return;
    await insertInto(
      tx,
      returnReason,
      FIRST_REASONS.map((reason, index) => ({
        ...reason,
        sortNo: (index + 1) * 10,
        status: 'enabled' as const,
      })),
    );
  }),
];
