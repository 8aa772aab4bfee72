import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { dict } from '#kit/model/dict.ts';
import { choice, choices, date, datetime, flag, integer, length, price, text, textarea } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';
import type { GalleryPart } from '#ui/gallery-part.ts';
import type { AdvancedFilter } from './advanced-filter.ts';
import { AdvancedQueryDialog } from './advanced-query-dialog.tsx';

const colours = dict('gallery_colour', { red: '红色', green: '绿色', blue: '蓝色' });

/** Every kind that can be asked about. */
const sample = defineRegister({
  module: 'gallery',
  name: 'sample',
  title: '样例',
  fields: {
    code: text('编码', { max: 64 }),
    note: textarea('一个特别特别长的字段名称，长到一行里放不下'),
    amount: integer('件数'),
    price: price('单价'),
    size: length('长度'),
    isOpen: flag('启用'),
    colour: choice('颜色', colours),
    colours: choices('可选颜色', colours),
    day: date('日期'),
    at: datetime('时间'),
  },
  label: 'code',
  list: ['code', 'amount'],
  search: ['code'],
  form: [['code']],
});

const condition = (field: string, rule: string, val: string) => ({ field, rule, val });
const queryOf = (conditions: readonly object[], superQueryMatchType = 'and'): AdvancedFilter => ({
  superQueryParams: JSON.stringify(conditions),
  superQueryMatchType,
});

const state = (title: string, start: AdvancedFilter, hint?: string) => ({
  title,
  ...(hint ? { hint } : {}),
  Show: (): ReactNode => <Builder start={start} />,
});

/** A button that opens the builder, and what it has asked for. */
function Builder({ start }: { start: AdvancedFilter }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(start);
  return (
    <>
      <Button onClick={() => setOpen(true)}>打开</Button>{' '}
      <output style={{ overflowWrap: 'anywhere' }}>
        {active.superQueryParams ? `${active.superQueryMatchType} ${active.superQueryParams}` : '没有查询'}
      </output>
      <AdvancedQueryDialog
        of={sample}
        isOpen={isOpen}
        active={active}
        onRun={setActive}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

export const gallery: GalleryPart = {
  title: '高级查询',
  states: [
    state('没有查询', {}, '不填条件点“查询”或“保存查询”会提示'),
    state(
      '每种字段',
      queryOf(
        [
          condition('code', 'right_like', 'A-100'),
          condition('note', 'like', '备注里一段很长很长的文字，用来看输入框里放不下的时候是什么样子'),
          condition('amount', 'ge', '10'),
          condition('price', 'lt', '99.5'),
          condition('size', 'le', '254'),
          condition('isOpen', 'eq', '1'),
          condition('colour', 'eq', 'red'),
          condition('colours', 'in', 'red,blue'),
          condition('day', 'ge', '2026-11-01'),
          condition('at', 'lt', '2026-11-21 08:00:00'),
        ],
        'or',
      ),
    ),
    state('多个值', queryOf([condition('code', 'in', Array.from({ length: 30 }, (_, n) => `PO-2026-${n}`).join(','))])),
    state(
      '无法识别的条件',
      queryOf([condition('gone', 'eq', '1'), condition('amount', 'sounds like', '1'), condition('code', 'eq', 'A')]),
    ),
    state('读不懂的查询', { superQueryParams: '{', superQueryMatchType: 'and' }),
    state('五十个条件', queryOf(Array.from({ length: 50 }, (_, n) => condition('code', 'ne', `A-${n}`)))),
  ],
};
