import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  call,
  refreshResource,
  useList,
  usePermissions,
  type Row,
  type RowAction,
} from '#kit/web/index.ts';
import { positionFields } from '../model/user.ts';
import { act } from './act.ts';
import { RecordDrawer } from './record-drawer.tsx';
import { SystemList } from './system-list.tsx';
import { positionView } from './views.ts';

/** 职务管理 */
export function SysPositionList(): ReactNode {
  const may = usePermissions();
  const list = useList(positionView, { keep: 'page' });
  const [edited, setEdited] = useState<Row | 'new' | null>(null);
  const actions = (row: Row): RowAction[] => [
    ...(may('system:position:edit')
      ? [{ key: 'edit', title: '编辑', onClick: () => setEdited(row) }]
      : []),
    ...(may('system:position:delete')
      ? [{ key: 'delete', title: '删除', danger: true, onClick: () => void remove(row) }]
      : []),
  ];
  const before = edited === 'new' ? undefined : (edited ?? undefined);
  return (
    <>
      <SystemList
        list={list}
        actions={actions}
        toolbar={
          may('system:position:add') && (
            <Button type="primary" onClick={() => setEdited('new')}>
              新增
            </Button>
          )
        }
        emptyText="点击“新增”录入第一个职务。"
      />
      {edited && (
        <RecordDrawer
          title={before ? `编辑职务：${String(before['name'])}` : '新增职务'}
          table="sys_position"
          fields={positionFields}
          layout={[['code', 'name'], ['postRank']]}
          initial={before}
          send={(values) =>
            call(before ? 'PUT' : 'POST', `/sys/position/${before ? 'edit' : 'add'}`, {
              body: { ...(before ? { id: before.id } : {}), ...values },
            })
          }
          onSaved={() => void refreshResource(positionView)}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}

const remove = (row: Row): Promise<boolean> =>
  act(
    {
      title: `删除职务“${String(row['name'])}”？`,
      content: '删除后不可恢复。',
      okText: '删除',
      danger: true,
    },
    ['DELETE', '/sys/position/delete', { query: { id: row.id } }],
    positionView,
  );
