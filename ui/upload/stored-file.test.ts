import { expect, test } from 'vitest';
import { provideServices } from '#console/services.ts';
import { storedFilePath } from './stored-file.ts';

provideServices();

test('a file the server names is fetched through our API, never from elsewhere', () => {
  expect(storedFilePath('/api/sys/common/static/a/b.xls', '/api')).toBe('/sys/common/static/a/b.xls');
  expect(storedFilePath('https://evil.example/api/files/b.xls', '/api')).toBe('/files/b.xls');
  expect(storedFilePath('/base/warehouse/errors/1', '/api')).toBe('/base/warehouse/errors/1');
  expect(storedFilePath('temp/错误.xls', '/api')).toBe('/sys/common/static/temp/错误.xls');
});
