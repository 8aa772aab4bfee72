import { CloseOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { Field } from '#kit/model/field.ts';
import { useDictOptions } from '#ui/cells/choice-cells.tsx';
import { fromSearchValue } from '#ui/cells/search-text.ts';
import { fieldOf } from '../audit-fields.ts';
import { useRemoteOptions } from '../cells/link-cells.tsx';
import { conditionCount, splitAdvanced } from '../query/advanced-filter.ts';
import { filterOf, type Filter } from './list-filters.ts';
import type { ListHandle } from './use-list.ts';

export interface FilterChipsProps {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  list: ListHandle<any>;
  filters: readonly Filter[];
  /** Names of the query that are in force. */
  names: readonly string[];
}

type FilterValues = Readonly<Record<string, string>>;

/** What is asked beside the filters in sight, each to be taken off by itself. */
export function FilterChips({ list, filters, names }: FilterChipsProps): ReactNode {
  const [flat, advanced] = splitAdvanced(list.params.filters);
  const without = (isGone: (name: string) => boolean): void =>
    list.setFilters(Object.fromEntries(Object.entries(list.params.filters).filter(([name]) => !isGone(name))));
  const keys = [...new Set(names.filter((name) => name in flat).map(filterOf))];
  const count = conditionCount(advanced);
  return (
    <div className="wb-asked" role="group" aria-label="已用条件">
      {keys.map((key) => {
        const field = filters.find((one) => one.key === key)?.field ?? fieldOf(list.resource, key) ?? OTHER;
        return (
          <Chip key={key} title={field.title} onRemove={() => without((name) => filterOf(name) === key)}>
            <Value field={field} name={key} filters={flat} />
          </Chip>
        );
      })}
      {count !== null && (
        <Chip title="高级查询" onRemove={() => without((name) => name.startsWith('superQuery'))}>
          {count || '?'} 项
        </Chip>
      )}
    </div>
  );
}

/** Of a link from elsewhere: asked by a name that no field of the list has. */
const OTHER = { kind: 'text', title: '其他条件' } as const satisfies Field;

function Chip({ title, onRemove, children }: { title: string; onRemove: () => void; children: ReactNode }): ReactNode {
  return (
    <span className="wb-asked-chip">
      <span className="wb-asked-text">
        {title}：{children}
      </span>
      <button type="button" aria-label={`去掉条件“${title}”`} title="去掉" onClick={onRemove}>
        <CloseOutlined aria-hidden />
      </button>
    </span>
  );
}

function Value({ field, name, filters: asked }: { field: Field; name: string; filters: FilterValues }): ReactNode {
  const options = useDictOptions(field.dict);
  const value = asked[name] ?? '';
  const ids = field.to && value ? value.split(/,|\+\+/) : [];
  const remote = useRemoteOptions(field.to, ids);
  if (ids.length > 0)
    return <>{ids.map((id) => remote.labelOf(id) ?? '…').join(value.includes('++') ? ' 且 ' : '、')}</>;
  if (field.dict && value)
    return (
      <>
        {value
          .split(',')
          .map((code) => options.find((one) => one.value === code)?.label ?? code)
          .join('、')}
      </>
    );
  if (field.kind === 'flag' && value) return value === '1' ? '是' : '否';
  return <>{value ? fromSearchValue(value) : rangeText(asked[`${name}_begin`], asked[`${name}_end`])}</>;
}

/** Whole days without their hours. */
const rangeText = (begin = '', end = ''): string => {
  const [from, to] = [begin.replace(/ 00:00:00$/, ''), end.replace(/ 23:59:59$/, '')];
  return from === to ? from : `${from} ～ ${to}`;
};
