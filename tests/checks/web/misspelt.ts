import { pathOf } from '#kit/model/route.ts';
import { fetchResource } from '#kit/web/resource-call.ts';
import { ListPage, useRow } from '#kit/web/index.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { glanceRoute } from '#modules/orders/model/routes.ts';
import { sessionCalls } from '#modules/system/model/routes/session.ts';
import { call, download } from '#ui/http/http.ts';
import { fetchRoute } from '#ui/http/route-call.ts';

// What must not compile in a browser. The check of types fails as soon as one of these lines is taken.

export async function misspeltRoutes(): Promise<void> {
  // @ts-expect-error routes are values: nobody answers a path made up here
  await fetchRoute('/orders/salesOrder/glanse');
  // @ts-expect-error the route does not ask for this
  await fetchRoute(glanceRoute, { query: { id: '1' } });
  const [found] = await fetchRoute(glanceRoute, { query: { ids: '1' } });
  // @ts-expect-error the route does not answer this
  found?.opened?.toFixed();
  const written = { method: 'GET', path: '/orders/glance', access: 'public', summary: '' } as const;
  // @ts-expect-error a route is declared, not written beside its call
  await fetchRoute(written);
  // @ts-expect-error a path is made by a declaration, never written
  await call('GET', '/orders/salesOrder/glance');
  // @ts-expect-error the same for files
  await download('/orders/salesOrder/exportXls');
  // @ts-expect-error and for lists that another route answers
  await fetchResource(salesOrder, 'list', {}, { path: '/orders/salesOrder/lost' });
  await call('GET', pathOf(glanceRoute));
  // @ts-expect-error the route does not take this
  await fetchRoute(sessionCalls.signIn, { body: { username: 'a', passwort: 'b' } });
  // @ts-expect-error the path of the route needs a key
  await fetchRoute(sessionCalls.captcha);
}

export function MisspeltAnswers(): void {
  const { data: shown } = useRow(salesOrder, '1');
  // @ts-expect-error a column that the declaration does not have
  shown?.channelOrderNumber?.trim();
  // @ts-expect-error a state that the document never has
  if (shown?.status === 'acepted') return;
  void ListPage({
    of: salesOrder,
    // @ts-expect-error lists show columns of their declaration
    columns: ['channelOrderNo', 'statuss'],
    // @ts-expect-error and so do the rows that they hand out
    onOpen: (row) => row.orderNumber,
  });
}
