import { useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import { ListPage, ResourceForm, usePage, usePermission, type ColumnSpec, type RowAction } from '#kit/web/index.ts';
import { warehouse } from '../model/warehouse.ts';
import { CalendarInput } from './calendar-input.tsx';
import { typedCalendar } from './typed-calendar.ts';
import './base.css';

/** A warehouse with how many SKUs lie in it. */
type WarehouseRow = WireRow<typeof warehouse> & { skuCount?: number };

const COLUMNS: readonly ColumnSpec<WarehouseRow>[] = [
  { key: 'name', under: ['code'] },
  'type',
  'country',
  'timezone',
  'cutoffTime',
  {
    key: 'skuCount',
    title: 'SKU数',
    width: 80,
    align: 'right',
    render: ({ skuCount = 0 }) => skuCount,
    text: ({ skuCount = 0 }) => String(skuCount),
  },
  'priority',
  'status',
  'createTime',
];

/** Fields that are changed where they stand. */
const IN_PLACE = ['name', 'cutoffTime', 'priority'] as const;
const INPUTS = { calendar: CalendarInput };

/** 仓库, each with its working calendar; from here to its bins and to what channels call it. */
export function WarehouseList(): ReactNode {
  const page = usePage();
  const mayBins = usePermission('base:warehouseBin:list');
  const mayChannels = usePermission('base:channelWarehouse:list');
  const mayEdit = usePermission('base:warehouse:edit');
  const [calendarOf, setCalendarOf] = useState<string | null>(null);
  const leads = ({ id }: WarehouseRow): RowAction[] => [
    ...(mayEdit ? [{ key: 'calendar', title: '日历', onClick: () => setCalendarOf(id) }] : []),
    ...(mayBins
      ? [
          {
            key: 'bins',
            title: '库位',
            onClick: () => page.open(`/base/warehouse-bin?warehouseId=${id}`),
          },
        ]
      : []),
    ...(mayChannels
      ? [
          {
            key: 'channels',
            title: '渠道映射',
            isRare: true,
            onClick: () => page.open(`/channel/wf/warehouse?warehouseId=${id}`),
          },
        ]
      : []),
  ];
  return (
    <>
      <ListPage<typeof warehouse, WarehouseRow>
        of={warehouse}
        form={WarehouseForm}
        columns={COLUMNS}
        inPlace={IN_PLACE}
        rowActions={leads}
        facts={{ calendar: (row) => <CalendarFact value={row.calendar} /> }}
      />
      {calendarOf !== null && (
        <ResourceForm
          of={warehouse}
          id={calendarOf}
          layout={CALENDAR}
          inputs={INPUTS}
          onClose={() => setCalendarOf(null)}
        />
      )}
    </>
  );
}

/** What decides over deadlines, and nothing else of a warehouse. */
const CALENDAR = [['timezone', 'cutoffTime'], ['calendar']] as const;

const WarehouseForm = (props: { id?: string | undefined; onClose: () => void }): ReactNode => (
  <ResourceForm of={warehouse} inputs={INPUTS} {...props} />
);

const NAMES = ['一', '二', '三', '四', '五', '六', '日'];

/** A calendar in words: on which weekdays it works, and how many days it does not. */
function CalendarFact({ value }: { value: unknown }): ReactNode {
  const { workdays, holidays } = typedCalendar(value);
  return (
    <>
      周{workdays.map((day) => NAMES[day - 1]).join('、')}
      <p className="ba-example">
        节假日 {holidays.length} 天{holidays.length > 0 ? `：${holidays.join('、')}` : ''}
      </p>
    </>
  );
}
