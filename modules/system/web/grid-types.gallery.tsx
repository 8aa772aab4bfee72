import { Button } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { dict } from '#kit/model/dict.ts';
import { choice, integer, quantity, text } from '#kit/model/field.ts';
import {
  Grid,
  type GalleryPart,
  type GridColumn,
  type GridHandle,
  type GridProps,
  type GridRow,
} from '#kit/web/index.ts';

const level = dict('gallery_cell_level', { low: '低', middle: '中', high: '高' });

const COLUMNS: readonly GridColumn[] = [
  { key: 'no', field: text('单号'), type: 'normal', width: 90, frozen: 'left' },
  { key: 'at', field: text('时间'), type: 'time' },
  { key: 'done', field: integer('进度'), type: 'progress' },
  { key: 'tags', field: text('标签'), type: 'tags' },
  { key: 'level', field: choice('级别', level), type: 'radio' },
  { key: 'note', field: text('说明', { max: 500 }), type: 'input_pop' },
  { key: 'owner', field: text('负责人'), type: 'sel_user' },
  {
    key: 'buyer',
    field: text('采购员'),
    type: 'sel_user',
    fieldExtendJson: { multiSelect: false },
  },
  { key: 'depart', field: text('部门'), type: 'sel_depart' },
  {
    key: 'account',
    field: text('账号'),
    type: 'popup',
    popupCode: 'users',
    orgFields: 'username,realname',
    destFields: 'account,accountName',
  },
  { key: 'accountName', field: text('姓名'), type: 'input' },
  { key: 'count', field: quantity('数量'), type: 'inputNumber', statistics: ['sum'] },
  { key: 'inner', field: text('内部编号'), type: 'hidden' },
];

const ROWS: readonly GridRow[] = [
  {
    id: 't1',
    no: 'T-001',
    at: '08:30:00',
    done: 45,
    tags: '加急;易碎',
    level: 'middle',
    note: '外箱加固，轻拿轻放',
    owner: 'admin',
    owner_dictText: '管理员',
    buyer: 'admin',
    buyer_dictText: '管理员',
    depart: 'gone-1',
    account: 'cangku',
    accountName: '陈仓管',
    count: 12,
    inner: 'x-1',
  },
  { id: 't2', no: 'T-002', done: 100, level: 'high', count: 1, inner: 'x-2' },
  { id: 't3', no: 'T-003', done: 0, inner: 'x-3' },
];

/** Every type of cell in a few rows; what the grid holds can be read. */
function Types(props: Partial<GridProps>): ReactNode {
  const handle = useRef<GridHandle>(null);
  const [message, setMessage] = useState('');
  return (
    <>
      <Grid title="任务" rows={ROWS} columns={COLUMNS} handle={handle} rowNumber {...props} />
      <Button onClick={() => setMessage(JSON.stringify(handle.current?.getAll()))}>读取</Button>
      <output style={{ overflowWrap: 'anywhere' }}>{message}</output>
    </>
  );
}

/** Types of grid cells beyond the field kinds (contract §5.1). */
export const gallery: GalleryPart = {
  title: '表格单元格类型',
  states: [
    {
      title: '单元格类型',
      hint: '单击或 Enter 打开选择；说明按 Alt+Enter 展开；进度只读。',
      Show: () => <Types />,
    },
    { title: '单元格类型，始终编辑', Show: () => <Types alwaysEdit /> },
    { title: '单元格类型，只读', Show: () => <Types disabled /> },
  ],
};
