import type { Field, Kind } from '#kit/model/field.ts';
import { plainCode, withoutControls, withoutUnseen } from '#kit/model/code-text.ts';
import type { CellNote } from '#platform/sheets/cell-note.ts';

/** What a cell says, or why it says nothing that could be taken over. */
export type CellReading = { text: string } | { fault: { code: string; message: string } };

/** Kinds whose cells are numbers: a value that covers several rows is not meant for each of them. */
const COUNTED = new Set<Kind>(['integer', 'quantity', 'length', 'weight', 'price', 'rate', 'money']);
/** Whether cells of a field are figures. */
export const isCounted = ({ kind }: Field): boolean => COUNTED.has(kind);

const NAMES = new Set<Kind>(['text', 'sealed', 'secret', 'link', 'choice', 'choices', 'tags']);
const DAYS = new Set<Kind>(['date', 'datetime']);

/** A text as long as a line of remarks is read by people: a date or a number may well stand in it. */
const PROSE = 255;
const isProse = ({ kind, max = PROSE }: Field): boolean => kind === 'textarea' || (kind === 'text' && max >= PROSE);

/** Alt+Enter within a cell: a name or an address is one line on screens and labels. Lists are parted by it. */
const BREAKS = /\s*[\r\n\t]+\s*/g;
const isOneLine = ({ kind, written }: Field): boolean => (kind === 'text' || kind === 'sealed') && !written;

/** A code typed in full width: Latin letters, digits and signs alone. A name in Chinese keeps its signs. */
const WIDE_CODE =
  /^[\x20-\x7e\uff01-\uff5e\u3000]*[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a][\x20-\x7e\uff01-\uff5e\u3000]*$/;
const narrow = (text: string): string => (WIDE_CODE.test(text) ? plainCode(text) : text);

/** `'08817`: the apostrophe that makes a cell a text, kept by programs that write it as a sign of its own. */
const TEXT_MARK = /^'(?=[0-9A-Za-z][\w.,\-/#]*$)/;

/** Errors of spreadsheet programs where they stand as texts: in .csv files, and in copies of values. */
const ERROR =
  /^(?:#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|GETTING_DATA|FIELD!|BLOCKED!|BUSY!|UNKNOWN!)|Err:\d{3})$/i;
/** A column too narrow for its numbers or dates, saved as it is seen. */
const TOO_NARROW = /^#{4,}$/;
/** A long number as spreadsheet programs show it: most of its digits are gone. */
const SHORTENED = /^[+-]?\d(?:[.,]\d+)?E\+\d{2,}$/i;

/**
 * Reads a cell for a field. Errors, formulas that nobody calculated, numbers that have lost digits, codes
 * that became dates and merged cells that cannot be shared out are no data.
 * @param cell its text; empty where there is none
 */
export function readSheetCell(field: Field, cell: string, note: CellNote | undefined): CellReading {
  const { kind, title } = field;
  const fault = (code: string, message: string): CellReading => ({
    fault: { code: `sheet.${code}`, message: `${title}${message}` },
  });
  if (note?.kind === 'shifted')
    return {
      fault: {
        code: 'sheet.shifted',
        message: `本行有 ${note.values} 个值，表头只有 ${note.columns} 列：内容里有分隔符（如逗号）时要用英文双引号括起来`,
      },
    };
  const typed = isProse(field) ? withoutControls(cell).trim() : narrow(withoutUnseen(cell)).replace(TEXT_MARK, '');
  const text = isOneLine(field) ? typed.replace(BREAKS, ' ') : typed;
  if (note?.kind === 'error' || ERROR.test(text)) return fault('error', `是错误值 ${text}，请改为正确的内容`);
  if (TOO_NARROW.test(text)) return fault('error', `是 ${text.slice(0, 4)}，请加宽该列后重新保存`);
  if (note?.kind === 'doubled') return fault('doubled', `有几列（${note.columns} 列），内容不同，请只保留一列`);
  if (note?.kind === 'doubt')
    return fault('doubt', ` ${text} 看不出逗号、点是千分位还是小数点，请去掉千分位，小数用点`);
  if (note?.kind === 'formula') return fault('formula', '的公式没有计算结果，请用 Excel 打开并保存，或粘贴为数值');
  if (note?.kind === 'digits') return fault('digits', '超过15位，末尾数字已被表格软件改动，请设为文本格式后重新填写');
  if (note?.kind === 'merged' && (COUNTED.has(kind) || note.isWide))
    return fault('merged', `在合并单元格 ${note.range} 内，请取消合并并逐行填写`);
  if (NAMES.has(kind) && SHORTENED.test(text))
    return fault('shortened', `被缩写成了 ${text}，位数已丢失，请设为文本格式后重新填写`);
  if (NAMES.has(kind) && note?.kind === 'exponent')
    return fault('shortened', `被表格软件改成了科学计数 ${note.shown}，请设为文本格式后重新填写`);
  if (note?.kind === 'day' && !DAYS.has(kind)) return dayIn(field, text, fault);
  if (note?.kind === 'clock' && NAMES.has(kind)) return clockIn(field, text, fault);
  if (note?.kind === 'shown' && (NAMES.has(kind) || kind === 'textarea')) return { text: note.shown.trim() };
  return { text };
}

/** `3-5` that became a date says no more what was typed; in remarks a day is as good as any text. */
function dayIn(field: Field, text: string, fault: (code: string, message: string) => CellReading): CellReading {
  const day = text.replace(/ 00:00:00$/, '');
  return isProse(field) ? { text: day } : fault('day', `被表格软件改成了日期 ${day}，请设为文本格式后重新填写`);
}

/** `10:20` that became a time: said as it is where one is asked for, and in remarks; no code was a time. */
function clockIn(field: Field, text: string, fault: (code: string, message: string) => CellReading): CellReading {
  if (field.rule === 'timeOfDay') return { text: text.padStart('00:00:00'.length, '0').replace(/:00$/, '') };
  return isProse(field) ? { text } : fault('day', `被表格软件改成了时间 ${text}，请设为文本格式后重新填写`);
}

/** Whether a text is a number whose last digits a spreadsheet program has probably replaced by zeros. */
export const looksRounded = ({ kind }: Field, text: string): boolean =>
  (kind === 'text' || kind === 'link') && /^[1-9]\d{14}0{3,}$/.test(text.trim());
