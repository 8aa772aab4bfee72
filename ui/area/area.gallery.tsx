import { useState, type ReactNode } from 'react';
import type { GalleryPart, GalleryState } from '../gallery-part.ts';
import { AreaSelect } from '#kit/web/lazy-widgets.tsx';

/** An area with its code beside it. */
const state = (
  title: string,
  start: string | null,
  given: { type?: string; disabled?: boolean } = {},
): GalleryState => ({
  title,
  Show: function AreaState(): ReactNode {
    const [code, setCode] = useState(start);
    return (
      <>
        <AreaSelect aria-label="地区" value={code} onChange={setCode} {...given} />
        <output>{code ?? '未选择'}</output>
      </>
    );
  },
});

export const gallery: GalleryPart = {
  title: '地区选择',
  states: [
    state('级联，空白', null),
    state('级联，已选', '440305'),
    state('级联，旧代码', '440399'),
    state('级联，禁用', '150221', { disabled: true }),
    state('三级下拉，空白', null, { type: 'select' }),
    state('三级下拉，已选', '110101', { type: 'select' }),
    state('三级下拉，旧代码', '999999', { type: 'select' }),
    state('未知类型', '440305', { type: 'tree' }),
  ],
};
