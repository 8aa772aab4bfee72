import { expect, test } from 'vitest';
import { addressMask, sealedAddress } from '#kit/model/address.ts';
import { dict } from '#kit/model/dict.ts';
import { choice, link, text } from '#kit/model/field.ts';
import { defineLifecycle } from '#kit/model/lifecycle.ts';
import { defineDocument } from '#kit/model/resource.ts';
import type { Assembled } from '#kit/server/assembled.ts';
import { sql } from '#kit/server/sql.ts';
import { componentFaults, maskFaults, scopeFaults, todoFaults } from '#tools/declared-faults.ts';

const states = dict('parcel_state', { open: '未发', sent: '已发' });
const parcel = defineDocument({
  module: 'demo',
  name: 'parcel',
  title: '包裹',
  label: 'no',
  fields: { no: text('编号'), status: choice('状态', states, { derived: true }) },
  list: ['no'],
  search: ['no'],
  form: [],
});
const lifecycle = defineLifecycle(parcel, {
  initial: 'open',
  births: {},
  states: { open: ['未发', 'idle'], sent: ['已发', 'done'] },
  tabs: { open: { title: '未发', states: ['open'] } },
  moves: { send: { title: '发货', from: ['open'], to: 'sent' } },
});

const product = (more: object): Assembled =>
  ({
    menus: [],
    todos: [],
    declared: { resources: [parcel], views: [], lifecycles: [lifecycle], settings: [] },
    ...more,
  }) as never;

const PAGES = [{ path: 'modules/demo/web/pages.ts', source: "  'demo/ParcelDesk': { load: () => 1 }," }];

test.each([
  ['demo/ParcelDesk', []],
  ['demo/ParcelDesk?tab=open', []],
  ['list/demo/parcel', []],
  ['demo/ParcelDeks', ['menu /p: no page is called demo/ParcelDeks']],
  ['list/demo/parcell', ['menu /p: no page is called list/demo/parcell']],
])('a menu leads to %s', (component, faults) => {
  expect(componentFaults(product({ menus: [{ path: '/p', component }] }), PAGES)).toEqual(faults);
});

test.each([
  [{ tab: 'open', no_begin: 'A' }, []],
  [{ tab: 'sent' }, ['to-do late: its list knows no tab sent']],
  [{ tab: 'open', statuss: 'open' }, ['to-do late: its list knows no statuss']],
])('a to-do asks its list for %o', (query, faults) => {
  const todo = { sort: 1, key: 'late', band: 'today', resource: parcel, where: sql`true`, path: '/p', query };
  expect(todoFaults(product({ todos: [todo] }))).toEqual(faults);
});

test('rows that name a shop or a warehouse say who sees them', () => {
  const about = { module: 'demo', title: '库位', label: 'no', list: [], search: [], form: [] } as const;
  const fields = { no: text('编号'), warehouseId: link('仓库', 'base:warehouse') };
  const open = defineDocument({ ...about, name: 'place', fields });
  const scoped = defineDocument({ ...about, name: 'scoped', fields, scope: { warehouses: 'warehouseId' } });
  expect(scopeFaults([parcel, scoped])).toEqual([]);
  expect(scopeFaults([open])).toEqual(['demo:place: names a shop or a warehouse and has no scope']);
});

test('a mask of an address hides all of it that names a person', () => {
  const about = { module: 'demo', title: '收货', label: 'no', list: [], search: [], form: [] } as const;
  const fields = { no: text('编号'), ...sealedAddress('shipTo', { always: true }) };
  const whole = defineDocument({ ...about, name: 'whole', fields, masks: { pii: addressMask('shipTo') } });
  const most = addressMask('shipTo').filter((key) => key !== 'shipToPostalCode');
  const half = defineDocument({ ...about, name: 'half', fields, masks: { pii: most } });
  expect(maskFaults([parcel, whole])).toEqual([]);
  expect(maskFaults([half])).toEqual(['demo:half: the mask pii leaves out shipToPostalCode']);
});
