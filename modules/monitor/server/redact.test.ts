import { expect, test } from 'vitest';
import { shownAddress, shownStatement } from './redact.ts';

const ID = '0198f2aa-1111-7000-8000-000000000001';

test.each([
  [
    '/api/orders/salesOrder/list?pageNo=2&keyword=Anna+Smith',
    '/api/orders/salesOrder/list',
    '/api/orders/salesOrder/list?pageNo=2&keyword=***',
  ],
  [`/api/orders/salesOrder/${ID}/accept`, '/api/orders/salesOrder/:id/accept', `/api/orders/salesOrder/${ID}/accept`],
  [
    '/api/sys/thirdLogin/getLoginUser/a-ticket/oidc',
    '/api/sys/thirdLogin/getLoginUser/:ticket/:thirdType',
    '/api/sys/thirdLogin/getLoginUser/***/***',
  ],
  ['/api/sys/randomImage/1629428467008', '/api/sys/randomImage/:key', '/api/sys/randomImage/***'],
  ['/api/sys/common/static/temp/secret.pdf', '/api/sys/common/static/*', '/api/sys/common/static/***'],
  [
    '/api/x?token=abc&ticket=d&code=e&state=f&password=g&sign=h',
    '/api/x',
    '/api/x?token=***&ticket=***&code=***&state=***&password=***&sign=***',
  ],
  // A harmless name does not make a value harmless, and a name may be a value.
  [
    '/api/x?column=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0&order=desc',
    '/api/x',
    '/api/x?column=***&order=desc',
  ],
  ['/api/x?eyJhbGciOiJIUzI1NiJ9-eyJzdWIi', '/api/x', '/api/x?***=***'],
  ['/api/orders/salesOrder/not an id/accept', '/api/orders/salesOrder/:id/accept', '/api/orders/salesOrder/***/accept'],
  // Nobody's route: whatever it may hold.
  ['/api/websocket/me/eyJhbGciOiJIUzI1NiJ9eyJzdWIiOiIxMjM', null, '/api/websocket/me/***'],
  ['/api/%3Cscript%3E/x', null, '/api/***/x'],
])('%s is shown as its route and what is harmless', (url, pattern, shown) => {
  expect(shownAddress({ url, pattern })).toBe(shown);
});

test('statements are shown without the texts that stand in them', () => {
  expect(shownStatement("select 'it''s' from t where a = $1 and b = 'x")).toBe(
    "select '***' from t where a = $1 and b = '***'",
  );
  expect(shownStatement("alter role x password\n  'hunter2'")).toBe("alter role x password '***'");
  expect(shownStatement('do $body$ secret $body$')).toBe("do '***'");
});
