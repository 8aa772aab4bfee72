import { Button, Dropdown, Space, Tabs } from 'antd';
import { useState, type ReactNode } from 'react';
import { routePath } from '#kit/model/resource-routes.ts';
import {
  confirmAction,
  callResource,
  download,
  HelpButton,
  ImportDialog,
  refreshResource,
  ResourceForm,
  toast,
  toastError,
  useIsMobile,
  usePage,
  usePermissions,
} from '#kit/web/index.ts';
import { depart as resource } from '../model/depart.ts';
import { DepartFacts } from './departs/depart-facts.tsx';
import { grantsOfDepart } from './departs/depart-grants.ts';
import { DepartMoveDialog } from './departs/depart-move.tsx';
import { DepartRoles } from './departs/depart-roles.tsx';
import { DepartTree, useChosenDepart } from './departs/depart-tree.tsx';
import { Directors } from './departs/directors.tsx';
import { GrantEditor } from './grant-editor.tsx';
import type { Depart } from './use-departs.ts';
import './system.css';

const EXPORT = routePath(resource, 'exportXls');

type Edited = { depart?: Depart; parent?: Depart };

/** 部门管理: the tree on the left, the chosen department on the right. */
export function DepartList(): ReactNode {
  const { title } = usePage();
  const may = usePermissions();
  const [picked, setPicked] = useState<Depart | null>(null);
  const [edited, setEdited] = useState<Edited | null>(null);
  const [isImporting, setImporting] = useState(false);
  const chosen = useChosenDepart(picked);
  return (
    <div className="wb-list">
      <div className="wb-list-head">
        <h1>{title}</h1>
        <HelpButton />
        <Space wrap>
          {may('system:depart:add') && (
            <>
              <Button type="primary" onClick={() => setEdited({})}>
                新增一级部门
              </Button>
              {chosen && <Button onClick={() => setEdited({ parent: chosen })}>新增下级</Button>}
            </>
          )}
          <SheetActs onImport={() => setImporting(true)} />
        </Space>
      </div>
      <div className="sy-departs">
        <section className="sy-depart-panel" aria-label="部门树">
          <DepartTree chosen={chosen} onChoose={setPicked} />
        </section>
        {chosen && (
          <section className="sy-depart-panel" aria-label={chosen.departName}>
            <DepartTabs
              key={chosen.id}
              depart={chosen}
              onEdit={() => setEdited({ depart: chosen })}
              onGone={() => setPicked(null)}
            />
          </section>
        )}
      </div>
      {isImporting && <ImportDialog of={resource} onClose={() => setImporting(false)} />}
      {edited && (
        <ResourceForm
          of={resource}
          id={edited.depart?.id}
          addTitle={edited.parent ? `新增“${edited.parent.departName}”的下级` : '新增一级部门'}
          initial={{
            category: edited.parent ? '2' : '1',
            sortNo: 0,
            parentId: edited.parent?.id,
          }}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  );
}

/** 导入 and 导出; on a phone behind ⋯. */
function SheetActs({ onImport }: { onImport: () => void }): ReactNode {
  const may = usePermissions();
  const isMobile = useIsMobile();
  const exportAll = (): void => void download(EXPORT, {}, '部门.xls').catch(toastError);
  const acts = [
    { key: 'import', label: '导入', onClick: onImport },
    { key: 'export', label: '导出', onClick: exportAll },
  ].filter(({ key }) => may(`system:depart:${key}`));
  if (acts.length === 0) return null;
  if (!isMobile)
    return acts.map(({ key, label, onClick }) => (
      <Button key={key} onClick={onClick}>
        {label}
      </Button>
    ));
  return (
    <Dropdown trigger={['click']} menu={{ items: acts }}>
      <Button aria-label="更多操作">⋯</Button>
    </Dropdown>
  );
}

function DepartTabs({ depart, onEdit, onGone }: { depart: Depart; onEdit: () => void; onGone: () => void }): ReactNode {
  const may = usePermissions();
  const facts = (
    <DepartFacts depart={depart}>
      <DepartActs depart={depart} onEdit={onEdit} onGone={onGone} />
    </DepartFacts>
  );
  return (
    <Tabs
      items={[
        { key: 'facts', label: '基本信息', children: facts },
        ...(may('system:role:list')
          ? [
              {
                key: 'frame',
                label: '部门权限',
                children: (
                  <>
                    <p className="sy-grant-note">部门角色最多能授予这里选中的权限；这里选中本身不授予任何人权限。</p>
                    <GrantEditor
                      of={grantsOfDepart(depart.id, depart.departName)}
                      mayGrant={may('system:depart:grant') && may('system:depart:edit')}
                    />
                  </>
                ),
              },
            ]
          : []),
        ...(may('system:departRole:list')
          ? [{ key: 'roles', label: '部门角色', children: <DepartRoles depart={depart} /> }]
          : []),
      ]}
    />
  );
}

function DepartActs({ depart, onEdit, onGone }: { depart: Depart; onEdit: () => void; onGone: () => void }): ReactNode {
  const may = usePermissions();
  const [open, setOpen] = useState<'directors' | 'move' | 'merge' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <Space wrap>
      {may('system:depart:edit') && (
        <>
          <Button onClick={onEdit}>编辑</Button>
          <Button onClick={() => setOpen('directors')}>设置负责人</Button>
          <Button onClick={() => setOpen('move')}>移动</Button>
        </>
      )}
      {may('system:depart:edit') && may('system:depart:delete') && (
        <Button onClick={() => setOpen('merge')}>合并</Button>
      )}
      {may('system:depart:delete') && (
        <Button danger onClick={() => void remove(depart).then((isDone) => isDone && onGone())}>
          删除
        </Button>
      )}
      {open === 'directors' && <Directors depart={depart} onClose={close} />}
      {(open === 'move' || open === 'merge') && (
        <DepartMoveDialog kind={open} depart={depart} onClose={close} onDone={onGone} />
      )}
    </Space>
  );
}

async function remove(depart: Depart): Promise<boolean> {
  const isAgreed = await confirmAction({
    title: `删除部门“${depart.departName}”？`,
    content: `${depart['isLeaf'] ? '' : '其下的部门一并删除。'}成员不会被删除，但不再属于该部门，部门角色随部门删除。删除后不可恢复。`,
    okText: '删除',
    danger: true,
  });
  if (!isAgreed) return false;
  try {
    const { message } = await callResource(resource, 'delete', { query: { id: depart.id } });
    toast.done(message);
    return true;
  } catch (error) {
    toastError(error);
    return false;
  } finally {
    void refreshResource(resource);
  }
}
