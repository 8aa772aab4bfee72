import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Drawer, Input, Skeleton, Space, Tree } from 'antd';
import { useMemo, useState, type Key, type ReactNode } from 'react';
import {
  ask,
  askRoute,
  callRoute,
  say,
  tell,
  useGuardedClose,
  usePermission,
} from '#kit/web/index.ts';
import { roleCalls, type GrantNode } from '../model/routes/roles.ts';
import { grantChange, keysOf, matching, shownChecks } from './grant-tree.ts';
import './system.css';

/**
 * What a role may: menus and their buttons as a tree. Saved is the difference to what was read, so
 * that rights this user cannot see stay as they are.
 */
export function GrantDrawer({
  roleId,
  roleName,
  isFixed,
  onClose,
}: {
  roleId: string;
  roleName: string;
  /** The administrator's role stays whole. */
  isFixed: boolean;
  onClose: () => void;
}): ReactNode {
  const mayGrant = usePermission('system:role:grant') && !isFixed;
  const { setDirty, close } = useGuardedClose(onClose);
  const tree = useQuery({
    queryKey: ['system:grantTree'],
    queryFn: ({ signal }) => askRoute(roleCalls.grantTree, { signal }),
  });
  const held = useQuery({
    queryKey: ['system:grants', roleId],
    queryFn: ({ signal }) => askRoute(roleCalls.grants, { query: { roleId }, signal }),
    gcTime: 0,
    staleTime: Infinity,
  });
  const error = tree.error ?? held.error;
  return (
    <Drawer
      open
      title={`${mayGrant ? '角色授权' : '角色权限'}：${roleName}`}
      size={640}
      onClose={close}
      mask={{ closable: !mayGrant }}
    >
      {error ? (
        <Alert
          type="error"
          showIcon
          title={error.message}
          action={
            <Button
              onClick={() => {
                void tree.refetch();
                void held.refetch();
              }}
            >
              重试
            </Button>
          }
        />
      ) : tree.data && held.data ? (
        <Grants
          roleId={roleId}
          nodes={tree.data.treeList}
          held={held.data}
          mayGrant={mayGrant}
          isFixed={isFixed}
          onDirty={setDirty}
          onSaved={onClose}
          onCancel={close}
        />
      ) : (
        <Skeleton active />
      )}
    </Drawer>
  );
}

function Grants({
  roleId,
  nodes,
  held,
  mayGrant,
  isFixed,
  onDirty,
  onSaved,
  onCancel,
}: {
  roleId: string;
  nodes: readonly GrantNode[];
  held: readonly string[];
  mayGrant: boolean;
  isFixed: boolean;
  onDirty: (isDirty: boolean) => void;
  onSaved: () => void;
  onCancel: () => void;
}): ReactNode {
  const [checked, setChecked] = useState<readonly string[]>(held);
  const [word, setWord] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [open, setOpen] = useState<readonly Key[]>(() => nodes.map(({ key }) => key));
  const found = useMemo(() => matching(nodes, word.trim()), [nodes, word]);
  const change = grantChange(held, checked);
  const isChanged = change.given.length + change.taken.length > 0;
  const save = async (): Promise<void> => {
    const isAgreed =
      change.taken.length === 0 ||
      (await ask({
        title: `收回 ${change.taken.length} 项权限？`,
        content: '拥有该角色的用户立即失去这些权限。',
        okText: '保存',
        danger: true,
      }));
    if (!isAgreed) return;
    setBusy(true);
    try {
      await callRoute(roleCalls.saveGrants, {
        body: {
          roleId,
          permissionIds: checked.join(','),
          lastpermissionIds: held.join(','),
        },
      });
      say.done('保存成功');
      onSaved();
    } catch (error) {
      tell(error);
      setBusy(false);
    }
  };
  return (
    <>
      {isFixed && (
        <Alert type="info" showIcon className="wb-form-note" title="租户管理员的权限不能修改" />
      )}
      <Space wrap className="sy-grant-tools">
        <Input
          allowClear
          aria-label="查找权限"
          placeholder="查找权限"
          value={word}
          onChange={({ target }) => setWord(target.value)}
        />
        <Button size="small" onClick={() => setOpen(keysOf(nodes))}>
          全部展开
        </Button>
        <Button size="small" onClick={() => setOpen([])}>
          全部收起
        </Button>
      </Space>
      <Tree
        checkable
        checkStrictly
        selectable={false}
        disabled={!mayGrant}
        treeData={found as never}
        {...(word.trim() === ''
          ? { expandedKeys: [...open], onExpand: (keys) => setOpen(keys) }
          : { expandedKeys: keysOf(found) })}
        checkedKeys={shownChecks(nodes, checked)}
        onCheck={(_, { checked: isOn, node }) => {
          // A group stands for all below it; a button needs the page it stands on.
          const clicked = node as unknown as GrantNode;
          const below = keysOf([clicked]);
          const above = isOn ? parentsOf(nodes, clicked.key) : [];
          const rest = checked.filter((key) => !below.includes(key) && !above.includes(key));
          const next = isOn ? [...rest, ...below, ...above] : rest;
          const { given, taken } = grantChange(held, next);
          setChecked(next);
          onDirty(given.length + taken.length > 0);
        }}
      />
      {mayGrant && (
        <Space className="wb-form-actions">
          <Button type="primary" disabled={!isChanged} loading={isBusy} onClick={() => void save()}>
            保存
          </Button>
          <Button onClick={onCancel}>取消</Button>
          <span role="status">
            {isChanged
              ? `新授予 ${change.given.length} 项，收回 ${change.taken.length} 项`
              : '没有修改'}
          </span>
        </Space>
      )}
    </>
  );
}

/** Keys on the way to a node, without it. */
function parentsOf(nodes: readonly GrantNode[], key: string): string[] {
  for (const node of nodes) {
    if (node.key === key) return [];
    const children = node.children ?? [];
    if (keysOf(children).includes(key)) return [node.key, ...parentsOf(children, key)];
  }
  return [];
}
