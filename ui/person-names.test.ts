import { expect, test } from 'vitest';
import { widgetServices } from './services.ts';
import { askPersonName, personName, watchPersonNames } from './person-names.ts';

test('people are asked for together, once, and called by their names; who is unknown stays as written', async () => {
  const requests: string[] = [];
  widgetServices.provide({
    realNames: async (usernames: string) => {
      requests.push(usernames);
      return [{ username: 'caigou', realname: '赵采购' }];
    },
  } as unknown as Parameters<typeof widgetServices.provide>[0]);
  expect(personName('caigou')).toBe('caigou');
  const reported = new Promise<void>((resolve) => watchPersonNames(resolve));
  for (const username of ['caigou', '系统', 'caigou']) askPersonName(username);
  await reported;
  expect(personName('caigou')).toBe('赵采购');
  expect(personName('系统')).toBe('系统');
  askPersonName('caigou');
  askPersonName('系统');
  await new Promise((later) => setTimeout(later, 0));
  expect(requests).toEqual(['caigou,系统']);
});
