import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import type { EditProps } from '#kit/web/index.ts';
import { AGGREGATES, BUCKETS, isAdditive, isGrouped, type ReportItem } from '../../model/reports/definition.ts';
import type { ReportSource } from '../../model/reports/routes.ts';
import { readRows, useFields, useTyped } from './use-sources.ts';

type SourceField = ReportSource['fields'][number];

const SUMMED: ReadonlySet<string> = new Set(['integer', 'quantity', 'length', 'weight', 'money']);
const COMPARED: ReadonlySet<string> = new Set([...SUMMED, 'price', 'rate']);
const DAYS: ReadonlySet<string> = new Set(['date', 'datetime']);

/** The columns of a report: which fields, put together how, with which heading. */
export function ItemsInput({ value, onChange, id }: EditProps): ReactNode {
  const fields = useFields();
  const isQuery = useTyped('kind') === 'query';
  const items = readRows<ReportItem>(value);
  const set = (next: readonly ReportItem[]): void => onChange?.(next.length === 0 ? '' : JSON.stringify(next));
  const move = (at: number, by: number): void => {
    const next = [...items];
    const [one] = next.splice(at, 1);
    if (one) next.splice(at + by, 0, one);
    set(next);
  };
  return (
    <div className="op-design-rows" id={id} role="group" aria-label="列">
      {items.map((item, at) => (
        <ItemRow
          // Rows have no name of their own: a field may stand in several.
          // oxlint-disable-next-line react/no-array-index-key
          key={`${item.fieldName} ${at}`}
          item={item}
          field={fields.find(({ name }) => name === item.fieldName)}
          fields={fields}
          isQuery={isQuery}
          mayTotal={isAdditive(item, isGrouped(items))}
          onChange={(next) => set(items.map((one, place) => (place === at ? next : one)))}
        >
          <Button
            type="text"
            aria-label={`上移第 ${at + 1} 列`}
            icon={<ArrowUpOutlined />}
            disabled={at === 0}
            onClick={() => move(at, -1)}
          />
          <Button
            type="text"
            aria-label={`下移第 ${at + 1} 列`}
            icon={<ArrowDownOutlined />}
            disabled={at === items.length - 1}
            onClick={() => move(at, 1)}
          />
          <Button
            type="text"
            aria-label={`去掉第 ${at + 1} 列`}
            icon={<DeleteOutlined />}
            onClick={() => set(items.filter((_one, place) => place !== at))}
          />
        </ItemRow>
      ))}
      {isQuery && items.length === 0 && <p className="op-about">写好查询后点“读取列”。</p>}
      <Select
        aria-label="添加列"
        style={isQuery ? { display: 'none' } : {}}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={fields.length === 0 ? '先选数据' : '添加列'}
        disabled={fields.length === 0}
        value={null}
        options={fields.map(({ name, title }) => ({ value: name, label: title }))}
        onChange={(name: string | null) => name && set([...items, { fieldName: name }])}
      />
    </div>
  );
}

/** How a field of this kind may be computed. */
function aggregatesOf(kind: string): { value: string; label: string }[] {
  const keys = [
    ...(SUMMED.has(kind) ? ['sum'] : []),
    ...(COMPARED.has(kind) ? ['avg'] : []),
    ...(COMPARED.has(kind) || DAYS.has(kind) ? ['min', 'max'] : []),
    'distinct',
    'rows',
    ...(SUMMED.has(kind) && kind !== 'money' ? ['ratio'] : []),
  ] as (keyof typeof AGGREGATES)[];
  return [{ value: '', label: '不汇总' }, ...keys.map((key) => ({ value: key, label: AGGREGATES[key] }))];
}

interface ItemRowProps {
  item: ReportItem;
  field: SourceField | undefined;
  fields: readonly SourceField[];
  isQuery: boolean;
  /** Whether what its rows say can be added up. */
  mayTotal: boolean;
  onChange: (item: ReportItem) => void;
  children: ReactNode;
}

function ItemRow({ item, field, fields, isQuery, mayTotal, onChange, children }: ItemRowProps): ReactNode {
  const { aggregate, bucket, over, fieldTxt = '', fieldHref = '', isShow = true, isSearch = false } = item;
  const title = isQuery ? item.fieldName : (field?.title ?? item.fieldName);
  const kind = field?.kind ?? 'text';
  const choose = (next: Partial<ReportItem>, ...gone: (keyof ReportItem)[]): void => {
    const made = { ...item, ...next };
    for (const key of gone) delete made[key];
    onChange(made);
  };
  return (
    <div className="op-design-row" role="group" aria-label={title}>
      <span className="op-design-name">{title}</span>
      <Input
        aria-label={`${title}标题`}
        style={{ width: 130 }}
        placeholder="标题"
        value={fieldTxt}
        maxLength={50}
        onChange={({ target }) => choose({ fieldTxt: target.value })}
      />
      {!isQuery && (
        <Select
          aria-label={`${title}汇总`}
          style={{ width: 120 }}
          value={aggregate ?? ''}
          options={aggregatesOf(kind)}
          onChange={(key) =>
            key === '' ? choose({}, 'aggregate', 'over') : choose({ aggregate: key as never }, 'bucket', 'over')
          }
        />
      )}
      {aggregate === 'ratio' && (
        <Select
          aria-label={`${title}除以`}
          style={{ width: 130 }}
          placeholder="除以"
          value={over ?? null}
          options={fields
            .filter((one) => SUMMED.has(one.kind) && one.kind !== 'money')
            .map((one) => ({ value: one.name, label: one.title }))}
          onChange={(key: string | null) => choose({ over: key ?? '' })}
        />
      )}
      {DAYS.has(kind) && !aggregate && !isQuery && (
        <Select
          aria-label={`${title}分段`}
          style={{ width: 100 }}
          value={bucket ?? ''}
          options={[
            { value: '', label: '原值' },
            ...Object.entries(BUCKETS).map(([key, label]) => ({ value: key, label })),
          ]}
          onChange={(key) => (key === '' ? choose({}, 'bucket') : choose({ bucket: key as never }))}
        />
      )}
      <Checkbox checked={isShow} onChange={({ target }) => choose({ isShow: target.checked })}>
        显示
      </Checkbox>
      <Checkbox checked={isSearch} onChange={({ target }) => choose({ isSearch: target.checked })}>
        查询
      </Checkbox>
      {mayTotal && (
        <Checkbox checked={item.isTotal ?? false} onChange={({ target }) => choose({ isTotal: target.checked })}>
          合计
        </Checkbox>
      )}
      <Input
        aria-label={`${title}跳转`}
        style={{ width: 150 }}
        placeholder="跳转路径"
        value={fieldHref}
        maxLength={500}
        onChange={({ target }) => choose({ fieldHref: target.value })}
      />
      {children}
    </div>
  );
}
