import { useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  DetailPart,
  fetchRoute,
  grouped,
  ListPage,
  PartTable,
  shareText,
  shortPrice,
  type ColumnSpec,
} from '#kit/web/index.ts';
import { supplierProduct, type SupplyDifference } from '../../model/supply/supplier-product.ts';
import { supplyDifferencesRoute } from '../../model/supply/supply-routes.ts';
import '../purchasing.css';

type Product = WireRow<typeof supplierProduct>;

/** 供货产品: what suppliers list, what of it is ours, and what waits for somebody. */
export function SupplierProductList(): ReactNode {
  const [shown, show] = useState<Product | null>(null);
  return (
    <>
      <ListPage
        of={supplierProduct}
        columns={COLUMNS}
        rowActions={(row) =>
          row.status === 'changed' ? [{ key: 'differences', title: '查看差异', onClick: () => show(row) }] : []
        }
      />
      {shown && <Differences of={shown} onClose={() => show(null)} />}
    </>
  );
}

const COLUMNS: readonly ColumnSpec<Product>[] = [
  { key: 'supplierSku', width: 160, isWhole: true, under: ['supplierId'] },
  { key: 'title', width: 260, under: ['category'] },
  {
    key: 'cost',
    width: 120,
    align: 'right',
    render: ({ cost }) => (cost ? grouped(shortPrice(cost)) : '没有报价'),
    under: ['currency'],
  },
  {
    key: 'costChange',
    width: 112,
    align: 'right',
    render: ({ costChange }) => (costChange ? changeText(costChange) : ''),
    under: ['costChangedAt'],
  },
  { key: 'moq', width: 72, align: 'right' },
  { key: 'skuId', isFaced: true, width: 180 },
  { key: 'banned', width: 130 },
  { key: 'isAvailable', width: 80 },
  { key: 'lastSeenAt', width: 150 },
  'status',
];

const changeText = (change: string): string => {
  const text = shareText(change) ?? '';
  return text.startsWith('-') ? text : `+${text}`;
};

/** What the feed says of a product and nobody has taken: old beside new, and why it waits. */
function Differences({ of, onClose }: { of: Product; onClose: () => void }): ReactNode {
  const query = useQuery({
    queryKey: ['purchasing:supplierProduct', of.id, 'differences', of.version],
    queryFn: ({ signal }) => fetchRoute(supplyDifferencesRoute, { params: { id: of.id }, signal }),
  });
  return (
    <Modal open title={`${of.supplierSku} 的差异`} footer={null} onCancel={onClose} width={640}>
      <DetailPart
        title="供货源读到、还没有应用的"
        query={query}
        countOf={({ differences }) => differences.length}
        none="没有您能看到的差异。"
      >
        {({ differences }) => <PartTable label="差异" head={HEAD} rows={differences.map(differenceRow)} />}
      </DetailPart>
    </Modal>
  );
}

const HEAD = [{ title: '项目' }, { title: '现在' }, { title: '供应商' }, { title: '为什么没有自动应用' }];

const differenceRow = ({ field, title, old, new: next, reason }: SupplyDifference) => ({
  key: field,
  cells: [title, old ?? '', next ?? '', reason],
});
