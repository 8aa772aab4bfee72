import { expect, test } from 'vitest';
import { modules } from '#app/modules.ts';
import { grantsOf } from '#kit/server/assemble.ts';
import { declaredPermissions } from '#kit/model/permission.ts';
import { anyCovers, covers } from './permission-code.ts';
import { grantedByDefault, PRESET_ROLES } from './preset-roles.ts';
import { text } from '#kit/model/field.ts';
import { defineLifecycle } from '#kit/model/lifecycle.ts';
import { defineDocument, defineLedger, defineRegister } from '#kit/model/resource.ts';

const about = { title: '样例', fields: { no: text('编号') }, label: 'no' } as const;
const views = { list: [], search: [], form: [] } as const;
const order = defineDocument({ module: 'orders', name: 'salesOrder', ...about, ...views });
const resources = [
  order,
  defineLedger({ module: 'inventory', name: 'stockLevel', ...about, ...views }),
  defineRegister({ module: 'base', name: 'warehouse', ...about, ...views }),
];
const lifecycles = [
  defineLifecycle(order, {
    initial: 'open',
    births: {},
    states: { open: ['待接单', 'idle'], done: ['已接单', 'done'] },
    tabs: {},
    moves: {
      accept: { title: '接单', from: ['open'], to: 'done' },
      finish: { title: '完成', from: ['done'], to: 'done', system: true },
    },
  }),
];

const GRANTS = grantsOf(modules);
const who = (code: string): string[] =>
  PRESET_ROLES.map((role) => role.code).filter((role) => grantedByDefault(GRANTS, role)(code));

test('no module gives to a role that there is not', () => {
  const known = PRESET_ROLES.map(({ code }) => code);
  for (const role of Object.keys(GRANTS)) expect(known).toContain(role);
});

test('a star stands for one segment, at the end for all that follow', () => {
  expect(covers('*', 'orders:salesOrder:accept')).toBe(true);
  expect(covers('orders:*', 'orders:salesOrder:accept')).toBe(true);
  expect(covers('orders:*:accept', 'orders:salesOrder:accept')).toBe(true);
  expect(covers('orders:*:accept', 'orders:salesOrder:reject')).toBe(false);
  expect(covers('orders:*:accept', 'orders:accept')).toBe(false);
  expect(covers('orders:*', 'orders')).toBe(false);
  expect(covers('orders:salesOrder', 'orders:salesOrder:accept')).toBe(false);
});

test('of many patterns one is enough, whatever its first segment is', () => {
  const isCovered = anyCovers(['orders:*', 'orders:salesOrder:list', '*:*:export', 'field:pii:view']);
  expect(isCovered('orders:salesOrder:accept')).toBe(true);
  expect(isCovered('catalog:sku:export')).toBe(true);
  expect(isCovered('field:pii:view')).toBe(true);
  expect(isCovered('field:cost:view')).toBe(false);
  expect(isCovered('catalog:sku:list')).toBe(false);
  expect(anyCovers(['*'])('catalog:sku:list')).toBe(true);
  expect(anyCovers([])('catalog:sku:list')).toBe(false);
});

test('the defaults follow the table of who may', () => {
  expect(who('orders:salesOrder:accept')).toEqual(['TADM', 'OPS']);
  expect(who('orders:salesOrder:hold')).toEqual(['TADM', 'OPS', 'CS']);
  for (const verb of ['add', 'edit', 'submit', 'discard'])
    expect(who(`orders:salesOrder:${verb}`)).toEqual(['TADM', 'OPS', 'CS']);
  expect(who('orders:salesOrder:acceptPrice')).toEqual(['TADM', 'FIN', 'FINR']);
  expect(who('fulfilment:shipment:ship')).toEqual(['TADM', 'WH']);
  expect(who('fulfilment:shipment:unship')).toEqual(['TADM']);
  expect(who('channels:stockPush:override')).toEqual(['TADM']);
  expect(who('inventory:stockAdjustment:submit')).toEqual(['TADM', 'WH']);
  expect(who('inventory:stockAdjustment:approve')).toEqual(['TADM', 'FINR']);
  expect(who('field:cost:view')).toEqual(['TADM', 'OPS', 'BUY', 'FIN', 'FINR', 'AUD']);
  expect(who('system:user:add')).toEqual(['TADM']);
  expect(who('monitor:disk:list')).toEqual(['PADM']);
});

test('what one module takes out, no other gives: not even everything', () => {
  const grants = {
    TADM: [{ may: ['*'] }, { may: [], except: ['wallet:*:approve'] }],
    PADM: [{ may: ['wallet:recharge:approve'] }],
  };
  const may = (role: string, code: string): boolean => grantedByDefault(grants, role)(code);
  expect(may('TADM', 'wallet:recharge:list')).toBe(true);
  expect(may('TADM', 'wallet:recharge:approve')).toBe(false);
  expect(may('PADM', 'wallet:recharge:approve')).toBe(true);
});

test('the auditor reads everything of the business and writes nothing', () => {
  const isAuditors = grantedByDefault(GRANTS, 'AUD');
  for (const { code } of declaredPermissions(resources, lifecycles)) {
    const isReading = /:(list|export)$/.test(code);
    expect([code, isAuditors(code)]).toEqual([code, isReading]);
  }
});

test('the auditor opens no door: texts of messages, invitations, sessions and the exports of others stay shut', () => {
  const isAuditors = grantedByDefault(GRANTS, 'AUD');
  for (const code of ['system:message:list', 'system:message:export', 'system:invitation:list'])
    expect([code, isAuditors(code)]).toEqual([code, false]);
  for (const code of ['system:online:list', 'system:fileJob:list', 'platform:message:code'])
    expect([code, isAuditors(code)]).toEqual([code, false]);
  for (const code of ['system:log:list', 'system:dataLog:list', 'system:role:list'])
    expect([code, isAuditors(code)]).toEqual([code, true]);
  expect(who('platform:message:code')).toEqual(['PADM']);
});

test('rights follow from declarations once each', () => {
  const codes = declaredPermissions(resources, lifecycles).map((one) => one.code);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes).toContain('orders:salesOrder:accept');
  expect(codes).not.toContain('orders:salesOrder:finish');
  expect(codes).not.toContain('orders:salesOrder:delete');
  expect(codes).not.toContain('inventory:stockLevel:add');
});
