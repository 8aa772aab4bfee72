import { useQuery } from '@tanstack/react-query';
import { Button, Input, Skeleton } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import {
  confirmAction,
  fetchRoute,
  BlankState,
  callRoute,
  HelpButton,
  queryClient,
  toast,
  toastError,
  usePage,
  usePermissions,
} from '#kit/web/index.ts';
import { menuCalls, type MenuEntry } from '../../model/routes/menus.ts';
import { allEntries, dropped, matchingEntries } from './menu-nodes.ts';
import { MenuForm } from './menu-form.tsx';
import { MenuTree } from './menu-tree.tsx';
import { RuleDrawer } from './rule-drawer.tsx';
import './menus.css';

const KEY = ['system:menus'];

type Opened = { of: 'form'; entry?: MenuEntry; parent?: MenuEntry } | { of: 'rules'; entry: MenuEntry };

/** 权限管理: menus and buttons as a tree, and the data rules of pages. */
export function NewPermissionList(): ReactNode {
  const { title } = usePage();
  const may = usePermissions();
  const [word, setWord] = useState('');
  const [opened, setOpened] = useState<Opened | null>(null);
  const menus = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => fetchRoute(menuCalls.tree, { signal }),
  });
  const found = useMemo(() => matchingEntries(menus.data ?? [], word), [menus.data, word]);
  const refresh = (): void => void queryClient.invalidateQueries({ queryKey: KEY });
  const close = (): void => setOpened(null);
  if (menus.error && !menus.data)
    return (
      <BlankState
        tone="bad"
        title="菜单加载失败"
        text={menus.error.message}
        actions={<Button onClick={() => void menus.refetch()}>重试</Button>}
      />
    );
  const mayEdit = may('system:permission:edit');
  return (
    <div className="wb-list">
      <div className="wb-list-head sy-menu-head">
        <h1>{title}</h1>
        <HelpButton />
        <Input
          allowClear
          aria-label="查找菜单"
          placeholder="名称、路径或授权标识"
          value={word}
          onChange={({ target }) => setWord(target.value)}
        />
        {may('system:permission:add') && (
          <Button type="primary" onClick={() => setOpened({ of: 'form' })}>
            新增菜单
          </Button>
        )}
      </div>
      {!menus.data ? (
        <Skeleton active />
      ) : found.length === 0 ? (
        <BlankState title="没有找到菜单" text="换一个名称、路径或授权标识再试。" />
      ) : (
        <MenuTree
          entries={found}
          isSearch={word.trim() !== ''}
          may={may}
          onEdit={(entry) => setOpened({ of: 'form', entry })}
          onAddBelow={(parent) => setOpened({ of: 'form', parent })}
          onRules={(entry) => setOpened({ of: 'rules', entry })}
          onDelete={(entry) => void remove(entry).then(refresh)}
          onRestore={(entry) => void restore(entry).then(refresh)}
          {...(mayEdit && word.trim() === ''
            ? {
                onDrop: (drop) => {
                  const order = dropped(menus.data, drop);
                  if (order) void arrange(order).then(refresh);
                  else toast.warn('不能放在这里');
                },
              }
            : {})}
        />
      )}
      {opened?.of === 'form' && (
        <MenuForm
          entry={opened.entry}
          parent={opened.parent}
          entries={allEntries(menus.data ?? [])}
          isReadOnly={opened.entry !== undefined && !mayEdit}
          onSaved={refresh}
          onClose={close}
        />
      )}
      {opened?.of === 'rules' && <RuleDrawer entry={opened.entry} onChanged={refresh} onClose={close} />}
    </div>
  );
}

/** Does it, and says what became of it. */
async function doing(send: () => Promise<{ message: string }>): Promise<void> {
  try {
    toast.done((await send()).message);
  } catch (error) {
    toastError(error);
  }
}

const arrange = (body: { parentId: string; ids: string[] }): Promise<void> =>
  doing(() => callRoute(menuCalls.arrange, { body }));

async function remove({ id, name }: MenuEntry): Promise<void> {
  const isAgreed = await confirmAction({
    title: `删除“${name}”？`,
    content: '已授权给角色的也一并失效。',
    okText: '删除',
    danger: true,
  });
  if (isAgreed) await doing(() => callRoute(menuCalls.remove, { query: { id } }));
}

async function restore({ id, name }: MenuEntry): Promise<void> {
  const isAgreed = await confirmAction({
    title: `恢复“${name}”的默认设置？`,
    content: '名称、图标、排序、隐藏与上级菜单回到程序内置的样子。',
    okText: '恢复默认',
  });
  if (isAgreed) await doing(() => callRoute(menuCalls.restore, { body: { id } }));
}
