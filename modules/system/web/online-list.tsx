import type { ReactNode } from 'react';
import { listKeys } from '#kit/model/list-entry.ts';
import { callRoute, ListPage, usePermission, type Row } from '#kit/web/index.ts';
import { online } from '../model/log.ts';
import { logCalls } from '../model/routes/lists.ts';
import { act } from './act.ts';

/** 在线用户: who is signed in, from where; a session can be ended. */
export function SysUserOnlineList(): ReactNode {
  const mayEnd = usePermission('system:online:logout');
  return (
    <ListPage
      of={online}
      queryable={listKeys(online)}
      columns={[
        'username',
        'realname',
        'ip',
        { key: 'userAgent', width: 320, sortable: false },
        'createTime',
        { key: 'lastSeen', sortable: false },
      ]}
      {...(mayEnd
        ? {
            rowActions: (row: Row) => [
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
    () => callRoute(logCalls.forceLogout, { body: { token: row.id } }),
    online,
  );
