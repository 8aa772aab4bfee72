import { useState, type ReactNode } from 'react';
import type { GalleryPart } from '#kit/web/index.ts';
import { DepartSelect, type DepartSelectProps } from './depart-select.tsx';
import { HeldValue } from './held-value.tsx';
import { MultiUserSelect, PositionSelect, RoleSelect, UserByDepartSelect } from './people-selects.tsx';

function Depart(props: DepartSelectProps & { initial?: string }): ReactNode {
  const [back, setBack] = useState('');
  return (
    <HeldValue initial={props.initial ?? null}>
      {(held) => (
        <>
          <DepartSelect
            aria-label="部门"
            {...props}
            {...held}
            onBack={(departs) => setBack(departs.map((one) => one.text).join(','))}
          />
          <output>{back}</output>
        </>
      )}
    </HeldValue>
  );
}

/** What chooses people, departments, roles and positions, in its states. */
export const gallery: GalleryPart = {
  title: '用户与部门选择',
  states: [
    { title: '部门单选', Show: () => <Depart /> },
    { title: '部门多选', Show: () => <Depart multiple treeOpera /> },
    { title: '存部门编码', Show: () => <Depart store="orgCode" initial="A01" /> },
    { title: '部门已删除', Show: () => <Depart multiple initial="gone-1" /> },
    { title: '部门禁用', Show: () => <Depart disabled initial="gone-1" /> },
    {
      title: '按部门选用户',
      Show: () => <HeldValue>{(held) => <UserByDepartSelect {...held} aria-label="用户" />}</HeldValue>,
    },
    {
      title: '只读输入框打开',
      Show: () => (
        <HeldValue initial="admin">
          {(held) => <UserByDepartSelect {...held} opener="input" multiple={false} aria-label="负责人" />}
        </HeldValue>
      ),
    },
    {
      title: '单元格打开',
      Show: () => (
        <HeldValue initial="admin">
          {(held) => <UserByDepartSelect {...held} opener="cell" aria-label="单元格用户" />}
        </HeldValue>
      ),
    },
    {
      title: '多选用户',
      Show: () => <HeldValue>{(held) => <MultiUserSelect {...held} aria-label="多个用户" />}</HeldValue>,
    },
    {
      title: '角色',
      Show: () => <HeldValue>{(held) => <RoleSelect {...held} aria-label="角色" />}</HeldValue>,
    },
    {
      title: '职务',
      Show: () => <HeldValue>{(held) => <PositionSelect {...held} aria-label="职务" />}</HeldValue>,
    },
    {
      title: '离开的用户',
      Show: () => (
        <HeldValue initial="left_long_ago">{(held) => <UserByDepartSelect {...held} aria-label="离开的" />}</HeldValue>
      ),
    },
  ],
};
