import { isCamt } from '../readers/bank/read-camt.ts';
import { isMt940 } from '../readers/bank/read-mt940.ts';
import { isX12 } from '../readers/x12.ts';

/** What a file is by its first bytes. */
export type FileNature =
  | { as: 'x12' }
  | { as: 'camt' }
  | { as: 'mt940' }
  | { as: 'sheet' }
  | { as: 'other'; what: string };

/** Heads of files that are none of ours, with what people call them. */
const HEADS: readonly (readonly [what: string, head: string])[] = [
  ['PNG 图片', '\x89PNG'],
  ['JPG 图片', '\xff\xd8\xff'],
  ['GIF 图片', 'GIF8'],
  ['WebP 图片', 'RIFF'],
  ['PDF 文件', '%PDF'],
  ['RAR 压缩包', 'Rar!'],
  ['7z 压缩包', '7z\xbc\xaf'],
  ['gzip 压缩包', '\x1f\x8b'],
  ['程序文件', 'MZ'],
  ['RTF 文档', '{\\rtf'],
];

/** How many bytes of a file say what it is. */
export const HEAD_BYTES = 4096;

/**
 * What a file is, by what is in it and never by its name. A workbook is an archive, too: it is distinguished from
 * other archives by the parts that it names.
 * @param head its first {@link HEAD_BYTES} @param hasBook whether an archive holds a workbook
 */
export function natureOf(head: Buffer, hasBook: boolean): FileNature {
  const raw = head.toString('latin1');
  for (const [what, start] of HEADS) if (raw.startsWith(start)) return { as: 'other', what };
  if (raw.startsWith('PK\x03\x04'))
    return hasBook ? { as: 'sheet' } : { as: 'other', what: /word\//.test(raw) ? 'Word 文档' : 'ZIP 压缩包' };
  const text = textOf(head);
  if (isX12(text)) return { as: 'x12' };
  if (isMt940(text)) return { as: 'mt940' };
  if (isCamt(text)) return { as: 'camt' };
  if (/^\s*UN[AB][+:]/.test(text)) return { as: 'other', what: 'EDIFACT 文件' };
  if (/^\s*(?:<\?xml|<!doctype|<html|<[a-z][\w:.-]*[\s>])/i.test(text)) return { as: 'other', what: '网页或 XML' };
  if (/^\s*[[{]\s*["[{]/.test(text)) return { as: 'other', what: 'JSON 文件' };
  return { as: 'sheet' };
}

/** The text of a file that marks its encoding, or is UTF-8. */
export function textOf(bytes: Buffer): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

/** What the inbox takes, behind what a file is instead. */
export const EXPECTED =
  '这里收回款单、扣款和银行流水的表格（csv、xls、xlsx），EDI X12 820、812、810，银行对账单 camt.053 和 MT940';
