import { useQuery } from '@tanstack/react-query';
import { fetchRoute, keyOf } from '#kit/web/index.ts';
import { salesOrder } from '../model/order.ts';
import { glanceRoute, type OrderGlance } from '../model/routes.ts';

/** The glance of one order; the rows of a page ask together. */
export const useGlance = (id: string): OrderGlance | undefined =>
  useQuery({
    queryKey: keyOf(salesOrder, 'glance', id),
    queryFn: () => fetchTogether(id),
    retry: false,
  }).data;

interface PendingGlance {
  answer: (glance: OrderGlance) => void;
  refuse: (error: unknown) => void;
}

let waiting = new Map<string, PendingGlance[]>();

/** Gathers what is asked within one turn of the browser into one request. */
function fetchTogether(id: string): Promise<OrderGlance> {
  return new Promise((answer, refuse) => {
    if (waiting.size === 0) setTimeout(() => void send(), 0);
    waiting.set(id, [...(waiting.get(id) ?? []), { answer, refuse }]);
  });
}

async function send(): Promise<void> {
  const request = waiting;
  waiting = new Map();
  try {
    const ids = [...request.keys()];
    const found = await fetchRoute(glanceRoute, { query: { ids: ids.join(',') } });
    const byId = new Map(found.map((glance) => [glance.id, glance]));
    for (const [id, callers] of request) for (const { answer } of callers) answer(byId.get(id) ?? nothingOf(id));
  } catch (error) {
    for (const callers of request.values()) for (const { refuse } of callers) refuse(error);
  }
}

/** An order that is gone since the list was read. */
const nothingOf = (id: string): OrderGlance => ({
  id,
  open: 0,
  reserved: 0,
  packed: 0,
  shipped: 0,
  holds: [],
});
