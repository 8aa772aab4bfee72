import { DeleteOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import type { Kind } from '#kit/model/field.ts';
import { OPERATORS } from '#kit/model/query-language.ts';
import type { EditProps } from '#kit/web/index.ts';
import { RULES, type ParamRule, type ReportParam } from '../../model/reports/definition.ts';
import { readRows, useFields, useTyped } from './use-sources.ts';

/** What whoever opens the report is asked, and what it fixes by itself. */
export function ParamsInput({ value, onChange, id }: EditProps): ReactNode {
  const fields = useFields();
  const isQuery = useTyped('kind') === 'query';
  const params = readRows<ReportParam>(value);
  const set = (next: readonly ReportParam[]): void => onChange?.(next.length === 0 ? '' : JSON.stringify(next));
  const change = (at: number, more: Partial<ReportParam>): void =>
    set(params.map((one, place) => (place === at ? { ...one, ...more } : one)));
  return (
    <div className="op-design-rows" id={id} role="group" aria-label="参数">
      {params.map((param, at) => {
        const field = fields.find(({ name }) => name === param.fieldName);
        const title = field?.title ?? param.fieldName ?? param.paramName;
        return (
          <div key={param.paramName} className="op-design-row" role="group" aria-label={`参数 ${title}`}>
            <span className="op-design-name">{title}</span>
            {!isQuery && (
              <Select
                aria-label={`${title}比较`}
                style={{ width: 150 }}
                value={param.rule ?? 'eq'}
                options={rulesOf(field?.kind)}
                onChange={(rule) => change(at, { rule })}
              />
            )}
            <Input
              aria-label={`${title}参数标题`}
              style={{ width: 130 }}
              placeholder="标题"
              value={param.paramTxt ?? ''}
              maxLength={50}
              onChange={({ target }) => change(at, { paramTxt: target.value })}
            />
            <Input
              aria-label={`${title}默认值`}
              style={{ width: 150 }}
              placeholder="默认值，如 today-30"
              value={param.paramValue ?? ''}
              maxLength={200}
              onChange={({ target }) => change(at, { paramValue: target.value })}
            />
            <Checkbox
              checked={param.isFixed ?? false}
              onChange={({ target }) => change(at, { isFixed: target.checked })}
            >
              固定
            </Checkbox>
            <Button
              type="text"
              aria-label={`去掉参数 ${title}`}
              icon={<DeleteOutlined />}
              onClick={() => set(params.filter((_one, place) => place !== at))}
            />
          </div>
        );
      })}
      {isQuery ? (
        <p className="op-about">在查询里写 {'${名称}'}，点“读取列”后参数出现在这里。</p>
      ) : (
        <Select
          aria-label="添加参数"
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={fields.length === 0 ? '先选数据' : '添加参数'}
          disabled={fields.length === 0}
          value={null}
          options={fields.map(({ name, title }) => ({ value: name, label: title }))}
          onChange={(name: string | null) => {
            const field = fields.find((one) => one.name === name);
            if (name && field) set([...params, added(params, name, field.kind)]);
          }}
        />
      )}
    </div>
  );
}

const rulesOf = (kind = 'text'): { value: ParamRule; label: string }[] =>
  (Object.keys(RULES) as ParamRule[])
    .filter((rule) => (OPERATORS[kind as Kind] as readonly string[]).includes(rule))
    .map((rule) => ({ value: rule, label: RULES[rule] }));

/** A day is asked for from one on first, and then up to one. */
function added(params: readonly ReportParam[], fieldName: string, kind: string): ReportParam {
  const own = params.filter((one) => one.fieldName === fieldName);
  const isDay = kind === 'date' || kind === 'datetime';
  const names = new Set(params.map(({ paramName }) => paramName));
  let paramName = own.length === 0 ? fieldName : `${fieldName}${own.length + 1}`;
  while (names.has(paramName)) paramName += '_';
  if (!isDay) return { paramName, fieldName, rule: 'eq' };
  return own.length === 0
    ? { paramName, fieldName, rule: 'ge', paramTxt: '从', paramValue: 'today-30' }
    : { paramName, fieldName, rule: 'le', paramTxt: '到', paramValue: 'today' };
}
