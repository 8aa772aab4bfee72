import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  fetchRoute,
  keyOf,
  refreshResource,
  runMove,
  toast,
  toastError,
  useActionKeys,
  usePermission,
} from '#kit/web/index.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import { salesOrder } from '../model/order.ts';
import { addressAdviceRoute, type AddressAdvice } from '../model/routes.ts';
import type { OrderDetailRow } from './order-row.ts';

type Suggestion = AddressAdvice['suggestions'][number];

const STATES = ['new', 'accepted', 'ready'];

/** What is odd about the address of an order; asked once more whenever the order is another. */
export function useAdvice(order: OrderDetailRow) {
  return useQuery<AddressAdvice>({
    queryKey: keyOf(salesOrder, 'addressAdvice', `${order.id}.${order.version}`),
    queryFn: () => fetchRoute(addressAdviceRoute, { query: { id: order.id } }),
    retry: false,
  });
}

/**
 * In the hold of an address: each suggestion with a button that takes it, in front of what else clears
 * it. All come together, so that the keyboard begins at the first suggestion.
 */
export function AddressSuggestions({ order, children }: { order: OrderDetailRow; children: ReactNode }): ReactNode {
  const { data: advice, isPending } = useAdvice(order);
  const mayAdopt = usePermission('orders:salesOrder:adoptAddress');
  if (isPending) return null;
  const isOffered = mayAdopt && STATES.includes(order.status);
  return (
    <>
      {isOffered &&
        advice?.suggestions.map((one) => (
          <AdoptButton key={JSON.stringify(one.patch)} order={order} suggestion={one} />
        ))}
      {children}
    </>
  );
}

function AdoptButton({
  order,
  suggestion: { patch, reason, source, titles },
}: {
  order: OrderDetailRow;
  suggestion: Suggestion;
}): ReactNode {
  const keys = useActionKeys();
  const [isBusy, setBusy] = useState(false);
  const adopt = async (): Promise<void> => {
    const body = { patch, source, version: order.version };
    setBusy(true);
    try {
      await runMove(orderLifecycle, order.id, 'adoptAddress', body, keys.keyFor(body));
      keys.settle(null);
      toast.done(`已采用：${reason}`);
      await refreshResource(salesOrder);
    } catch (error) {
      keys.settle(error);
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button type="primary" loading={isBusy} title={`${titles}：${reason}（${source}）`} onClick={() => void adopt()}>
      采用 {reason}
    </Button>
  );
}

/** Beside the address: what is doubtful about it and holds nothing. */
export function AddressDoubts({ order }: { order: OrderDetailRow }): ReactNode {
  const { data: advice } = useAdvice(order);
  if (!advice || advice.findings.length === 0) return null;
  return (
    <ul className="or-address-doubts" aria-label="地址检查">
      {advice.findings.map(({ part, title, level, reason }) => (
        <li key={`${part} ${reason}`} className={level === 'bad' ? 'or-bad' : 'or-weak'}>
          {title}：{reason}
        </li>
      ))}
    </ul>
  );
}
