import { PrinterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  detailPath,
  ListPage,
  openFrom,
  toast,
  toastError,
  usePage,
  usePermission,
  type ListHandle,
} from '#kit/web/index.ts';
import { printWavesRoute } from '../../model/wave-routes.ts';
import { wave } from '../../model/wave.ts';
import { AssignDialog } from './assign-dialog.tsx';

/** By what its colleagues call whoever picks it. */
type WaveRow = WireRow<typeof wave> & { assigneeName?: string | null };

const assigneeOf = ({ assignee, assigneeName }: WaveRow): string => assigneeName ?? assignee ?? '';

/** 波次: who picks what, and how far it is. */
export function WaveList(): ReactNode {
  const page = usePage();
  const mayPrint = usePermission('fulfilment:shipment:print');
  const open = (id: string): void => page.open(detailPath(wave, id));
  return (
    <ListPage<typeof wave, WaveRow>
      of={wave}
      tab={page.options['tab']}
      withAll
      columns={[
        { key: 'waveNo', width: 150, under: ['remark'] },
        {
          key: 'status',
          under: [{ key: 'assignee', render: assigneeOf, text: assigneeOf }],
        },
        { key: 'warehouseId', under: ['kind'] },
        {
          key: 'pickedCount',
          width: 110,
          render: (row) => `${row.pickedCount} / ${row.unitCount} 件`,
          under: [{ key: 'shipmentCount', render: (row) => `${row.shipmentCount} 张发货单` }],
        },
        {
          key: 'skuCount',
          width: 100,
          render: (row) => `${row.skuCount} 个SKU`,
          under: [{ key: 'binCount', render: (row) => `${row.binCount} 个货位` }],
        },
        { key: 'shortCount', width: 90, under: ['backCount'] },
        { key: 'createTime', under: ['startedAt'] },
        { key: 'pickedAt', hiddenByDefault: true },
      ]}
      onOpen={(row) => open(row.id)}
      dialogs={{ assign: AssignDialog }}
      rowActions={(row) => [
        {
          key: 'desk',
          title: '拣货台',
          isRare: row.status !== 'picking',
          onClick: () => open(row.id),
        },
      ]}
      chosen={(list) => (mayPrint ? <PrintChosen list={list} /> : null)}
      emptyText="在“发货单”勾选待装箱的单，点“生成波次”，一趟拣齐。"
    />
  );
}

function PrintChosen({ list }: { list: ListHandle<WaveRow> }): ReactNode {
  const { selection } = list;
  const run = (): void => {
    if (selection.mode !== 'rows') toast.warn('请在列表里逐个勾选要打印的波次');
    else if (selection.rows.length === 0) toast.warn('请选择要打印的波次');
    else {
      const ids = selection.rows.map(({ id }) => id);
      openFrom(printWavesRoute, { body: { ids } }).catch(toastError);
    }
  };
  return (
    <Button icon={<PrinterOutlined aria-hidden />} onClick={run}>
      打印拣货单
    </Button>
  );
}
