import { Button } from 'antd';
import type { ReactNode } from 'react';
import { text } from '#kit/model/field.ts';
import { ListPage, scopeOf, selectedCount, usePage, usePermission, type FilterSpec } from '#kit/web/index.ts';
import { isOpenState } from '../model/order-lifecycle.ts';
import { salesOrder } from '../model/order.ts';
import { HoldRepair } from './hold-repair.tsx';
import { ORDER_DIALOGS } from './lazy-order-dialogs.ts';
import { offeredMoves, REPAIR_LETTER } from './order-moves.ts';
import { OrderImport } from './order-import.tsx';
import { namesInChips, OrderQuick } from './order-quick.tsx';
import { WarehouseChoice } from './lazy-warehouse-choice.ts';
import type { OrderRow } from './order-row.ts';
import { chosenOrders, orderRowActions } from './order-slots.ts';
import { ORDER_TABS } from './order-tabs.tsx';
import './orders.css';

/** 待处理, 待发货, 已发货, 已取消: one list, with the columns, filters and moves of each tab's work. */
export function OrderList(): ReactNode {
  const { options, open } = usePage();
  const seesBuyer = usePermission('field:pii:view');
  const mayAdd = usePermission('orders:salesOrder:add');
  const mayEdit = usePermission('orders:salesOrder:edit');
  const tab = options['tab'] ?? 'pending';
  const shown = ORDER_TABS[tab];
  const operations = orderRowActions.useActions();
  const page = (repair: (id: string) => void): ReactNode => (
    <ListPage<typeof salesOrder, OrderRow>
      of={salesOrder}
      form={null}
      tab={tab}
      sort={shown?.sort}
      columns={shown?.columns}
      filters={filtersOf(shown?.filters ?? [], seesBuyer)}
      batch={shown?.batch}
      moves={offeredMoves}
      primary={
        tab === 'pending' && mayAdd ? (
          <Button type="primary" onClick={() => open('/orders/new')}>
            新增订单
          </Button>
        ) : null
      }
      toolbar={() => tab === 'pending' && <OrderImport />}
      rowActions={(row) => {
        if (row.status === 'draft' && mayEdit)
          return [{ key: 'edit', title: '编辑', onClick: () => open(`/orders/${row.id}/edit`) }];
        return isOpenState(row.status) && (row.holds ?? []).length > 0
          ? [{ key: 'solve', title: '处理', letter: REPAIR_LETTER, onClick: () => repair(row.id) }]
          : operations.actionsOf(row);
      }}
      chosen={(list) =>
        isOpenTab(tab) && (
          <chosenOrders.Outlet
            scope={scopeOf(list.selection)}
            count={selectedCount(list.selection)}
            tab={tab}
            onDone={list.clearSelection}
          />
        )
      }
      dialogs={ORDER_DIALOGS}
      onRepair={repair}
      subjects={SUBJECTS}
      emptyText="“店铺账号”启用后自动拉单；也可“导入”表格，或点“新增订单”手工录入。"
      quick={{
        names: (filters) => namesInChips(tab, filters),
        show: (list) => <OrderQuick list={list} tab={tab} />,
      }}
      keys={KEYS}
    />
  );
  return (
    <>
      <HoldRepair>{page}</HoldRepair>
      {operations.opened}
    </>
  );
}

/** Where orders still wait to be shipped by us. */
const isOpenTab = (tab: string): boolean => tab === 'pending' || tab === 'shipping';

const SUBJECTS = { reallocate: WarehouseChoice };
const KEYS = [[REPAIR_LETTER, '处理当前行的挂起']] as const;

/** Who may not see buyers finds numbers from their beginning, and is offered no search by name. */
function filtersOf(own: readonly FilterSpec<OrderRow>[], seesBuyer: boolean): FilterSpec<OrderRow>[] {
  const hint = seesBuyer ? 'PO号、订单号、SKU、收件人' : 'PO号或订单号的开头';
  return [
    { key: 'keyword', field: text('查找', { hint }) },
    'accountId',
    'warehouseId',
    'channelOrderNo',
    'orderNo',
    ...own,
    ...(seesBuyer ? (['shipToName'] as const) : []),
    'shipToState',
    'tagIds',
    'environment',
  ];
}
