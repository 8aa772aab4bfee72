import { useState, type ReactNode } from 'react';
import { RemoteSearchSelect, TreeSelectField, type GalleryPart } from '#kit/web/index.ts';
import { CategorySelect } from './category-select.tsx';
import { HeldValue } from './held-value.tsx';

const DEPARTS = 'sys_depart,depart_name,id';

function CategoryWithNames(): ReactNode {
  const [names, setNames] = useState('');
  return (
    <HeldValue>
      {(held) => (
        <>
          <CategorySelect
            {...held}
            multiple
            field="code"
            back="names"
            onBack={(values) => setNames(values['names'] ?? '')}
            aria-label="多个分类"
          />
          <output>{names}</output>
        </>
      )}
    </HeldValue>
  );
}

/** Trees that are chosen from, and selects that search while typing, in their states. */
export const gallery: GalleryPart = {
  title: '树选择与搜索选择',
  states: [
    {
      title: '分类树',
      Show: () => <HeldValue>{(held) => <CategorySelect {...held} aria-label="分类" />}</HeldValue>,
    },
    {
      title: '分类逐级加载',
      Show: () => <HeldValue>{(held) => <CategorySelect {...held} async aria-label="逐级分类" />}</HeldValue>,
    },
    { title: '分类多选并带回名称', Show: CategoryWithNames },
    {
      title: '分类按条件',
      hint: '只显示名称为灯具的分类',
      Show: () => (
        <HeldValue>
          {(held) => <CategorySelect {...held} async condition='{"name":"灯具"}' aria-label="有条件的分类" />}
        </HeldValue>
      ),
    },
    {
      title: '分类条件有误',
      Show: () => (
        <HeldValue initial="gone-2">
          {(held) => <CategorySelect {...held} condition="name=灯具" aria-label="条件有误的分类" />}
        </HeldValue>
      ),
    },
    {
      title: '字典树',
      Show: () => <HeldValue>{(held) => <TreeSelectField {...held} dict={DEPARTS} aria-label="部门树" />}</HeldValue>,
    },
    {
      title: '字典树条件有误',
      Show: () => (
        <HeldValue>
          {(held) => <TreeSelectField {...held} dict={DEPARTS} condition="status=1" aria-label="有误的树" />}
        </HeldValue>
      ),
    },
    {
      title: '字典树未登记',
      hint: '服务器不认识的表，展开时提示服务器的话',
      Show: () => (
        <HeldValue>{(held) => <TreeSelectField {...held} dict="app_user,id,id" aria-label="未登记的树" />}</HeldValue>
      ),
    },
    {
      title: '已选的分类已删除',
      Show: () => (
        <HeldValue initial="gone-1">{(held) => <CategorySelect {...held} aria-label="已删除的分类" />}</HeldValue>
      ),
    },
    {
      title: '树禁用',
      Show: () => <HeldValue>{(held) => <CategorySelect {...held} disabled aria-label="禁用树" />}</HeldValue>,
    },
    {
      title: '搜索选择',
      Show: () => (
        <HeldValue initial="admin">
          {(held) => <RemoteSearchSelect {...held} dict="sys_user,realname,username" aria-label="搜索用户" />}
        </HeldValue>
      ),
    },
    {
      title: '搜索多选',
      Show: () => (
        <HeldValue initial="admin,nobody-anymore">
          {(held) => (
            <RemoteSearchSelect {...held} dict="sys_user,realname,username" multiple aria-label="搜索多个用户" />
          )}
        </HeldValue>
      ),
    },
    {
      title: '普通字典',
      Show: () => (
        <HeldValue>{(held) => <RemoteSearchSelect {...held} dict="user_status" aria-label="状态" />}</HeldValue>
      ),
    },
    {
      title: '字典没有编码',
      Show: () => <HeldValue>{(held) => <RemoteSearchSelect {...held} dict="" aria-label="没有编码的" />}</HeldValue>,
    },
  ],
};
