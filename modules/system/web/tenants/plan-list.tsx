import { Alert, Drawer } from 'antd';
import { useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import { fetchRoute, callRoute, ListPage, useGuardedClose, usePermission } from '#kit/web/index.ts';
import { planCalls } from '../../model/routes/tenants.ts';
import { plan } from '../../model/tenant.ts';
import { GrantEditor, type GrantOf } from '../grant-editor.tsx';

type Plan = WireRow<typeof plan>;

/** 套餐管理: packages of menus and buttons, with the bounds that go with them. */
export function PlanList(): ReactNode {
  const [open, setOpen] = useState<Plan | null>(null);
  return (
    <>
      <ListPage
        of={plan}
        rowActions={(row) => [{ key: 'menus', title: '菜单', onClick: () => setOpen(row) }]}
        columns={[
          { key: 'code', width: 140 },
          { key: 'name', width: 180 },
          ...BOUNDS.map((key) => ({ key, width: 120 })),
          { key: 'tenants', width: 90, sortable: false },
          { key: 'description', width: 240 },
        ]}
      />
      {open && <PlanMenus of={open} onClose={() => setOpen(null)} />}
    </>
  );
}

const BOUNDS = ['quotaUsers', 'quotaShops', 'quotaSkus', 'quotaOrders', 'quotaStorage'] as const;

/** What of menus and buttons a plan holds: its tenants have no more, whatever their roles say. */
function PlanMenus({ of, onClose }: { of: Plan; onClose: () => void }): ReactNode {
  const mayEdit = usePermission('system:plan:edit');
  const { setDirty, close } = useGuardedClose(onClose);
  return (
    <Drawer open title={`套餐菜单：${of.name}`} size={640} onClose={close} mask={{ closable: !mayEdit }}>
      {NOTE}
      <GrantEditor of={menusOfPlan(of)} mayGrant={mayEdit} onDirty={setDirty} onSaved={onClose} onCancel={close} />
    </Drawer>
  );
}

const idsOf = (text: string): string[] => text.split(',').filter(Boolean);

const menusOfPlan = ({ id, name }: Plan): GrantOf => ({
  name,
  key: ['plan', id],
  tree: async (signal) => (await fetchRoute(planCalls.tree, { signal })).treeList,
  held: (signal) => fetchRoute(planCalls.menus, { query: { id }, signal }),
  save: ({ permissionIds, lastpermissionIds }) =>
    callRoute(planCalls.saveMenus, {
      body: {
        id,
        permissionIds: idsOf(permissionIds),
        lastPermissionIds: idsOf(lastpermissionIds),
      },
    }),
});

const NOTE = (
  <Alert
    type="info"
    showIcon
    className="wb-form-note"
    title="使用本套餐的租户最多只有勾选的菜单与按钮；保存后立即对已登录的人生效。"
  />
);
