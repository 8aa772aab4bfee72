import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { fetchRoute, keyOf, TreeSelectField, usePermissions } from '#kit/web/index.ts';
import { role } from '../model/role.ts';
import { roleCalls } from '../model/routes/roles.ts';
import { departSource } from './use-departs.ts';
import './system.css';

/** Who may ask for roles: who gives them, or administers them. */
const CHOOSING = ['system:role:list', 'system:user:add', 'system:user:edit'];

interface FilterProps {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Narrows a list of people to a department and those below it. */
export function DepartFilter({ value, onChange, store = 'id' }: FilterProps & { store?: 'id' | 'orgCode' }): ReactNode {
  return (
    <span className="sy-people-filter">
      <TreeSelectField
        dict={departSource(store) ?? ''}
        aria-label="部门（含下级）"
        placeholder="部门（含下级）"
        popupWidth={320}
        value={value ?? null}
        onChange={(next) => onChange(next ?? undefined)}
      />
    </span>
  );
}

/** Narrows a list of people to who has a role. */
export function RoleFilter({ value, onChange }: FilterProps): ReactNode {
  const may = usePermissions();
  const mayChoose = CHOOSING.some((code) => may(code));
  const roles = useQuery({
    queryKey: keyOf(role, 'all'),
    queryFn: ({ signal }) => fetchRoute(roleCalls.all, { signal }),
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
