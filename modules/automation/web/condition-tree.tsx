import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Segmented, Select } from 'antd';
import type { ReactNode } from 'react';
import { usePermission } from '#kit/web/index.ts';
import { isGroup, MOST_DEPTH, type Condition, type Group, type Leaf } from '../model/conditions.ts';
import { OPERATORS, operatorTitle, type FactFamily } from '../model/fact.ts';
import { FACT_KEYS, FACTS, FAMILIES_OF, type FactKey } from '../model/facts.ts';
import { SUBJECTS, type SubjectKind } from '../model/subject.ts';
import { FactValueInput, RowsSelect } from './fact-value.tsx';

const FAMILY_TITLES = {
  shop: '店铺',
  order: '订单',
  line: '商品',
  goods: '商品',
  stock: '库存',
  aftersale: '售后',
  return: '退货',
  part: '配件补发',
  partGoods: '配件补发',
  feed: '推送',
  feedItem: '推送',
  remittance: '回款',
} as const satisfies Record<FactFamily, string>;

interface FactOption {
  value: FactKey;
  label: string;
  disabled?: boolean;
}

/** What may be asked of what is judged, by the person who asks; what a question asks already stays readable. */
function useFactOptions(subject: SubjectKind, request: FactKey): { label: string; options: FactOption[] }[] {
  const sees = {
    pii: usePermission('field:pii:view'),
    cost: usePermission('field:cost:view'),
    profit: usePermission('field:profit:view'),
  };
  const fitting = FAMILIES_OF[subject].flatMap((family) =>
    FACT_KEYS.filter((key) => {
      const { family: own, mask } = FACTS[key];
      return own === family && (!mask || sees[mask] || key === request);
    }),
  );
  const groups = [...Map.groupBy(fitting, (key) => FAMILY_TITLES[FACTS[key].family])].map(
    ([label, keys]): { label: string; options: FactOption[] } => ({
      label,
      options: keys.map((key) => ({ value: key, label: FACTS[key].title })),
    }),
  );
  if (fitting.includes(request)) return groups;
  const misfit = { value: request, label: `${FACTS[request].title}（不适用）`, disabled: true };
  return [...groups, { label: `不能用于${SUBJECTS[subject].title}`, options: [misfit] }];
}

interface GroupProps {
  /** What is judged. */
  subject: SubjectKind;
  group: Group;
  depth: number;
  /** `1.2`: where it stands, for whoever hears it. */
  place: string;
  isReadOnly: boolean;
  onChange: (group: Group) => void;
  onRemove?: () => void;
}

/** Questions and groups of questions that all hold, or of which one does. */
export function ConditionGroup(props: GroupProps): ReactNode {
  const { subject, group, depth, place, isReadOnly, onChange, onRemove } = props;
  const set = (index: number, next: Condition): void =>
    onChange({ ...group, of: group.of.map((one, at) => (at === index ? next : one)) });
  const remove = (index: number): void => onChange({ ...group, of: group.of.filter((_one, at) => at !== index) });
  const add = (one: Condition): void => onChange({ ...group, of: [...group.of, one] });
  const inner: Group = { join: group.join === 'and' ? 'or' : 'and', of: [NEW_LEAF[subject]] };
  return (
    <fieldset className={`au-group au-group-${group.join}`} disabled={isReadOnly}>
      <legend className="au-legend">{place === '' ? '条件' : `第 ${place} 组条件`}</legend>
      <div className="au-group-head">
        <Segmented<Group['join']>
          size="small"
          disabled={isReadOnly}
          value={group.join}
          options={[
            { value: 'and', label: '全部符合' },
            { value: 'or', label: '任一符合' },
          ]}
          onChange={(join) => onChange({ ...group, join })}
        />
        {onRemove && !isReadOnly && (
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            aria-label={`删除第 ${place} 组`}
            title="删除整组"
            onClick={onRemove}
          />
        )}
      </div>
      {group.of.length === 0 && <p className="au-weak">没有条件：所有{SUBJECTS[subject].title}都符合。</p>}
      <ol className="au-conditions">
        {group.of.map((one, index) => {
          const at = place === '' ? `${index + 1}` : `${place}.${index + 1}`;
          return (
            // Questions have no name of their own: their place is what they are known by.
            <li key={index}>
              {isGroup(one) ? (
                <ConditionGroup
                  subject={subject}
                  group={one}
                  depth={depth + 1}
                  place={at}
                  isReadOnly={isReadOnly}
                  onChange={(next) => set(index, next)}
                  onRemove={() => remove(index)}
                />
              ) : (
                <LeafRow
                  subject={subject}
                  leaf={one}
                  place={at}
                  isReadOnly={isReadOnly}
                  onChange={(next) => set(index, next)}
                  onRemove={() => remove(index)}
                />
              )}
            </li>
          );
        })}
      </ol>
      {!isReadOnly && (
        <div className="au-group-foot">
          <Button size="small" icon={<PlusOutlined />} onClick={() => add(NEW_LEAF[subject])}>
            添加条件
          </Button>
          {depth < MOST_DEPTH && (
            <Button size="small" type="text" onClick={() => add(inner)}>
              添加条件组
            </Button>
          )}
        </div>
      )}
    </fieldset>
  );
}

