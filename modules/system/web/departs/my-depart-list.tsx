import { useQuery } from '@tanstack/react-query';
import { Button, Input, Skeleton, Tabs, Tree } from 'antd';
import { useState, type ReactNode } from 'react';
import { fetchRoute, BlankState, HelpButton, keyOf, useIsMobile, usePage, usePermissions } from '#kit/web/index.ts';
import { depart } from '../../model/depart.ts';
import { myDepartCalls } from '../../model/routes/my-departs.ts';
import { asTree, departsIn, departsNamed, type Depart } from '../use-departs.ts';
import { DepartFacts } from './depart-facts.tsx';
import { DepartMembers } from './depart-members.tsx';
import { DepartRoles } from './depart-roles.tsx';
import '../system.css';

/** 我的部门: departments that the person leads, their members and their roles. */
export function DepartUserList(): ReactNode {
  const { title } = usePage();
  const may = usePermissions();
  const isMobile = useIsMobile();
  const [word, setWord] = useState('');
  const [chosenId, setChosenId] = useState<string | null>(null);
  const led = useQuery({
    queryKey: keyOf(depart, 'mine'),
    queryFn: ({ signal }) => fetchRoute(myDepartCalls.tree, { signal }).then(asTree),
  });
  if (led.error && !led.data)
    return (
      <BlankState
        tone="bad"
        title="部门加载失败"
        text={led.error.message}
        actions={<Button onClick={() => void led.refetch()}>重试</Button>}
      />
    );
  const all = departsIn(led.data ?? []);
  const chosen = all.find(({ id }) => id === chosenId) ?? all[0];
  return (
    <div className="wb-list">
      <div className="wb-list-head">
        <h1>{title}</h1>
        <HelpButton />
      </div>
      {!led.data ? (
        <Skeleton active />
      ) : !chosen ? (
        <BlankState
          title="您还不是任何部门的负责人"
          text="由管理员在「部门管理」设置部门的负责人后，这里管理该部门及其下级的成员与部门角色。"
        />
      ) : (
        <div className="sy-departs">
          <section className="sy-depart-panel" aria-label="部门树">
            <Input
              allowClear
              aria-label="查找部门"
              placeholder="查找部门"
              value={word}
              onChange={({ target }) => setWord(target.value)}
            />
            <Tree<Depart>
              key={word.trim()}
              className="sy-depart-tree"
              aria-label="部门"
              blockNode
              height={isMobile ? 240 : 560}
              defaultExpandAll={word.trim() !== ''}
              defaultExpandedKeys={led.data.map(({ id }) => id)}
              treeData={departsNamed(led.data, word.trim())}
              titleRender={({ departName }) => <span title={departName}>{departName}</span>}
              selectedKeys={[chosen.id]}
              onSelect={(_, { node }) => setChosenId(node.id)}
            />
          </section>
          <section className="sy-depart-panel" aria-label={chosen.departName}>
            <Tabs
              items={[
                { key: 'members', label: '用户', children: <DepartMembers depart={chosen} /> },
                ...(may('system:departRole:list')
                  ? [
                      {
                        key: 'roles',
                        label: '部门角色',
                        children: <DepartRoles depart={chosen} />,
                      },
                    ]
                  : []),
                { key: 'facts', label: '部门信息', children: <DepartFacts depart={chosen} /> },
              ]}
            />
          </section>
        </div>
      )}
    </div>
  );
}
