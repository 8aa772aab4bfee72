import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { printByCommand, printToFolder, type Printers } from './printers.ts';
import { startBridge } from './serve.ts';

const CONSOLE = 'http://127.0.0.1:3000';
const TOKEN = 'a long secret';
const PDF = Buffer.from('%PDF-1.4 one label');

let folder: string;
let bridge: Awaited<ReturnType<typeof startBridge>>;

const start = async (printers: Printers): Promise<void> => {
  bridge = await startBridge({
    port: 0,
    origins: [CONSOLE],
    token: TOKEN,
    spool: join(folder, 'spool'),
    printers,
  });
};
const paper = (): string => join(folder, 'paper');

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waybill-bridge-'));
  await start(printToFolder(paper()));
});
afterEach(async () => {
  await bridge.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = async (
  path: string,
  { headers, ...init }: RequestInit & { headers?: Record<string, string> } = {},
): Promise<[status: number, body: Record<string, unknown>]> => {
  const response = await fetch(bridge.address + path, {
    headers: { origin: CONSOLE, authorization: `Bearer ${TOKEN}`, ...headers },
    ...init,
  });
  return [
    response.status,
    response.status === 204 ? {} : ((await response.json()) as object as Record<string, unknown>),
  ];
};

const put = (id: string, body = PDF, query = ''): ReturnType<typeof ask> =>
  ask(`/v1/jobs/${id}${query}`, { method: 'PUT', body: new Uint8Array(body) });

test('it is discovered without a token, by the consoles that it knows alone', async () => {
  expect(await ask('/v1/bridge', { headers: { authorization: '' } })).toEqual([
    200,
    { name: 'waybill-print-bridge', version: 1 },
  ]);
  expect((await ask('/v1/bridge', { headers: { origin: 'https://evil.example' } }))[0]).toBe(403);
  expect((await fetch(`${bridge.address}/v1/bridge`)).status).toBe(403);
  for (const authorization of ['', 'Bearer wrong', TOKEN])
    expect((await ask('/v1/printers', { headers: { authorization } }))[0]).toBe(401);
  const preflight = await fetch(`${bridge.address}/v1/printers`, {
    method: 'OPTIONS',
    headers: { origin: CONSOLE },
  });
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, CONSOLE]);
});

test('a label is printed once, however often it is sent', async () => {
  expect((await ask('/v1/printers'))[1]).toEqual({
    printers: [{ id: 'folder', name: '文件夹 paper', status: 'ready', isDefault: true }],
  });
  const answers = await Promise.all([1, 2, 3].map(() => put('box-0001')));
  for (const answer of answers)
    expect(answer).toEqual([200, { id: 'box-0001', printer: 'folder', status: 'done', error: null }]);
  expect(readdirSync(paper())).toEqual(['box-0001.pdf']);
  expect(await ask('/v1/jobs/box-0001')).toEqual(answers[0]);
  expect((await put('box-0001', Buffer.from('%PDF-1.4 another')))[0]).toBe(409);
  await bridge.close();
  rmSync(join(paper(), 'box-0001.pdf'));
  await start(printToFolder(paper()));
  // It remembers over a restart.
  expect((await put('box-0001'))[1]).toMatchObject({ status: 'done' });
  expect(readdirSync(paper())).toEqual([]);
});

test('a printer that is gone is said, and the same job is printed once it is back', async () => {
  renameSync(paper(), `${paper()}-away`);
  expect((await put('box-0002'))[1]).toMatchObject({ status: 'failed', error: '打印机不在线' });
  expect((await ask('/v1/printers'))[1]).toMatchObject({ printers: [{ status: 'gone' }] });
  renameSync(`${paper()}-away`, paper());
  expect((await put('box-0002'))[1]).toMatchObject({ status: 'done' });
  expect(readdirSync(paper())).toEqual(['box-0002.pdf']);
});

test('what was printing when it ended is never printed again by itself', async () => {
  await put('box-0003');
  const path = join(folder, 'spool', 'box-0003.json');
  const job = JSON.parse(readFileSync(path, 'utf8')) as object;
  writeFileSync(path, JSON.stringify({ ...job, status: 'printing' }));
  rmSync(join(paper(), 'box-0003.pdf'));
  expect((await put('box-0003'))[1]).toMatchObject({ status: 'unknown' });
  expect((await ask('/v1/jobs/box-0003'))[1]).toMatchObject({ status: 'unknown' });
  expect(readdirSync(paper())).toEqual([]);
});

test('what is no label is refused', async () => {
  expect((await put('box-0004', Buffer.from('hello')))[0]).toBe(422);
  expect((await put('box-0004', PDF, '?printer=elsewhere'))[0]).toBe(404);
  expect((await put('..%2F..%2Fetc'))[0]).toBe(404);
  expect((await put('short'))[0]).toBe(404);
  expect((await ask('/v1/jobs/box-9999'))[0]).toBe(404);
  expect((await put('box-0005', Buffer.alloc(21 * 1024 * 1024)).catch(() => [413]))[0]).toBe(413);
  expect(readdirSync(join(folder, 'spool'))).toEqual([]);
});

test('ZPL is printed as it came, by a command of its own', async () => {
  const zpl = Buffer.from('^XA^FO50,50^FD1Z999^FS^XZ');
  expect((await put('box-0008', zpl))[1]).toMatchObject({ status: 'done' });
  expect(readFileSync(join(paper(), 'box-0008.zpl'))).toEqual(zpl);
  await bridge.close();
  await start(printByCommand('false', ['one']));
  const without = { status: 'failed', error: expect.stringContaining('ZPL') as string };
  expect((await put('box-0009', zpl))[1]).toMatchObject(without);
  await bridge.close();
  await start(printByCommand('false', ['one'], `cp {file} ${join(folder, 'raw.zpl')}`));
  expect((await put('box-0009', zpl))[1]).toMatchObject({ status: 'done' });
  expect(readFileSync(join(folder, 'raw.zpl'))).toEqual(zpl);
});

test('a command prints, and says why it did not', async () => {
  await bridge.close();
  await start(printByCommand('cp {file} {printer}', [join(folder, 'printed.pdf'), '/nowhere/at/all']));
  const good = encodeURIComponent(join(folder, 'printed.pdf'));
  expect((await put('box-0006', PDF, `?printer=${good}`))[1]).toMatchObject({ status: 'done' });
  expect(readdirSync(folder)).toContain('printed.pdf');
  const [, bad] = await put('box-0007', PDF, '?printer=%2Fnowhere%2Fat%2Fall');
  expect(bad).toMatchObject({ status: 'failed', error: expect.stringContaining('cp') });
});
