import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import { fetchResource, keyOf, ListPage, type ListAnswer } from '#kit/web/index.ts';
import { wallet, walletEntry } from '../model/wallet.ts';
import './wallet.css';

type WalletRow = WireRow<typeof wallet>;

/** 钱包: what is free, what is set aside, and every posting. */
export function WalletPage(): ReactNode {
  return <ListPage of={walletEntry} above={() => <Balances />} />;
}

function Balances(): ReactNode {
  const { data } = useQuery({
    queryKey: keyOf(wallet, 'balances'),
    queryFn: ({ signal }) => fetchResource<ListAnswer<WalletRow>>(wallet, 'list', {}, { signal }),
    staleTime: 0,
  });
  const rows = data?.records ?? [];
  return (
    <ul className="wa-balances" aria-label="钱包余额">
      {rows.map(({ id, currency, available, held }) => (
        <li key={id}>
          <span>
            可用 <b>{available}</b> {currency}
          </span>
          <span>
            冻结 <b>{held}</b> {currency}
          </span>
        </li>
      ))}
      {data && rows.length === 0 && <li>钱包里还没有钱：向平台付款，平台入账后在这里。</li>}
    </ul>
  );
}
