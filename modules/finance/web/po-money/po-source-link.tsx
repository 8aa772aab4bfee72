import type { ReactNode } from 'react';
import { detailPath, SourceLink } from '#kit/web/index.ts';
import type { PoSource, PoSourceKind } from '../../model/po-money/po-money-routes.ts';

const PLACES: Readonly<Record<PoSourceKind, { module: string; name: string; title: string }>> = {
  order: { module: 'orders', name: 'salesOrder', title: '看订单' },
  shipment: { module: 'fulfilment', name: 'shipment', title: '看发货单' },
  invoice: { module: 'finance', name: 'invoice', title: '看发票' },
  remittance: { module: 'finance', name: 'remittance', title: '看回款单' },
  payment: { module: 'finance', name: 'payment', title: '看收付款' },
  deduction: { module: 'finance', name: 'deduction', title: '看扣款' },
  creditNote: { module: 'aftersales', name: 'creditNote', title: '看退款单' },
  returnOrder: { module: 'aftersales', name: 'returnOrder', title: '看退货单' },
  claim: { module: 'aftersales', name: 'claim', title: '看索赔' },
};

/** The number of a document as the way to it; the number alone for whoever may not open it. */
export function PoSourceLink({ of: { kind, id, no } }: { of: Pick<PoSource, 'kind' | 'id' | 'no'> }): ReactNode {
  const { title, ...resource } = PLACES[kind];
  return (
    <SourceLink title={title} permission={`${resource.module}:${resource.name}:list`} path={detailPath(resource, id)}>
      {no || title}
    </SourceLink>
  );
}
