import { Button } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { Avatar } from '#console/index.ts';
import { ListPage, useIsMobile, usePermissions } from '#kit/web/index.ts';
import { address, SEEING_CONTACTS } from '../model/address.ts';
import { DepartTree } from './departs/depart-tree.tsx';
import { DepartFilter } from './people-filters.tsx';
import './system.css';

interface Chosen {
  id: string;
  orgCode: string;
}

/** 通讯录: colleagues by department; how to reach them for who may see it. */
export function AddressList(): ReactNode {
  const may = usePermissions();
  const isMobile = useIsMobile();
  const [chosen, setChosen] = useState<Chosen>();
  const orgCode = chosen?.orgCode;
  const fixed = useMemo(() => ({ orgCode }), [orgCode]);
  const maySee = SEEING_CONTACTS.some((code) => may(code));
  const chooseCode = (code: string | undefined): void =>
    setChosen(code === undefined ? undefined : { id: '', orgCode: code });
  const list = (
    <ListPage
      of={address}
      fixed={fixed}
      filters={maySee ? ['realname', 'workNo', 'phone'] : ['realname']}
      head={isMobile ? <DepartFilter store="orgCode" value={orgCode} onChange={chooseCode} /> : null}
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
      <DepartAside value={chosen} onChange={setChosen} />
      {list}
    </div>
  );
}

function DepartAside({
  value,
  onChange,
}: {
  value: Chosen | undefined;
  onChange: (chosen: Chosen | undefined) => void;
}): ReactNode {
  return (
    <section className="sy-address-tree" aria-label="部门">
      <Button
        type="text"
        block
        className="sy-all-departs"
        aria-pressed={value === undefined}
        onClick={() => onChange(undefined)}
      >
        全部部门
      </Button>
      <DepartTree
        chosen={value ?? null}
        onChoose={({ id, orgCode }) => onChange(value?.id === id ? undefined : { id, orgCode })}
      />
    </section>
  );
}
