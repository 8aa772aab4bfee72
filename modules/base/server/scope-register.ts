import type { ScopeRegister } from '#modules/system/server/index.ts';

/** Shops and warehouses for the row scope of people. */
export const scopeRegister: ScopeRegister = async (tx, field, ids) => {
  const rows =
    field === 'shops'
      ? await tx.rows<{ id: string }>`
          select id from channel_account
          where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[])`
      : await tx.rows<{ id: string }>`
          select id from warehouse
          where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[])`;
  return new Set(rows.map(({ id }) => id));
};
