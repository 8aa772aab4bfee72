import { MoreOutlined } from '@ant-design/icons';
import { Button, Dropdown, Tag, Tree } from 'antd';
import { useMemo, useState, type Key, type ReactNode } from 'react';
import { useIsMobile } from '#kit/web/index.ts';
import { menuIcon } from '#console/shell/menu-icons.tsx';
import type { MenuEntry } from '../../model/routes/menus.ts';
import { allEntries, kindOf } from './menu-nodes.ts';

interface Acts {
  may: (code: string) => boolean;
  onEdit: (entry: MenuEntry) => void;
  onAddBelow: (entry: MenuEntry) => void;
  onRules: (entry: MenuEntry) => void;
  onDelete: (entry: MenuEntry) => void;
  onRestore: (entry: MenuEntry) => void;
}

interface MenuTreeProps extends Acts {
  entries: readonly MenuEntry[];
  /** All that was found is open. */
  isSearch: boolean;
  /** Absent: the order stays. */
  onDrop?: (drop: { dragged: MenuEntry; onto: MenuEntry; place: 'into' | 'before' | 'behind' }) => void;
}

/** Room that head, tabs and padding take of a window. */
const AROUND = 190;

/** Menus, each in a row with what it is and what can be done; only rows in sight are drawn. */
export function MenuTree({ entries, isSearch, onDrop, ...acts }: MenuTreeProps): ReactNode {
  const isMobile = useIsMobile();
  const [open, setOpen] = useState<readonly Key[]>([]);
  const keys = useMemo(() => (isSearch ? allEntries(entries).map(({ id }) => id) : open), [entries, isSearch, open]);
  return (
    <Tree<MenuEntry>
      blockNode
      className="sy-menu-tree"
      height={Math.max(360, window.innerHeight - AROUND)}
      itemHeight={40}
      selectable={false}
      treeData={entries as MenuEntry[]}
      fieldNames={{ key: 'id', title: 'name', children: 'children' }}
      expandedKeys={[...keys]}
      onExpand={(next) => !isSearch && setOpen(next)}
      draggable={onDrop && !isMobile ? { icon: false } : false}
      onDrop={({ dragNode, node, dropPosition, dropToGap }) => {
        const at = Number(node.pos.split('-').at(-1));
        const place = !dropToGap ? 'into' : dropPosition < at ? 'before' : 'behind';
        onDrop?.({ dragged: dragNode, onto: node, place });
      }}
      titleRender={(entry) => <MenuLine entry={entry} isMobile={isMobile} {...acts} />}
    />
  );
}

function MenuLine({ entry, isMobile, ...acts }: Acts & { entry: MenuEntry; isMobile: boolean }): ReactNode {
  const kind = kindOf(entry);
  const where = entry.menuType === 2 ? entry.perms : entry.url;
  return (
    <span className="sy-menu-line">
      <span className="sy-menu-name" title={entry.name}>
        {entry.menuType !== 2 && entry.icon && menuIcon(entry.icon)} {entry.name}
      </span>
      <Tag>{kind}</Tag>
      {!isMobile && (
        <span className="sy-menu-where" title={where ?? ''}>
          {where}
        </span>
      )}
      <span className="sy-menu-marks">
        {entry.hidden && <Tag>隐藏</Tag>}
        {entry.status === '0' && <Tag color="warning">停用</Tag>}
        {entry.changed.length > 0 && <Tag color="processing">已调整</Tag>}
        {entry.ruleFlag === 1 && <Tag color="processing">数据规则</Tag>}
        {!entry.isDeclared && <Tag color="success">自建</Tag>}
      </span>
      <LineActs entry={entry} {...acts} />
    </span>
  );
}

function LineActs({ entry, ...acts }: Acts & { entry: MenuEntry }): ReactNode {
  const mayEdit = acts.may('system:permission:edit');
  const items = [
    ...(entry.mayHaveRules ? [{ key: 'rules', label: '数据规则' }] : []),
    ...(acts.may('system:permission:add') && entry.menuType !== 2 ? [{ key: 'below', label: '新增下级' }] : []),
    ...(mayEdit && entry.isDeclared && entry.changed.length > 0 ? [{ key: 'restore', label: '恢复默认' }] : []),
    ...(acts.may('system:permission:delete') && !entry.isDeclared
      ? [{ key: 'delete', label: '删除', danger: true }]
      : []),
  ];
  const choose: Record<string, () => void> = {
    rules: () => acts.onRules(entry),
    below: () => acts.onAddBelow(entry),
    restore: () => acts.onRestore(entry),
    delete: () => acts.onDelete(entry),
  };
  return (
    <span className="sy-menu-acts">
      <Button
        size="small"
        type="link"
        aria-label={`${mayEdit ? '编辑' : '查看'} ${entry.name}`}
        onClick={() => acts.onEdit(entry)}
      >
        {mayEdit ? '编辑' : '查看'}
      </Button>
      {items.length > 0 && (
        <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => choose[key]?.() }}>
          <Button size="small" type="text" icon={<MoreOutlined />} aria-label={`${entry.name} 的更多操作`} />
        </Dropdown>
      )}
    </span>
  );
}
