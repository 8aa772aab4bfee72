import { strToU8, zipSync } from 'fflate';
import type { Zippable } from 'fflate';
import { expect, test } from 'vitest';
import { readSheet } from './sheet-reader.ts';
import { SheetError } from './sheet-error.ts';

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

function workbook(extra: Record<string, string | Uint8Array>): Buffer {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
  const files: Record<string, string | Uint8Array> = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': `<Relationships>${relation('a', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns:r="${RELATIONS}"><sheets><sheet name="s" r:id="s"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      `<Relationships>${relation('s', 'worksheet', 'sheet.xml')}` +
      `${relation('t', 'sharedStrings', 'strings.xml')}</Relationships>`,
    'xl/sheet.xml': '<worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>',
    ...extra,
  };
  const zippable: Zippable = {};
  for (const [name, content] of Object.entries(files)) {
    zippable[name] = [typeof content === 'string' ? strToU8(content) : content, { level: 9 }];
  }
  return Buffer.from(zipSync(zippable));
}

/** Reads to the end and answers the refusal; fails when it cost more than two seconds of CPU. */
async function refusal(file: Buffer): Promise<SheetError> {
  const before = process.cpuUsage();
  const error = await Array.fromAsync(readSheet(file)).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  // Our own CPU: a busy machine stretches the clock, not the work.
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(2);
  expect(error).toBeInstanceOf(SheetError);
  const refused = error as SheetError;
  expect(refused.message).toMatch(/[\u4e00-\u9fff]/);
  return refused;
}

const rowsOf = (xml: string) => `<worksheet><sheetData>${xml}</sheetData></worksheet>`;

test('the honest workbook under the hostile ones is accepted', async () => {
  expect(await Array.fromAsync(readSheet(workbook({})))).toEqual([{ rowNumber: 1, cells: ['1'] }]);
});

test('whoever has other documents in a workbook as objects learns which', async () => {
  const file = workbook({ 'xl/embeddings/Microsoft_Word_Document.docx': workbook({}) });
  expect(await refusal(file)).toMatchObject({
    code: 'unsafe',
    message: '文件中嵌有其他文档（对象），请删除后再导入',
  });
});

test('a bomb is refused by its directory', async () => {
  const spaces = new Uint8Array(40 * 1024 * 1024).fill(0x20);
  const bomb = workbook({ 'xl/sheet.xml': spaces });
  expect(bomb.length).toBeLessThan(100 * 1024);
  const before = process.memoryUsage().rss;
  expect((await refusal(bomb)).code).toBe('unsafe');
  expect(process.memoryUsage().rss - before).toBeLessThan(32 * 1024 * 1024);
});

test('a directory that claims four gigabytes is refused', async () => {
  const file = workbook({});
  patchDirectory(file, 'xl/sheet.xml', (entry) => file.writeUInt32LE(0xffff_fff0, entry + 24));
  expect((await refusal(file)).code).toBe('too_large');
});

test('a part that unpacks to more than its declared size is refused', async () => {
  const file = workbook({ 'xl/sheet.xml': rowsOf('<row><c><v>1</v></c></row>'.repeat(50_000)) });
  patchDirectory(file, 'xl/sheet.xml', (entry) => file.writeUInt32LE(1_000, entry + 24));
  expect((await refusal(file)).code).toBe('unreadable');
});

test('a flipped bit in stored text is noticed', async () => {
  const file = Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries({
          '[Content_Types].xml': '<Types/>',
          '_rels/.rels': `<Relationships><Relationship Id="a" Type="${RELATIONS}/officeDocument" Target="w.xml"/></Relationships>`,
          'w.xml': `<workbook xmlns:r="r"><sheets><sheet r:id="s"/></sheets></workbook>`,
          '_rels/w.xml.rels': `<Relationships><Relationship Id="s" Type="x/worksheet" Target="s.xml"/></Relationships>`,
          's.xml': rowsOf('<row><c><v>4711</v></c></row>'),
        }).map(([name, xml]) => [name, strToU8(xml)]),
      ),
      { level: 0 },
    ),
  );
  file[file.indexOf('4711')] = '9'.charCodeAt(0);
  expect((await refusal(file)).code).toBe('unreadable');
});

test('a hundred thousand entries are refused', async () => {
  const many: Zippable = {};
  for (let index = 0; index < 100_000; index += 1) many[`x${index}`] = [new Uint8Array(), { level: 0 }];
  const file = Buffer.from(zipSync(many));
  expect((await refusal(file)).code).toBe('unsafe');
}, 20_000);

