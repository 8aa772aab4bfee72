import { expect, test } from 'vitest';
import { countLabels, splitLabels } from './label-file.ts';
import { labelPage } from './label-picture.ts';
import { forbiddenIn, withoutSettings } from './zpl-commands.ts';

const LABEL = '^XA^FO50,50^FD1Z999^FS^XZ';
const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const textOf = (file: Uint8Array): string => Buffer.from(file).toString('latin1');

test.each([
  ['~JR', `~JR${LABEL}`],
  ['~JA', `~JA${LABEL}`],
  ['~JA', `^XA~JA^FD1^FS^XZ`],
  ['~JR', `${LABEL}\n~jr`],
  ['~JR', `${LABEL}~J\r\nR`],
  ['~JX', `^XA~JX^FD1^FS^XZ`],
  ['^ID', '^XA^IDR:*.*^FS^FD1^FS^XZ'],
  ['^ID', '^XA^IDE:LOGO.GRF^FS^FD1^FS^XZ'],
  ['^ID', `~DGR:A.GRF,1,1,FF\n^XA^FD1^FS^IDE:A.GRF^FS^XZ`],
  ['^NS', '^XA^NSa,192.168.0.254^FD1^FS^XZ'],
  ['^KP', '^XA^KP0000^FD1^FS^XZ'],
  ['^SX', '^XA^SXQ,A,Y^FD1^FS^XZ'],
  ['^ST', '^XA^ST01,01,2020^FD1^FS^XZ'],
  ['~HS', `~HS${LABEL}`],
  ['~WC', `~WC${LABEL}`],
  ['^JB', '^XA^JBE^FD1^FS^XZ'],
  ['~EG', `~EG${LABEL}`],
  ['^CC', '^XA^CC!^FD1^FS^XZ'],
  ['! U1', `${LABEL}\r\n! U1 do "device.reset" ""\r\n`],
])('a label with %s is none: it is named', async (name, file) => {
  expect(forbiddenIn(file)).toEqual([name]);
  const refused = { code: 'printer_commands', message: expect.stringContaining(`（${name}）`) as string };
  await expect(countLabels(bytes(file))).rejects.toMatchObject(refused);
  await expect(splitLabels(await labelPage(bytes(file)))).rejects.toMatchObject(refused);
});

/** As Zebra's own designer writes it. */
const DRIVER =
  '\u0010CT~~CD,~CC^~CT~\n^XA~TA000~JSN^LT0^MNW^MTD^PON^PMN^LH0,0^JMA^PR5,5~SD15^JUS^LRN^CI0^XZ\n^XA^MMT^PW812^LL1218^LS0^FO1,1^FD1Z999^FS^PQ1,0,1,Y^XZ';

test('what a driver sets up is cut out, and the rest stays as it came', async () => {
  expect(forbiddenIn(DRIVER)).toEqual([]);
  const stored = textOf(await labelPage(bytes(DRIVER)));
  expect(stored).toBe(DRIVER.replace('~TA000~JSN', '').replace('~SD15^JUS', ''));
  expect(withoutSettings('^XA^JUF^FD1^FS~sd30\n^XZ')).toBe('^XA^FD1^FS\n^XZ');
  expect(await countLabels(bytes(stored))).toBe(1);
});

test.each([
  ['bytes of a graphic', `^XA^FO0,0^GFB,12,12,1,~JA^NS~JR^KP^FS^FD1^FS^XZ`],
  ['an object that is downloaded as bytes', `~DYR:LOGO,B,P,12,1,~JA^NS~JR^KP^XA^FD1^FS^XZ`],
  ['a graphic that the file stores and deletes', `~DGR:A.GRF,1,1,FF\n^XA^XGR:A.GRF^FS^IDR:A.GRF^FS^XZ`],
  ['a form that the file stores and deletes', '^XA^DFR:F.ZPL^FN1^FS^XZ^XA^XFR:F.ZPL^FN1^FD1^FS^IDR:F^FS^XZ'],
  ['bars of all kinds', '^XA^BY3^BCN,100,Y,N,N^FD>;4202215391^FS^B7N,5,5^FD1^FS^BXN,5,200^FD2^FS^BQN,2,5^FDQA,3^FS^XZ'],
  ['a field with hexadecimal signs', '^XA^FH^FD_5EJUS_7EJA^FS^SN1,1,Y^FS^CW1,E:A.FNT^CI28^PW800^LL1200^JMA^MD10^XZ'],
])('%s is part of a label', async (_what, file) => {
  expect(forbiddenIn(file)).toEqual([]);
  expect(await labelPage(bytes(file))).toEqual(bytes(file));
  expect(await countLabels(bytes(file))).toBe(1);
});
