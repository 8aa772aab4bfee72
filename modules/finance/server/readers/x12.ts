import { X12Fault } from './x12-fault.ts';

/** A segment of an interchange: its name, its elements from 1, and where it stands in the file. */
export interface Segment {
  id: string;
  /** `elements[0]` is the first element behind the name. */
  elements: readonly string[];
  /** Of the file, from 1. */
  no: number;
}

/** One document of an interchange. */
export interface Transaction {
  /** `820`, `812`, `810`. */
  set: string;
  controlNo: string;
  sender: string;
  interchangeNo: string;
  groupNo: string;
  /** `P` production, `T` test. */
  usage: string;
  /** Between ST and SE, without these. */
  segments: readonly Segment[];
}

/** A file is X12 where it begins with the head of an interchange. */
export const isX12 = (text: string): boolean => /^\s*ISA[^A-Za-z0-9\s]/.test(text.slice(0, 64));

/** An ISA is as long as this, delimiters included. */
const ISA_LENGTH = 106;
const ISA_ELEMENTS = 16;

/**
 * Reads the documents of a file: delimiters come from the ISA (its fourth byte parts elements, the byte behind
 * ISA16 ends segments), line breaks around segments are noise, and control numbers and counts must agree
 * (channels.md §5.3). Unknown segments are kept.
 * @throws X12Fault naming the segment
 */
export function readX12(text: string): Transaction[] {
  const transactions: Transaction[] = [];
  let rest = text.replace(/^\uFEFF/, '').trimStart();
  let before = 0;
  while (rest !== '') {
    const { segments, left } = readInterchange(rest, before);
    before += segments.length;
    transactions.push(...judged(segments));
    rest = left.trimStart();
  }
  if (transactions.length === 0) throw new X12Fault('文件里没有单据（ST … SE）', null);
  return transactions;
}

/** The segments of the first interchange of a text, and what stands behind its IEA. */
function readInterchange(text: string, before: number): { segments: Segment[]; left: string } {
  if (!text.startsWith('ISA')) throw new X12Fault('不是以 ISA 开头', { id: text.slice(0, 3), no: before + 1 });
  const element = text[3] ?? '';
  const head = text.slice(0, ISA_LENGTH);
  const parts = head.split(element);
  if (head.length < ISA_LENGTH || parts.length !== ISA_ELEMENTS + 1 || /[A-Za-z0-9\s]/.test(element))
    throw new X12Fault('ISA 段不完整，看不出分隔符', { id: 'ISA', no: before + 1 });
  const terminator = text[ISA_LENGTH - 1] ?? '';
  if (terminator === element || /[A-Za-z0-9 ]/.test(terminator))
    throw new X12Fault('ISA 段不完整，看不出段结束符', { id: 'ISA', no: before + 1 });
  const segments: Segment[] = [];
  let at = 0;
  for (;;) {
    const end = text.indexOf(terminator, at);
    const last = segments.at(-1);
    if (end < 0) throw new X12Fault('文件不完整，缺少 IEA', last ?? { id: 'ISA', no: before + 1 });
    const raw = text.slice(at, end).replace(/^[\r\n]+|[\r\n]+$/g, '');
    at = end + 1;
    if (raw === '') continue;
    const [id = '', ...elements] = raw.split(element);
    const segment = { id: id.trim(), elements: elements.map((one) => one.trim()), no: before + segments.length + 1 };
    segments.push(segment);
    if (segment.id === 'IEA') return { segments, left: text.slice(at) };
  }
}

const of = ({ elements }: Segment, no: number): string => elements[no - 1] ?? '';

/** Documents of one interchange, once all that it counts of itself agrees. */
function judged(segments: readonly Segment[]): Transaction[] {
  const [isa] = segments;
  const iea = segments.at(-1);
  if (!isa || !iea) return [];
  const transactions: Transaction[] = [];
  let group: { head: Segment; sets: number } | null = null;
  let groups = 0;
  let open: { head: Segment; body: Segment[] } | null = null;
  for (const segment of segments.slice(1, -1)) {
    if (segment.id === 'GS') {
      if (group || open) throw new X12Fault('上一个 GS 还没有 GE', segment);
      group = { head: segment, sets: 0 };
      groups += 1;
    } else if (segment.id === 'ST') {
      if (!group) throw new X12Fault('ST 不在 GS 里', segment);
      if (open) throw new X12Fault('上一个 ST 还没有 SE', segment);
      open = { head: segment, body: [] };
    } else if (segment.id === 'SE') {
      if (!open || !group) throw new X12Fault('SE 没有对应的 ST', segment);
      const { head, body } = open;
      same(of(segment, 2), of(head, 2), 'SE02 与 ST02 的控制号不同', segment);
      count(of(segment, 1), body.length + 2, 'SE01 的段数', segment);
      transactions.push({
        set: of(head, 1),
        controlNo: of(head, 2),
        sender: of(isa, 6),
        interchangeNo: of(isa, 13),
        groupNo: of(group.head, 6),
        usage: of(isa, 15),
        segments: body,
      });
      group.sets += 1;
      open = null;
    } else if (segment.id === 'GE') {
      if (!group || open) throw new X12Fault('GE 没有对应的 GS', segment);
      same(of(segment, 2), of(group.head, 6), 'GE02 与 GS06 的控制号不同', segment);
      count(of(segment, 1), group.sets, 'GE01 的单据数', segment);
      group = null;
    } else if (open) open.body.push(segment);
    else throw new X12Fault(`${segment.id} 不在单据里`, segment);
  }
  if (open) throw new X12Fault('ST 没有对应的 SE', open.head);
  if (group) throw new X12Fault('GS 没有对应的 GE', group.head);
  same(of(iea, 2), of(isa, 13), 'IEA02 与 ISA13 的控制号不同', iea);
  count(of(iea, 1), groups, 'IEA01 的组数', iea);
  return transactions;
}

/** Control numbers are padded with zeros here and there. */
const bare = (no: string): string => no.replace(/^0+(?=.)/, '');

function same(one: string, other: string, what: string, segment: Segment): void {
  if (one === '' || bare(one) !== bare(other))
    throw new X12Fault(`${what}（${one || '空'}、${other || '空'}）`, segment);
}

function count(said: string, found: number, what: string, segment: Segment): void {
  if (Number(said) !== found) throw new X12Fault(`${what}写 ${said || '空'}，实际 ${found}`, segment);
}
