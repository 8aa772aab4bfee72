import { Button, Input, Tree } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { Avatar } from '#console/index.ts';
import { ListPage, useIsMobile, usePermissions } from '#kit/web/index.ts';
import { address, SEEING_CONTACTS } from '../model/address.ts';
import { DepartFilter } from './people-filters.tsx';
import { departsNamed, useDeparts, type Depart } from './use-departs.ts';
import './system.css';

/** 通讯录: colleagues by department; how to reach them for who may see it. */
export function AddressList(): ReactNode {
  const may = usePermissions();
  const isMobile = useIsMobile();
  const [orgCode, setOrgCode] = useState<string>();
  const fixed = useMemo(() => ({ orgCode }), [orgCode]);
  const maySee = SEEING_CONTACTS.some((code) => may(code));
  const list = (
    <ListPage
      of={address}
      fixed={fixed}
      filters={maySee ? ['realname', 'workNo', 'phone'] : ['realname']}
      head={
        isMobile ? <DepartFilter store="orgCode" value={orgCode} onChange={setOrgCode} /> : null
      }
      columns={[
        {
          key: 'realname',
          width: 150,
          render: (row) => (
            <span className="sy-address-name">
              <Avatar user={{ ...row, username: row.realname ?? '' }} size={28} />
              {row.realname}
            </span>
          ),
        },
        { key: 'departName', width: 180, sortable: false },
        { key: 'postNames', width: 130, sortable: false },
        ...(maySee
          ? [
              { key: 'phone' as const, width: 130 },
              { key: 'telephone' as const, width: 120 },
              { key: 'email' as const, width: 200 },
              { key: 'workNo' as const, width: 100 },
            ]
          : []),
      ]}
      emptyText="这里列出在职的同事。"
    />
  );
  if (isMobile) return list;
  return (
    <div className="sy-addresses">
      <DepartAside value={orgCode} onChange={setOrgCode} />
      {list}
    </div>
  );
}

function DepartAside({
  value,
  onChange,
}: {
  value: string | undefined;
  onChange: (orgCode: string | undefined) => void;
}): ReactNode {
  const departs = useDeparts();
  const [word, setWord] = useState('');
  return (
    <section className="sy-address-tree" aria-label="部门">
      <Input
        allowClear
        aria-label="查找部门"
        placeholder="查找部门"
        value={word}
        onChange={({ target }) => setWord(target.value)}
      />
      <Button
        type="text"
        block
        className="sy-all-departs"
        aria-pressed={value === undefined}
        onClick={() => onChange(undefined)}
      >
        全部部门
      </Button>
      {departs.error && <Button onClick={() => void departs.refetch()}>加载失败，重试</Button>}
      {departs.data && (
        <Tree<Depart>
          key={word}
          blockNode
          height={560}
          aria-label="部门"
          defaultExpandAll={word !== ''}
          defaultExpandedKeys={departs.data.map(({ id }) => id)}
          treeData={departsNamed(departs.data, word.trim())}
          titleRender={({ departName }) => <span title={departName}>{departName}</span>}
          selectedKeys={departs.data ? selectedIn(departs.data, value) : []}
          onSelect={(_, { node, selected }) => onChange(selected ? node.orgCode : undefined)}
        />
      )}
    </section>
  );
}

function selectedIn(nodes: readonly Depart[], orgCode: string | undefined): string[] {
  return nodes.flatMap((node) =>
    node.orgCode === orgCode ? [node.id] : selectedIn(node.children, orgCode),
  );
}
