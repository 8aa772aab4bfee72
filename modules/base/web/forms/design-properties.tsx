import { AutoComplete, Checkbox, Input, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { useHost } from '#ui/host.ts';
import type { FormType } from '../../model/forms/dynamic-form.ts';
import {
  CELL_TYPES,
  DEPENDS_OPS,
  holdsValue,
  isFilledIn,
  isFromList,
  shapeOf,
  type CellType,
  type DependsOp,
  type FieldDef,
} from '../../model/forms/field-def.ts';
import { isTypeOf } from '../../model/forms/field-def-faults.ts';
import { optionLines, readOptions } from './design-rows.ts';
import type { Design } from './use-design.ts';

interface PropertiesProps {
  design: Design;
  type: FormType;
  isClosed: boolean;
}

/** What is said of the chosen field; what says nothing for its type is not asked. */
export function DesignProperties({ design, type, isClosed }: PropertiesProps): ReactNode {
  const { chosen } = design;
  if (!chosen) return <p className="ba-example">选一个字段，在这里设置它。</p>;
  return (
    <fieldset key={chosen.id} className="ba-design-properties" disabled={isClosed}>
      <Properties
        def={chosen.def}
        type={type}
        faults={design.faultsOf(chosen)}
        earlier={design.rows.slice(0, design.rows.indexOf(chosen)).map(({ def }) => def)}
        onChange={design.change}
      />
    </fieldset>
  );
}

interface PartProps {
  def: FieldDef;
  type: FormType;
  faults: Readonly<Record<string, string>>;
  /** The fields in front of it. */
  earlier: readonly FieldDef[];
  onChange: (def: FieldDef) => void;
}

function Properties(props: PartProps): ReactNode {
  const { def, type, faults, onChange } = props;
  const shape = shapeOf(def);
  const types = (Object.keys(CELL_TYPES) as CellType[]).filter((one) => isTypeOf(one, type));
  const text = (key: TextKey, title: string, more: { hint?: string; most?: number } = {}): ReactNode => (
    <TextProperty def={def} name={key} title={title} fault={faults[key]} onChange={onChange} {...more} />
  );
  return (
    <>
      {text('label', '名称', { most: 80 })}
      {text('key', '键', { most: 40, hint: '记录按它存值；发布后换了键就是另一个字段' })}
      <Property title="类型" fault={faults['type']}>
        {(id) => (
          <Select
            id={id}
            value={def.type}
            options={types.map((one) => ({ value: one, label: CELL_TYPES[one] }))}
            onChange={(next: CellType) => onChange({ ...def, type: next })}
          />
        )}
      </Property>
      {isFilledIn(def) && (
        <Checkbox
          checked={def.required === true}
          onChange={({ target }) => onChange({ ...def, required: target.checked })}
        >
          必填
        </Checkbox>
      )}
      {isFromList(def) && <ListProperties {...props} />}
      {shape === 'number' && (
        <Property title="小数位" fault={faults['places']}>
          {(id) => (
            <Select
              id={id}
              value={def.places ?? 0}
              options={[0, 1, 2, 3, 4].map((value) => ({ value, label: String(value) }))}
              onChange={(places: number) => onChange({ ...def, places })}
            />
          )}
        </Property>
      )}
      {(shape === 'number' || shape === 'text') && text('unit', '单位', { most: 16 })}
      {shape in BOUNDS && (
        <>
          {text('min', BOUNDS[shape as keyof typeof BOUNDS][0])}
          {text('max', BOUNDS[shape as keyof typeof BOUNDS][1])}
        </>
      )}
      {shape === 'text' && isFilledIn(def) && (
        <>
          <LengthProperty {...props} />
          {text('pattern', '格式（正则）', { most: 500, hint: '例如 ^\\d{6}$；不能用反向引用和环视' })}
        </>
      )}
      {text('helpText', '说明', { most: 200 })}
      {holdsValue(def) && type === 'publishCategory' && text('channelField', '平台字段', { most: 80 })}
      <DependsProperty {...props} />
    </>
  );
}

const BOUNDS = {
  number: ['最小值', '最大值'],
  date: ['最早日期', '最晚日期'],
  many: ['最少选', '最多选'],
  files: ['最少个数', '最多个数'],
} as const;

type TextKey = 'label' | 'key' | 'unit' | 'min' | 'max' | 'pattern' | 'helpText' | 'channelField' | 'badValue';

/** A property without its value, where there is none: what says nothing is not stored. */
const withText = (def: FieldDef, key: keyof FieldDef, value: unknown): FieldDef => {
  const { [key]: _before, ...rest } = def;
  return (value === '' && key !== 'label' && key !== 'key' ? rest : { ...rest, [key]: value }) as FieldDef;
};

function TextProperty({
  def,
  name,
  title,
  fault,
  hint,
  most,
  onChange,
}: {
  def: FieldDef;
  name: TextKey;
  title: string;
  fault: string | undefined;
  hint?: string;
  most?: number;
  onChange: (def: FieldDef) => void;
}): ReactNode {
  return (
    <Property title={title} fault={fault} hint={hint}>
      {(id) => (
        <Input
          id={id}
          maxLength={most ?? 40}
          value={String(def[name] ?? '')}
          onChange={({ target }) => onChange(withText(def, name, target.value))}
        />
      )}
    </Property>
  );
}

function Property({
  title,
  fault,
  hint,
  children,
}: {
  title: string;
  fault?: string | undefined;
  hint?: string | undefined;
  children: (id: string) => ReactNode;
}): ReactNode {
  const id = `ba-property-${title}`;
  return (
    <div className="ba-design-property" data-wrong={fault !== undefined}>
      <label htmlFor={id}>{title}</label>
      {children(id)}
      {fault !== undefined && (
        <p className="ba-form-fault" role="alert">
          {fault}
        </p>
      )}
      {hint && <small>{hint}</small>}
    </div>
  );
}

function LengthProperty({ def, faults, onChange }: PartProps): ReactNode {
  return (
    <Property title="最大长度" fault={faults['maxLength']}>
      {(id) => (
        <Input
          id={id}
          inputMode="numeric"
          maxLength={4}
          value={def.maxLength === undefined ? '' : String(def.maxLength)}
          onChange={({ target }) => {
            const digits = target.value.replace(/\D/g, '');
            onChange(withText(def, 'maxLength', digits === '' ? '' : Number(digits)));
          }}
        />
      )}
    </Property>
  );
}

/** Options of its own, or a dictionary of the tenant. */
function ListProperties({ def, type, faults, onChange }: PartProps): ReactNode {
  const dicts = useHost(({ dictTexts }) => dictTexts);
  const [lines, setLines] = useState(() => optionLines(def));
  const codes = Object.keys(dicts).sort();
  return (
    <>
      {def.dictCode === undefined && def.type !== 'sel_search_async' && (
        <Property title="选项" fault={faults['options']} hint="每行一个；存的值和显示的文字不同时写 值=文字">
          {(id) => (
            <Input.TextArea
              id={id}
              autoSize={{ minRows: 3, maxRows: 10 }}
              value={lines}
              onChange={({ target }) => {
                setLines(target.value);
                onChange({ ...def, options: readOptions(target.value) });
              }}
            />
          )}
        </Property>
      )}
      <Property title="字典" fault={faults['dictCode']} hint="填了字典编码，选项就取自字典">
        {(id) => (
          <AutoComplete
            id={id}
            allowClear
            value={def.dictCode ?? ''}
            options={codes.map((value) => ({
              value,
              label: `${value}：${(dicts[value] ?? [])
                .slice(0, 3)
                .map(({ text }) => text)
                .join('、')}`,
            }))}
            showSearch={{ filterOption: (typed, option) => String(option?.label ?? '').includes(typed) }}
            onChange={(next?: string) => onChange(withText(def, 'dictCode', next ?? ''))}
          />
        )}
      </Property>
      {['select', 'sel_search', 'sel_search_async'].includes(def.type) && (
        <Checkbox checked={def.multi === true} onChange={({ target }) => onChange({ ...def, multi: target.checked })}>
          可多选
        </Checkbox>
      )}
      {type === 'returnQuestion' && (
        <TextProperty
          def={def}
          name="badValue"
          title="不合格答案"
          most={64}
          hint="答了它就不能按良品收"
          fault={faults['badValue']}
          onChange={onChange}
        />
      )}
    </>
  );
}

/** Asked for only where a field before it has some value. */
function DependsProperty({ def, earlier, faults, onChange }: PartProps): ReactNode {
  const { dependsOn } = def;
  const candidates = earlier.filter(holdsValue);
  const { dependsOn: _none, ...without } = def;
  const needsValue = dependsOn && dependsOn.op !== 'filled' && dependsOn.op !== 'empty';
  return (
    <Property
      title="显示条件"
      fault={faults['dependsOn']}
      hint="只有排在前面的字段可选；不满足时不显示、不必填、不保存"
    >
      {(id) => (
        <div className="ba-design-depends">
          <Select
            id={id}
            allowClear
            placeholder="总是显示"
            value={dependsOn?.key ?? null}
            options={candidates.map(({ key, label }) => ({ value: key, label }))}
            onChange={(key?: string) =>
              onChange(key ? { ...def, dependsOn: { op: 'filled', ...dependsOn, key } } : without)
            }
          />
          {dependsOn && (
            <Select
              aria-label="怎样"
              value={dependsOn.op}
              options={Object.entries(DEPENDS_OPS).map(([value, label]) => ({ value, label }))}
              onChange={(op: DependsOp) => onChange({ ...def, dependsOn: { ...dependsOn, op } })}
            />
          )}
          {needsValue && (
            <Input
              aria-label="值"
              placeholder={dependsOn.op === 'in' ? '用逗号隔开' : '值'}
              value={dependsOn.value ?? ''}
              onChange={({ target }) => onChange({ ...def, dependsOn: { ...dependsOn, value: target.value } })}
            />
          )}
        </div>
      )}
    </Property>
  );
}
