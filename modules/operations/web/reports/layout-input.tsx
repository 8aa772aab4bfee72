import { Select, Space } from 'antd';
import type { ReactNode } from 'react';
import type { EditProps } from '#kit/web/index.ts';
import {
  AGGREGATES,
  BUCKETS,
  CHARTS,
  itemKey,
  type ReportItem,
  type ReportLayout,
} from '../../model/reports/definition.ts';
import { readRows, useFields, useTyped } from './use-sources.ts';

/** The chart of a report, and how its rows are ordered at first. */
export function LayoutInput({ value, onChange, id }: EditProps): ReactNode {
  const columns = useColumns();
  const layout = readLayout(value);
  const { chart, sort } = layout;
  const set = (next: ReportLayout): void => onChange?.(Object.keys(next).length === 0 ? '' : JSON.stringify(next));
  const { chart: _chart, ...withoutChart } = layout;
  const { sort: _sort, ...withoutSort } = layout;
  return (
    <Space wrap id={id} role="group" aria-label="图表与排序">
      <Select
        aria-label="图表"
        style={{ width: 110 }}
        value={chart?.type ?? ''}
        options={[
          { value: '', label: '不要图表' },
          ...Object.entries(CHARTS).map(([key, label]) => ({ value: key, label })),
        ]}
        onChange={(type) =>
          set(
            type === ''
              ? withoutChart
              : {
                  ...layout,
                  chart: {
                    x: columns[0]?.value ?? '',
                    y: columns.slice(-1).map((one) => one.value),
                    ...chart,
                    type: type as never,
                  },
                },
          )
        }
      />
      {chart && (
        <>
          <Select
            aria-label="图表横轴"
            style={{ width: 150 }}
            value={chart.x}
            options={columns}
            onChange={(x) => set({ ...layout, chart: { ...chart, x } })}
          />
          <Select
            aria-label="图表数值"
            mode="multiple"
            style={{ minWidth: 180 }}
            value={chart.y}
            options={columns}
            onChange={(y: string[]) => set({ ...layout, chart: { ...chart, y } })}
          />
        </>
      )}
      <Select
        aria-label="排序列"
        style={{ width: 150 }}
        value={sort?.column ?? ''}
        options={[{ value: '', label: '默认排序' }, ...columns]}
        onChange={(column) =>
          set(column === '' ? withoutSort : { ...layout, sort: { order: 'desc', ...sort, column } })
        }
      />
      {sort && (
        <Select
          aria-label="升降"
          style={{ width: 90 }}
          value={sort.order}
          options={[
            { value: 'desc', label: '降序' },
            { value: 'asc', label: '升序' },
          ]}
          onChange={(order) => set({ ...layout, sort: { ...sort, order } })}
        />
      )}
    </Space>
  );
}

/** The columns that the form has, by key. */
function useColumns(): { value: string; label: string }[] {
  const fields = useFields();
  return readRows<ReportItem>(useTyped('items')).map((item) => {
    const title = item.fieldTxt || fields.find(({ name }) => name === item.fieldName)?.title || item.fieldName;
    const more = item.fieldTxt
      ? ''
      : item.aggregate
        ? AGGREGATES[item.aggregate]
        : item.bucket
          ? BUCKETS[item.bucket]
          : '';
    return { value: itemKey(item), label: more ? `${title} ${more}` : title };
  });
}

function readLayout(value: unknown): ReportLayout {
  try {
    const read = JSON.parse(typeof value === 'string' ? value : '{}') as unknown;
    return typeof read === 'object' && read !== null ? (read as ReportLayout) : {};
  } catch {
    return {};
  }
}
