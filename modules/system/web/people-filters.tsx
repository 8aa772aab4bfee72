import { useQuery } from '@tanstack/react-query';
import { Select, TreeSelect } from 'antd';
import type { ReactNode } from 'react';
import { askRoute, keyOf, usePermissions } from '#kit/web/index.ts';
import { role } from '../model/role.ts';
import { roleCalls } from '../model/routes/roles.ts';
import { useDeparts } from './use-departs.ts';
import './system.css';

/** Who may ask for roles: who gives them, or administers them. */
const CHOOSING = ['system:role:list', 'system:user:add', 'system:user:edit'];

interface FilterProps {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Narrows a list of people to a department and those below it. */
export function DepartFilter({
  value,
  onChange,
  store = 'id',
}: FilterProps & { store?: 'id' | 'orgCode' }): ReactNode {
  const departs = useDeparts();
  return (
    <TreeSelect<string | null>
      allowClear
      showSearch={{ treeNodeFilterProp: 'departName' }}
      className="sy-people-filter"
      aria-label="部门（含下级）"
      placeholder="部门（含下级）"
      treeData={departs.data ?? []}
      loading={departs.isPending}
      fieldNames={{ label: 'departName', value: store, children: 'children' }}
      treeDefaultExpandedKeys={(departs.data ?? []).map((one) => String(one[store]))}
      popupMatchSelectWidth={320}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}

/** Narrows a list of people to who has a role. */
export function RoleFilter({ value, onChange }: FilterProps): ReactNode {
  const may = usePermissions();
  const mayChoose = CHOOSING.some((code) => may(code));
  const roles = useQuery({
    queryKey: keyOf(role, 'all'),
    queryFn: ({ signal }) => askRoute(roleCalls.all, { signal }),
    enabled: mayChoose,
  });
  if (!mayChoose) return null;
  return (
    <Select<string | null>
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      className="sy-people-filter"
      aria-label="角色"
      placeholder="角色"
      loading={roles.isPending}
      options={(roles.data ?? []).map((one) => ({
        value: String(one['id']),
        label: String(one['roleName']),
      }))}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}
