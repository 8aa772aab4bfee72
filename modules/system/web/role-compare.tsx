import { useQuery } from '@tanstack/react-query';
import { Alert, Drawer, Select, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { fetchRoute, keyOf } from '#kit/web/index.ts';
import { role } from '../model/role.ts';
import { roleCalls } from '../model/routes/roles.ts';
import { GrantNames } from './grant-diff.tsx';
import { grantChange } from './grant-tree.ts';
import './system.css';

const grantsOf = (roleId: string, signal: AbortSignal): Promise<string[]> =>
  fetchRoute(roleCalls.grants, { query: { roleId }, signal });

/** What one role may and another may not, both ways. */
export function RoleCompare({
  roleId,
  roleName,
  onClose,
}: {
  roleId: string;
  roleName: string;
  onClose: () => void;
}): ReactNode {
  const [otherId, setOther] = useState<string>();
  const roles = useQuery({
    queryKey: keyOf(role, 'all'),
    queryFn: ({ signal }) => fetchRoute(roleCalls.all, { signal }),
  });
  const compared = useQuery({
    queryKey: keyOf(role, 'compare', roleId, otherId ?? ''),
    queryFn: async ({ signal }) => {
      const [{ treeList }, own, other] = await Promise.all([
        fetchRoute(roleCalls.grantTree, { signal }),
        grantsOf(roleId, signal),
        grantsOf(otherId ?? '', signal),
      ]);
      return { treeList, ...grantChange(own, other) };
    },
    enabled: otherId !== undefined,
    gcTime: 0,
  });
  const others = (roles.data ?? []).filter(({ id }) => id !== roleId);
  const otherName = String(others.find(({ id }) => id === otherId)?.['roleName'] ?? '');
  const error = roles.error ?? compared.error;
  return (
    <Drawer open title={`对比角色：${roleName}`} size={760} onClose={onClose}>
      <Select<string>
        showSearch={{ optionFilterProp: 'label' }}
        className="sy-compare-with"
        aria-label="与哪个角色对比"
        placeholder="选择要对比的角色"
        options={others.map((one) => ({
          value: String(one['id']),
          label: String(one['roleName']),
        }))}
        value={otherId ?? null}
        onChange={setOther}
      />
      {error && <Alert type="error" showIcon title={error.message} />}
      {otherId && compared.isPending && <Skeleton active />}
      {compared.data && (
        <div className="sy-compare">
          <GrantNames title={`只有“${roleName}”有`} nodes={compared.data.treeList} keys={compared.data.taken} />
          <GrantNames title={`只有“${otherName}”有`} nodes={compared.data.treeList} keys={compared.data.given} />
        </div>
      )}
    </Drawer>
  );
}
