import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { fetchRoute, grouped, keyOf, SourceLink, usePermission } from '#kit/web/index.ts';
import { supplierBill } from '../model/supplier-bill.ts';
import { supplierBalanceRoute, type SupplierBalance } from '../model/supplier-credit.ts';
import './purchasing.css';

/** Where the credits of a supplier that may still be used are listed. */
export const openCreditsPath = (supplierId: string): string => `/purchase/credit?supplierId=${supplierId}&status=open`;

/** What is owed to a supplier and what it owes us, by currency; nothing where that is hidden. */
export function useSupplierBalance(supplierId: string): readonly SupplierBalance[] {
  const maySee = usePermission('purchasing:supplierBill:list');
  const { data } = useQuery({
    queryKey: keyOf(supplierBill, 'balance', supplierId),
    queryFn: ({ signal }) => fetchRoute(supplierBalanceRoute, { params: { supplierId }, signal }),
    enabled: maySee && supplierId !== '',
    staleTime: 0,
  });
  return data?.balances ?? [];
}

/** On a supplier: open bills, what its credits take off them, and what is left to pay. */
export function SupplierBalances({ supplierId }: { supplierId: string }): ReactNode {
  const balances = useSupplierBalance(supplierId);
  if (balances.length === 0) return null;
  return (
    <span className="pu-standing">
      {balances.map(({ currency, owed, credits, net }) => (
        <span key={currency}>
          <SourceLink
            title="看未付的应付单"
            permission="purchasing:supplierBill:list"
            path={`/purchase/bill?supplierId=${supplierId}&tab=posted`}
          >
            未付 {grouped(owed)} {currency}
          </SourceLink>
          {Number(credits) > 0 && (
            <>
              {' '}
              <SourceLink
                title="看可抵扣的退款单"
                permission="purchasing:supplierCredit:list"
                path={openCreditsPath(supplierId)}
              >
                可抵扣 {grouped(credits)}
              </SourceLink>{' '}
              净额 {grouped(net)}
            </>
          )}
        </span>
      ))}
    </span>
  );
}