test.each([
  ['../../etc/passwd', 'a path upwards'],
  ['/etc/passwd', 'an absolute path'],
  ['C:/x.xml', 'a drive'],
  ['xl/embeddings/inner.xlsx', 'an archive inside'],
  ['xl/media/inner.zip', 'an archive inside'],
])('an entry named %s (%s) is refused', async (name) => {
  expect((await refusal(workbook({ [name]: 'x' }))).code).toBe('unsafe');
});

test('two entries of one name are refused', async () => {
  expect((await refusal(workbook({ 'XL/Sheet.xml': 'x' }))).code).toBe('unsafe');
});

test.each([
  '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row><c t="inlineStr"><is><t>&e;</t></is></c></row></sheetData></worksheet>',
  '<!DOCTYPE x SYSTEM "http://127.0.0.1/x.dtd"><worksheet/>',
])('external entities are refused', async (xml) => {
  expect((await refusal(workbook({ 'xl/sheet.xml': xml }))).code).toBe('unsafe');
});

test('an unknown entity, broken XML, bad UTF-8 and a missing part are damage', async () => {
  const damaged = [
    { 'xl/sheet.xml': rowsOf('<row><c t="str"><v>&e;</v></c></row>') },
    { 'xl/sheet.xml': '<worksheet><sheetData><row></worksheet>' },
    { 'xl/sheet.xml': Uint8Array.of(0x3c, 0x61, 0x3e, 0xff, 0xfe) },
  ];
  for (const parts of damaged) expect((await refusal(workbook(parts))).code).toBe('unreadable');
  const whole = workbook({});
  expect((await refusal(whole.subarray(0, whole.length - 40))).code).toBe('unreadable');
});

test('one long shared string named by every cell is refused', async () => {
  const cells = '<c t="s"><v>0</v></c>'.repeat(500);
  const file = workbook({
    'xl/strings.xml': `<sst><si><t>${'x'.repeat(32_000)}</t></si></sst>`,
    'xl/sheet.xml': rowsOf(`<row>${cells}</row>`.repeat(200)),
  });
  expect((await refusal(file)).code).toBe('too_large');
});

test('a cell beyond what Excel can hold, endless text and deep nesting are refused', async () => {
  const noise = Array.from({ length: 400_000 }, (_, index) => (index * 7919).toString(36)).join('');
  const long = rowsOf(`<row><c t="str"><v>${noise}</v></c></row>`);
  expect((await refusal(workbook({ 'xl/sheet.xml': long }))).code).toBe('cell_too_long');
  const comment = rowsOf(`<!-- ${noise} -->`);
  expect((await refusal(workbook({ 'xl/sheet.xml': comment }))).code).toBe('cell_too_long');
  expect((await refusal(workbook({ 'xl/sheet.xml': '<a>'.repeat(1_000) }))).code).toBe('unsafe');
});

test.each([
  ['<html><table><tr><td>1</td></tr></table></html>', 'unsupported'],
  ['\ufeff  <?xml version="1.0"?><Workbook/>', 'unsupported'],
  ['%PDF-1.7', 'unsupported'],
  ['\x89PNG\r\n\x1a\n\0\0', 'unsupported'],
  ['', 'empty'],
])('a file holding %j is refused whatever its name', async (content, code) => {
  expect((await refusal(Buffer.from(content))).code).toBe(code);
});

test('archives that are no workbook, and workbooks with macros, are refused', async () => {
  const other = Buffer.from(zipSync({ mimetype: strToU8('x'), 'content.xml': strToU8('<a/>') }));
  expect((await refusal(other)).code).toBe('unsupported');
  expect((await refusal(workbook({ 'xl/vbaProject.bin': 'x' }))).code).toBe('unsupported');
});

test('a compound file that is no .xls is refused', async () => {
  const head = Buffer.from('d0cf11e0a1b11ae1', 'hex');
  const noise = Buffer.alloc(200_000, 0x5a);
  expect((await refusal(Buffer.concat([head, noise]))).code).toBe('unreadable');
});

/** Calls back with the position of an entry's record in the central directory. */
function patchDirectory(file: Buffer, name: string, patch: (entry: number) => void): void {
  const signature = Buffer.from([0x50, 0x4b, 0x01, 0x02]);
  for (let at = file.indexOf(signature); at !== -1; at = file.indexOf(signature, at + 4)) {
    const length = file.readUInt16LE(at + 28);
    if (file.toString('utf8', at + 46, at + 46 + length) === name) return patch(at);
  }
  throw new Error(`no entry ${name}`);
}
