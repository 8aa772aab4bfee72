import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  BlankState,
  callRoute,
  ListPage,
  refreshResource,
  usePermissions,
  type ColumnSpec,
  type Row,
  type RowAction,
} from '#kit/web/index.ts';
import { invitationCalls } from '../model/routes/registration.ts';
import { invitation } from '../model/registration.ts';
import { act } from './act.ts';
import { InvitationCode } from './invitation-code.tsx';
import { InvitationForm } from './invitation-form.tsx';

const COLUMNS: readonly ColumnSpec<WireRow<typeof invitation>>[] = [
  { key: 'codeHint', width: 120, render: (row) => `…${row.codeHint}` },
  'roleName',
  'departName',
  { key: 'state', width: 100 },
  {
    key: 'uses',
    title: '已用/可用',
    width: 110,
    render: (row) => `${row.uses} / ${row.maxUses}`,
  },
  'expiresAt',
  'remark',
  'createBy',
  'createTime',
];

/** 邀请成员: codes by which people join this tenant when they register. */
export function SysInvitationList(): ReactNode {
  const may = usePermissions();
  const [isAdding, setAdding] = useState(false);
  const [code, setCode] = useState<string | null>(null);
  const actions = (row: Row): RowAction[] =>
    may('system:invitation:delete')
      ? [{ key: 'delete', title: '撤回', danger: true, onClick: () => void withdraw(row) }]
      : [];
  return (
    <>
      <ListPage
        of={invitation}
        columns={COLUMNS}
        rowActions={actions}
        primary={
          may('system:invitation:add') && (
            <Button type="primary" onClick={() => setAdding(true)}>
              新增
            </Button>
          )
        }
        empty={<BlankState title="还没有邀请" text="点击“新增”生成邀请码，同事凭码注册后加入本团队。" />}
      />
      {isAdding && (
        <InvitationForm
          onMade={(made) => {
            setCode(made);
            void refreshResource(invitation);
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {code && <InvitationCode code={code} onClose={() => setCode(null)} />}
    </>
  );
}

const withdraw = (row: Row): Promise<boolean> =>
  act(
    {
      title: `撤回尾号 ${row.codeHint} 的邀请？`,
      content: '邀请码立即失效；已凭此码注册的成员不受影响。',
      okText: '撤回',
      danger: true,
    },
    () => callRoute(invitationCalls.delete, { query: { id: row.id } }),
    invitation,
  );