/** What a new question begins with. */
const NEW_LEAF: Readonly<Record<SubjectKind, Leaf>> = {
  order: { fact: 'state', op: 'in', value: [] },
  return: { fact: 'returnReasonId', op: 'in', value: [] },
  part: { fact: 'partCauses', op: 'in', value: [] },
  feed: { fact: 'feedResult', op: 'in', value: [] },
  remittance: { fact: 'remitOpenLines', op: 'ge', value: '' },
};

/** The value that a question begins with once fact or operator are others. */
function startValue(fact: FactKey, op: Leaf['op']): Leaf['value'] {
  if (op === 'empty' || FACTS[fact].kind === 'flag') return true;
  return op === 'in' || op === 'not_in' ? [] : '';
}

interface LeafProps {
  subject: SubjectKind;
  leaf: Leaf;
  place: string;
  isReadOnly: boolean;
  onChange: (leaf: Leaf) => void;
  onRemove: () => void;
}

function LeafRow(props: LeafProps): ReactNode {
  const { subject, leaf, place, isReadOnly, onChange, onRemove } = props;
  const fact = FACTS[leaf.fact];
  const options = useFactOptions(subject, leaf.fact);
  const isMisfit = !FAMILIES_OF[subject].includes(fact.family);
  const ops = OPERATORS[fact.kind];
  const choose = (key: FactKey): void => {
    const [op = 'eq'] = OPERATORS[FACTS[key].kind];
    onChange({ fact: key, op, value: startValue(key, op) });
  };
  const compare = (op: Leaf['op']): void => {
    const [was, next] = [startValue(leaf.fact, leaf.op), startValue(leaf.fact, op)];
    const isAlike = typeof was === typeof next && op !== 'empty' && leaf.op !== 'empty';
    onChange({ ...leaf, op, value: isAlike ? leaf.value : next });
  };
  return (
    <div className="au-leaf">
      <Select<FactKey>
        className="au-fact"
        aria-label={`条件 ${place}`}
        disabled={isReadOnly}
        value={leaf.fact}
        options={options}
        {...(isMisfit ? { status: 'error' as const } : {})}
        showSearch={{ optionFilterProp: 'label' }}
        popupMatchSelectWidth={200}
        onChange={choose}
      />
      {fact.ofWarehouse && (
        <RowsSelect
          to="base:warehouse"
          label={`条件 ${place} 仓库`}
          isReadOnly={isReadOnly}
          ids={leaf.at ? [leaf.at] : []}
          onChange={([at]) => onChange({ ...leaf, ...(at ? { at } : {}) })}
        />
      )}
      {fact.kind !== 'flag' && (
        <Select<Leaf['op']>
          className="au-op"
          aria-label={`条件 ${place} 比较`}
          disabled={isReadOnly}
          value={leaf.op}
          options={ops.map((op) => ({ value: op, label: operatorTitle(fact, op) }))}
          popupMatchSelectWidth={false}
          onChange={compare}
        />
      )}
      <FactValueInput
        leaf={leaf}
        label={`条件 ${place} 值`}
        isReadOnly={isReadOnly}
        onChange={(value) => onChange({ ...leaf, value })}
      />
      {!isReadOnly && (
        <Button
          type="text"
          icon={<DeleteOutlined />}
          aria-label={`删除条件 ${place}`}
          title="删除此条件"
          onClick={onRemove}
        />
      )}
      {fact.hint && <small className="au-weak au-hint">{fact.hint}</small>}
    </div>
  );
}
