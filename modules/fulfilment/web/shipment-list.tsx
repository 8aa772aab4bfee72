import { PrinterOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  fetchResource,
  leaveTrail,
  ListPage,
  toast,
  selectedCount,
  toastError,
  usePage,
  usePermission,
  type ListAnswer,
  type ListHandle,
} from '#kit/web/index.ts';
import { MOST_PRINTED, PAPERS, type Paper } from '../model/routes.ts';
import type { ShipmentMove } from '../model/shipment-lifecycle.ts';
import { shipment } from '../model/shipment.ts';
import { MOST_AT_STATION } from '../model/station-routes.ts';
import { interceptMoves, labelMoves, WAY_MOVES } from './offered-moves.ts';
import { OrderTracks } from './order-tracks.tsx';
import { print } from './papers.ts';
import { SHIPMENT_COLUMNS, SHIPMENT_FILTERS, type ShipmentRow } from './shipment-columns.tsx';
import { MakeWaves } from './waves/wave-make.tsx';
import './packing/packing.css';

/** What is still here leaves in the order of its deadlines; what has left, the latest first. */
const BY_DEADLINE = { field: 'leaveBy', order: 'asc' } as const;
const WORK_TABS = { packing: BY_DEADLINE, labelling: BY_DEADLINE, labelled: BY_DEADLINE };

/** 发货单: from packing to the truck, in batches, or one by one on its own page. */
export function ShipmentList(): ReactNode {
  const page = usePage();
  const mayPrint = usePermission('fulfilment:shipment:print');
  const [tracked, setTracked] = useState<ShipmentRow | null>(null);
  const desk = (id: string): void => page.open(`/orders/pack/${id}`);
  return (
    <>
      <ListPage<typeof shipment, ShipmentRow>
        of={shipment}
        tab={page.options['tab'] ?? 'packing'}
        withAll
        tabSorts={WORK_TABS}
        columns={SHIPMENT_COLUMNS}
        filters={SHIPMENT_FILTERS}
        rowActions={(row, list) => [
          row.shippedAt === null
            ? {
                key: 'desk',
                title: '装箱发货',
                isRare: !isAtDesk(row),
                onClick: () => {
                  // From there one goes on to the next shipment of the list, as from its number.
                  leaveTrail(list);
                  desk(row.id);
                },
              }
            : {
                key: 'tracks',
                title: '轨迹',
                isRare: row.status === 'lost',
                onClick: () => setTracked(row),
              },
        ]}
        onOpen={(row) => desk(row.id)}
        emptyText="在“待发货”对订单点“开始配货”，发货单就出现在这里。"
        moves={rowMoves}
        batch={BATCH}
        chosen={(list) => (
          <>
            <MakeWaves selection={list.selection} />
            {mayPrint && <PrintButton list={list} />}
            <StationButton list={list} />
          </>
        )}
        // What is chosen has its own.
        toolbar={(list) => selectedCount(list.selection) === 0 && <StationButton list={list} />}
      />
      {tracked && (
        <OrderTracks
          row={{ id: tracked.orderId, channelOrderNo: tracked.orderId_dictText ?? '' }}
          onClose={() => setTracked(null)}
        />
      )}
    </>
  );
}

/** Whether what is next is done at the desk; afterwards the next move stands first. */
const isAtDesk = ({ status, labelHold }: ShipmentRow): boolean =>
  status === 'draft' || status === 'packing' || Boolean(labelHold);

const BATCH: readonly ShipmentMove[] = ['pack', 'register', 'buyLabel', 'ship', 'sealAll', 'voidShipment'];

/** Packing again loses what was measured: that is done at the desk, where it says so. */
const rowMoves = (row: ShipmentRow): ShipmentMove[] => (row.leadId ? interceptMoves(row) : wayOf(row));

const wayOf = (row: ShipmentRow): ShipmentMove[] => [
  ...(row.status === 'draft' ? (['pack'] as const) : []),
  'sealAll',
  ...labelMoves(row),
  'reopen',
  ...WAY_MOVES,
  ...interceptMoves(row),
  ...(row.partnerCount > 0 ? (['takeApart'] as const) : []),
  'unship',
  'voidShipment',
];

function PrintButton({ list }: { list: ListHandle<ShipmentRow> }): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const run = async (paper: Paper): Promise<void> => {
    setBusy(true);
    try {
      const count = selectedCount(list.selection);
      if (count === 0) toast.warn('请选择一条记录！');
      else if (count > MOST_PRINTED) toast.warn(`一次最多打印 ${MOST_PRINTED} 张发货单，请缩小范围`);
      else await print(paper, await chosenIds(list, MOST_PRINTED));
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: Object.entries(PAPERS).map(([key, { summary }]) => ({ key, label: summary })),
        onClick: ({ key }) => void run(key as Paper),
      }}
    >
      <Button loading={isBusy} icon={<PrinterOutlined aria-hidden />}>
        打印
      </Button>
    </Dropdown>
  );
}

/** The station in full screen: with what is chosen, in its order, or with whatever is most urgent. */
function StationButton({ list }: { list: ListHandle<ShipmentRow> }): ReactNode {
  const page = usePage();
  const mayPack = usePermission('fulfilment:shipment:pack');
  if (!mayPack) return null;
  const open = async (): Promise<void> => {
    try {
      const ids = await chosenIds(list, MOST_AT_STATION);
      if (selectedCount(list.selection) > MOST_AT_STATION)
        toast.warn(`一次最多 ${MOST_AT_STATION} 张，先打前 ${MOST_AT_STATION} 张`);
      page.open(`/packing${ids.length > 0 ? `?ids=${ids.join(',')}` : ''}`);
    } catch (error) {
      toastError(error);
    }
  };
  return <Button onClick={() => void open()}>打包台</Button>;
}

/** Ticked rows, or everything found, as many as are wanted at most. */
async function chosenIds({ selection }: ListHandle<ShipmentRow>, most: number): Promise<string[]> {
  if (selection.mode === 'rows') return selection.rows.slice(0, most).map(({ id }) => id);
  const { records } = await fetchResource<ListAnswer<ShipmentRow>>(shipment, 'list', {
    ...selection.filter,
    pageSize: most,
  });
  return records.map(({ id }) => id);
}
