import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { systemActor } from '#kit/server/actor.ts';
import { mayBeRuled, resourceOfPage } from '#modules/system/model/data-rule.ts';
import { createUser } from '#modules/system/server/index.ts';
import { look } from '#tests/channels/shop.ts';
import { PASSWORD, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';

/** Somebody with all rights of the tenant's administrator, whose role may be put under data rules. */
export interface RuledPerson {
  client: Client;
  /** The first page of each resource, by resource key. */
  pages: ReadonlyMap<string, string>;
  /** Whether rules may be written for rows of a resource. */
  isRulable(resource: AnyResource): boolean;
  /** Puts the role under one rule of a page. @returns how to lift it */
  under(key: string, column: string, condition: string, value: string): Promise<() => Promise<unknown>>;
}

export async function ruledPerson(scene: TestApp, admin: Client, username: string): Promise<RuledPerson> {
  const menus = await look(
    scene,
    (tx) => tx.platform.rows<{ id: string; perms: string }>`
      select id, perms from permission where is_live and menu_type <> 2 and perms like '%:list'
      order by sort_no desc`,
  );
  const pages = new Map(menus.map(({ id, perms }) => [resourceOfPage(perms) ?? '', id]));
  const roleId = await roleLikeAdmin(admin, username);
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username,
    realname: username,
    password: PASSWORD,
    roles: [username],
    departs: ['A01'],
  });
  return {
    client: await scene.as(username),
    pages,
    isRulable: (one) => pages.has(resourceKey(one)) && mayBeRuled(one),
    async under(key, ruleColumn, ruleConditions, ruleValue) {
      const permissionId = pages.get(key) as string;
      await must(
        admin.post('/sys/permission/addPermissionRule', {
          ruleName: '可见范围',
          ruleColumn,
          ruleConditions,
          ruleValue,
          permissionId,
          status: '1',
        }),
      );
      const rules = await admin.get<{ id: string }[]>('/sys/permission/getPermRuleListByPermId', {
        permissionId,
      });
      const { id } = rules.result.at(-1) as { id: string };
      const carry = (dataRuleIds: string) =>
        must(admin.post('/sys/role/datarule', { permissionId, roleId, dataRuleIds }));
      await carry(id);
      return async () => {
        await carry('');
        await must(admin.delete('/sys/permission/deletePermissionRule', { id }));
      };
    },
  };
}

/** A role with all rights of the tenant's administrator. */
async function roleLikeAdmin(admin: Client, code: string): Promise<string> {
  const { id } = await must(admin.post<{ id: string }>('/sys/role/add', { roleName: code, roleCode: code }));
  const tree = await admin.get<{ ids: string[] }>('/sys/role/queryTreeList');
  const permissionIds = tree.result.ids.join(',');
  await must(admin.post('/sys/permission/saveRolePermission', { roleId: id, permissionIds }));
  return id;
}
