import type { ReactNode } from 'react';
import { useList, usePermission, type Row } from '#kit/web/index.ts';
import { act } from './act.ts';
import { SystemList } from './system-list.tsx';
import { onlineView } from './views.ts';

/** 在线用户: who is signed in, from where; a session can be ended. */
export function SysUserOnlineList(): ReactNode {
  const mayEnd = usePermission('system:online:logout');
  const list = useList(onlineView, { keep: 'page' });
  return (
    <SystemList
      list={list}
      columns={[
        'username',
        'realname',
        'ip',
        { key: 'userAgent', width: 320, sortable: false },
        { key: 'createTime', title: '登录时间' },
        { key: 'lastSeen', sortable: false },
      ]}
      {...(mayEnd
        ? {
            actions: (row: Row) => [
              { key: 'logout', title: '强制下线', danger: true, onClick: () => void end(row) },
            ],
          }
        : {})}
    />
  );
}

const end = (row: Row): Promise<boolean> =>
  act(
    {
      title: `让 ${String(row['realname'] ?? row['username'])} 下线？`,
      content: '该登录立即失效，对方未保存的内容会丢失。',
      okText: '强制下线',
      danger: true,
    },
    ['POST', '/sys/online/forceLogout', { body: { token: row.id } }],
    onlineView,
  );
