import type { ReactNode } from 'react';
import { CopyButton } from '#kit/web/index.ts';
import type { salesOrder } from '../model/order.ts';
import { AddressDoubts } from './address-advice.tsx';
import type { OrderDetailRow } from './order-row.ts';

/** While an address can still be corrected here, it is said what is odd about it. */
const OPEN_TO_CORRECT = new Set(['new', 'accepted', 'ready']);

/** Where it goes. Who may not see buyers sees the region that shipping depends on. */
export function AddressPart({ order }: { order: OrderDetailRow }): ReactNode {
  const text = (key: keyof typeof salesOrder.fields): string => String(order[key] ?? '').trim();
  const isMasked = !('shipToName' in order);
  const region = [text('shipToState'), text('shipToPostalCode')].filter(Boolean).join(' ');
  const rows = [
    text('shipToName'),
    text('shipToAddress1'),
    text('shipToAddress2'),
    [text('shipToCity'), region].filter(Boolean).join(', '),
    text('shipToCountry'),
    text('shipToPhone') && `电话 ${text('shipToPhone')}`,
  ].filter((row) => row !== '');
  return (
    <section className="wb-detail-part">
      <h2>
        收货地址
        {!isMasked && <CopyButton text={rows.join('\n')} what="地址" />}
      </h2>
      <address className="or-address">
        {rows.map((row, index) => (
          <div key={`${index}-${row}`}>{row}</div>
        ))}
      </address>
      {OPEN_TO_CORRECT.has(order.status) && <AddressDoubts order={order} />}
      {isMasked && <p className="or-weak">没有查看收件人信息的权限。</p>}
    </section>
  );
}
