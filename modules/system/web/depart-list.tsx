import { useQuery } from '@tanstack/react-query';
import { Button, Input, Skeleton, Space, Tree } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  ask,
  askRoute,
  BlankState,
  callResource,
  HelpButton,
  keyOf,
  refreshResource,
  ResourceForm,
  say,
  tell,
  usePage,
  usePermissions,
} from '#kit/web/index.ts';
import { depart as resource } from '../model/depart.ts';
import { departStatuses, orgCategories } from '../model/dictionaries.ts';
import { peopleCalls } from '../model/routes/people.ts';
import { user } from '../model/user.ts';
import { departsIn, departsNamed, useDeparts, type Depart } from './use-departs.ts';
import './system.css';

type Edited = { depart?: Depart; parent?: Depart };

/** 部门管理: the tree on the left, the chosen department on the right. */
export function DepartList(): ReactNode {
  const { title } = usePage();
  const may = usePermissions();
  const departs = useDeparts();
  const [word, setWord] = useState('');
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [edited, setEdited] = useState<Edited | null>(null);
  const all = departsIn(departs.data ?? []);
  const chosen = all.find(({ id }) => id === chosenId) ?? all[0];
  const mayAdd = may('system:depart:add');
  if (departs.error && !departs.data)
    return (
      <BlankState
        tone="bad"
        title="部门加载失败"
        text={departs.error.message}
        actions={<Button onClick={() => void departs.refetch()}>重试</Button>}
      />
    );
  return (
    <div className="wb-list">
      <div className="wb-list-head">
        <h1>{title}</h1>
        <HelpButton />
        {mayAdd && (
          <Space>
            <Button type="primary" onClick={() => setEdited({})}>
              新增一级部门
            </Button>
            {chosen && <Button onClick={() => setEdited({ parent: chosen })}>新增下级</Button>}
          </Space>
        )}
      </div>
      {!departs.data ? (
        <Skeleton active />
      ) : (
        <div className="sy-departs">
          <section className="sy-depart-panel" aria-label="部门树">
            <Input
              allowClear
              aria-label="查找部门"
              placeholder="查找部门"
              value={word}
              onChange={({ target }) => setWord(target.value)}
              style={{ marginBottom: 8 }}
            />
            <Tree<Depart>
              key={all.length}
              defaultExpandAll
              blockNode
              treeData={departsNamed(departs.data, word.trim())}
              selectedKeys={chosen ? [chosen.id] : []}
              onSelect={(_, { node }) => setChosenId(node.id)}
            />
          </section>
          {chosen && (
            <DepartFacts
              depart={chosen}
              onEdit={may('system:depart:edit') ? () => setEdited({ depart: chosen }) : undefined}
              onDelete={
                may('system:depart:delete')
                  ? () => void remove(chosen).then((done) => done && setChosenId(null))
                  : undefined
              }
            />
          )}
        </div>
      )}
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

function DepartFacts({
  depart,
  onEdit,
  onDelete,
}: {
  depart: Depart;
  onEdit: (() => void) | undefined;
  onDelete: (() => void) | undefined;
}): ReactNode {
  const people = useQuery({
    queryKey: keyOf(user, 'of', depart.id),
    queryFn: ({ signal }) => askRoute(peopleCalls.ofDepart, { query: { id: depart.id }, signal }),
  });
  const facts: [string, unknown][] = [
    ['编码', depart.orgCode],
    ['类型', orgCategories.items[depart.orgCategory as '1']],
    ['状态', departStatuses.items[depart.status as '1']],
    ['缩写', depart['departNameAbbr']],
    ['电话', depart['mobile']],
    ['传真', depart['fax']],
    ['地址', depart['address']],
    ['备注', depart['memo']],
    [
      '成员',
      people.error
        ? people.error.message
        : people.data?.map((one) => one.realname || one.username).join('、'),
    ],
  ];
  return (
    <section className="sy-depart-panel" aria-label="部门详情">
      <h2>{depart.departName}</h2>
      <dl className="sy-depart-facts">
        {facts.map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value ? String(value) : '—'}</dd>
          </div>
        ))}
      </dl>
      <Space>
        {onEdit && <Button onClick={onEdit}>编辑</Button>}
        {onDelete && (
          <Button danger onClick={onDelete}>
            删除
          </Button>
        )}
      </Space>
    </section>
  );
}

async function remove(depart: Depart): Promise<boolean> {
  const below = departsIn(depart.children).length;
  const isAgreed = await ask({
    title: `删除部门“${depart.departName}”？`,
    content: `${below > 0 ? `其下 ${below} 个部门一并删除。` : ''}成员不会被删除，但不再属于该部门。删除后不可恢复。`,
    okText: '删除',
    danger: true,
  });
  if (!isAgreed) return false;
  try {
    const { message } = await callResource(resource, 'delete', { query: { id: depart.id } });
    say.done(message);
    return true;
  } catch (error) {
    tell(error);
    return false;
  } finally {
    void refreshResource(resource);
  }
}
