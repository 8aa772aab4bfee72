import type { Tx } from '#kit/server/database.ts';
import { isPlanned } from './granted-rights.ts';

/**
 * Active people of the tenant who hold a right over a shop, by the same rules as `rightsOf`: their
 * roles, the roles of their departments, and the shops they work in.
 * @param shopId null: whatever shops they work in
 */
export async function rightHolders(tx: Tx, code: string, shopId: string | null): Promise<string[]> {
  const rows = await tx.rows<{ userId: string }>`
    select m.user_id from membership m
    join app_user u on u.id = m.user_id and u.status = 'active'
    left join user_scope s on s.tenant_id = m.tenant_id and s.user_id = m.user_id
    where m.tenant_id = ${tx.tenant} and m.status = 'active'
      and (${shopId}::uuid is null or s.shops is null or ${shopId}::uuid = any (s.shops))
      and m.user_id in (
        select ur.user_id from user_role ur
        join role_permission rp on rp.tenant_id = ur.tenant_id and rp.role_id = ur.role_id
        join permission p on p.id = rp.permission_id
        where ur.tenant_id = ${tx.tenant} and p.is_live and ${isPlanned(tx.tenant)}
          and ${code} = any (string_to_array(replace(p.perms, ' ', ''), ','))
        union
        select du.user_id from depart_role_user du
        join depart_role d on d.tenant_id = du.tenant_id and d.id = du.depart_role_id
        join user_depart ud on ud.tenant_id = d.tenant_id and ud.depart_id = d.depart_id
          and ud.user_id = du.user_id
        join depart_role_permission dp on dp.tenant_id = d.tenant_id and dp.depart_role_id = d.id
        join permission p on p.id = dp.permission_id
        where du.tenant_id = ${tx.tenant} and p.is_live and ${isPlanned(tx.tenant)}
          and ${code} = any (string_to_array(replace(p.perms, ' ', ''), ',')))
    order by m.user_id`;
  return rows.map((row) => row.userId);
}
