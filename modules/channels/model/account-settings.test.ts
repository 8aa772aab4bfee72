import { expect, test } from 'vitest';
import { addressFaults, settingsFaults, type SettingsOwner } from './account-settings.ts';

const plain = { secret: false, required: false };
const channel = (more: { required: boolean }): SettingsOwner => ({
  code: 'market',
  title: '市场',
  accountFields: [
    { ...plain, key: 'apiUrl', title: '接口地址', role: 'address' },
    { ...plain, key: 'seller', title: '商家编号', identifies: true },
    { ...plain, key: 'pages', title: '页数' },
    { key: 'apiKey', title: '密钥', secret: true, ...more },
  ],
});
const before = {
  channelCode: 'market',
  environment: 'sandbox',
  settings: { apiUrl: 'https://market.example', seller: 'S1', pages: '1' },
};
const faults = (required: boolean, settings: object, about: object = {}): unknown[] => {
  const after = { ...before, settings: { ...before.settings, ...settings } };
  const account = { ...after, hasSecret: true, isSecretNew: false, before, ...about };
  return settingsFaults([channel({ required })], account, []).map(({ message }) => message);
};

test.each([true, false])('a secret that is kept goes to nobody it was not given for (required: %s)', (required) => {
  const again = ['渠道、环境、接口地址或 商家编号 已修改，请重新输入密钥'];
  expect(faults(required, { apiUrl: 'https://thief.example' })).toEqual(again);
  expect(faults(required, { seller: 'S2' })).toEqual(again);
  expect(faults(required, {}, { environment: 'live' })).toHaveLength(2);
  expect(faults(required, { pages: '2' })).toEqual([]);
  expect(faults(required, { seller: 'S2' }, { isSecretNew: true })).toEqual([]);
});

test('a secret that a marketplace can do without may be missing', () => {
  const none = { hasSecret: false };
  expect(faults(false, { apiUrl: 'https://other.example' }, none)).toEqual([]);
  expect(faults(true, {}, none)).toEqual(['请输入密钥']);
});

test('a marketplace whose shops have hosts of their own is called there alone', () => {
  const shops: SettingsOwner = { ...channel({ required: false }), domains: ['market.example'] };
  const live = (apiUrl: string): unknown[] =>
    addressFaults(shops, { environment: 'live', settings: { apiUrl } }, []).map(({ message }) => message);
  expect(live('https://our-shop.market.example')).toEqual([]);
  expect(live('https://our-shop.market.example/api')).toEqual([]);
  const refused = ['接口地址不是 市场 的地址；使用其他地址须先由平台运营为本租户开通'];
  expect(live('https://thief-market.example')).toEqual(refused);
  expect(live('https://market.example')).toEqual(refused);
  expect(live('https://our-shop.market.example.thief.example')).toEqual(refused);
  expect(live('https://our-shop.market.example:8443')).toEqual(refused);
  expect(live('https://our-shop.market.example@thief.example')).toEqual(refused);
  expect(live('http://our-shop.market.example')).toEqual(['接口地址须以 https:// 开头']);
});
