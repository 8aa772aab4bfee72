import { expect, test } from 'vitest';
import { widgetServices } from './services.ts';
import { askPersonName, personName, watchPersonNames } from './person-names.ts';

test('people are asked for together, once, and called by their names; who is unknown stays as written', async () => {
  const asked: string[] = [];
  widgetServices.provide({
    realNames: async (usernames: string) => {
      asked.push(usernames);
      return [{ username: 'caigou', realname: '赵采购' }];
    },
  } as unknown as Parameters<typeof widgetServices.provide>[0]);
  expect(personName('caigou')).toBe('caigou');
  const told = new Promise<void>((tell) => watchPersonNames(tell));
  for (const username of ['caigou', '系统', 'caigou']) askPersonName(username);
  await told;
  expect(personName('caigou')).toBe('赵采购');
  expect(personName('系统')).toBe('系统');
  askPersonName('caigou');
  askPersonName('系统');
  await new Promise((later) => setTimeout(later, 0));
  expect(asked).toEqual(['caigou,系统']);
});
