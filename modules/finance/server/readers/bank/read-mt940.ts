import {
  BankFault,
  currencyOf,
  dayOf,
  kept,
  minorOf,
  MOST_BANK_LINES,
  requireBalance,
  shown,
  type Balance,
  type ReadBankLine,
  type ReadStatement,
} from './bank-reading.ts';

/** Whether a text is a customer statement of SWIFT, with its envelope or without. */
export const isMt940 = (text: string): boolean =>
  /^\uFEFF?\s*(?:\{1:[^}]{0,80}\}[\s\S]{0,400}?)?:20:[\s\S]{0,600}?:(?:25P?|28C?|60[FM]):/.test(text);

/** A field of a message with the lines that go on with it. */
interface Tag {
  tag: string;
  text: string;
  at: number;
}

const LINE =
  /^(\d{2})(\d{2})(\d{2})(?:(\d{2})(\d{2}))?(RC|RD|EC|ED|C|D)([A-Z])?(\d[\d.,]{0,17})([A-Z][A-Z0-9]{3})([\s\S]*)$/;
const BALANCE = /^([CD])(\d{2})(\d{2})(\d{2})([A-Z]{3})([\d.,]{1,18})$/;

/** Reads all statements of a text (MT940, customer statement message). @throws BankFault naming the line */
export function readMt940(text: string): ReadStatement[] {
  const statements: ReadStatement[] = [];
  let open: Message | null = null;
  let count = 0;
  for (const tag of tagsOf(text)) {
    if (tag.tag === '20') {
      if (open) statements.push(finished(open));
      open = { first: tag, no: shown(tag.text) || '—', tags: [] };
      continue;
    }
    if (!open) throw new BankFault(`对账单要以 :20: 开头，这里是 :${tag.tag}:`, tag.at);
    if (tag.tag === '61' && ++count > MOST_BANK_LINES)
      throw new BankFault(`一个文件最多 ${MOST_BANK_LINES} 笔流水`, tag.at);
    open.tags.push(tag);
  }
  if (open) statements.push(finished(open));
  if (statements.length === 0) throw new BankFault('文件里没有对账单（:20:）', null);
  return statements;
}

interface Message {
  first: Tag;
  no: string;
  tags: Tag[];
}

/** Fields by their tags; a line without one goes on with the field above it. Envelopes are left out. */
function tagsOf(text: string): Tag[] {
  const tags: Tag[] = [];
  for (const [at, raw] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    // The envelope of SWIFT may stand before the first field, on its line.
    const line = raw.replace(/^(?:\{[1-35]:(?:[^{}]|\{[^{}]*\})*\})*(?:\{4:)?/, '').replace(/\{5:.*$/, '');
    if (line === '' || line === '-' || line === '-}') continue;
    const [, tag, rest = ''] = /^:(\d{2}[A-Z]?):(.*)$/.exec(line) ?? [];
    if (tag !== undefined) tags.push({ tag, text: rest, at: at + 1 });
    else {
      const last = tags.at(-1);
      if (!last) throw new BankFault(`看不懂“${shown(line)}”`, at + 1);
      last.text += `\n${line}`;
    }
  }
  return tags;
}

function finished({ first, no, tags }: Message): ReadStatement {
  let accountNo: string | null = null;
  let page: string | null = null;
  let opening: Balance | null = null;
  let closing: Balance | null = null;
  let currency: string | null = null;
  let closedAt = first.at;
  const lines: ReadBankLine[] = [];
  for (const { tag, text, at } of tags) {
    switch (tag) {
      case '25':
      case '25P':
        accountNo = kept(text.split('\n')[0], 64)?.replace(/\s/g, '') ?? null;
        break;
      case '28':
      case '28C':
        page = kept(text, 32);
        break;
      case '60F':
      case '60M': {
        const read = balanceOf(text, tag, at);
        ({ currency } = read);
        opening = read.balance;
        break;
      }
      case '61':
        if (currency === null) throw new BankFault('流水 :61: 之前没有期初余额 :60F:', at);
        if (closing) throw new BankFault('流水 :61: 在期末余额 :62F: 之后', at);
        lines.push(...movement(text, currency, at));
        break;
      case '86':
        describe(lines.at(-1), closing === null, text);
        break;
      case '62F':
      case '62M': {
        const read = balanceOf(text, tag, at);
        if (read.currency !== currency)
          throw new BankFault(`期末余额的币种 ${read.currency} 与期初 ${currency ?? '—'} 不同`, at);
        closing = read.balance;
        closedAt = at;
        break;
      }
      default:
    }
  }
  if (!opening || currency === null) throw new BankFault(`对账单 ${no} 没有期初余额 :60F:`, first.at);
  if (!closing) throw new BankFault(`对账单 ${no} 没有期末余额 :62F:`, first.at);
  const statement = {
    no: page === null ? no : `${no} ${page}`,
    accountNo,
    currency,
    opening,
    closing,
    lines,
  };
  requireBalance(statement, closedAt);
  return statement;
}

const yearOf = (short: string): string => `${Number(short) >= 80 ? '19' : '20'}${short}`;

function balanceOf(text: string, tag: string, at: number): { currency: string; balance: Balance } {
  const [, mark, year = '', month = '', day = '', code, amount = ''] = BALANCE.exec(text.trim()) ?? [];
  if (mark === undefined) throw new BankFault(`:${tag}: “${shown(text)}”不是余额`, at);
  const currency = currencyOf(code, at);
  const minor = minorOf(amount, currency, at);
  return { currency, balance: { on: dayOf(yearOf(year), month, day, at), amount: mark === 'C' ? minor : -minor } };
}

/** A movement; what the bank only expects is none. */
function movement(text: string, currency: string, at: number): ReadBankLine[] {
  const [, year = '', month = '', day = '', entryMonth, entryDay, mark = '', , amount = '', , rest = ''] =
    LINE.exec(text) ?? [];
  if (mark === '') throw new BankFault(`:61: “${shown(text)}”不是流水`, at);
  if (mark.startsWith('E')) return [];
  const valueOn = dayOf(yearOf(year), month, day, at);
  const minor = minorOf(amount, currency, at);
  if (minor === 0n) throw new BankFault(':61: 的金额是 0', at);
  const [references = '', ...more] = rest.split('\n');
  const [ours = '', theirs = ''] = references.split('//');
  const isIn = mark === 'C' || mark === 'RD';
  return [
    {
      row: at,
      bookedOn: entryMonth && entryDay ? entryOf(valueOn, entryMonth, entryDay, at) : valueOn,
      valueOn,
      amount: isIn ? minor : -minor,
      counterparty: null,
      memo: kept(more.join(' '), 500),
      bankRef: kept(theirs, 64),
      ourRef: /^NONREF$/i.test(ours.trim()) ? null : kept(ours, 64),
    },
  ];
}

/** The day of booking has no year of its own: it is the one next to the day of value. */
function entryOf(valueOn: string, month: string, day: string, at: number): string {
  const year = Number(valueOn.slice(0, 4));
  const away = Number(month) - Number(valueOn.slice(5, 7));
  const own = away > 6 ? year - 1 : away < -6 ? year + 1 : year;
  return dayOf(String(own), month, day, at);
}

/** What stands below a movement: in the fields of German banks, by the words of others, or freely. */
function describe(line: ReadBankLine | undefined, isOpen: boolean, text: string): void {
  // Behind the closing balance it is about the statement, and before the first movement about nothing.
  if (!line || !isOpen) return;
  const flat = text.replace(/\n/g, '');
  const parts = /^\d{3}\?/.test(flat) ? fieldsOf(flat) : null;
  const named = parts ?? wordsOf(text);
  line.counterparty = kept(named.party, 128) ?? line.counterparty;
  line.ourRef = line.ourRef ?? kept(named.reference, 64);
  line.memo = kept([named.memo, line.memo].filter(Boolean).join(' '), 500);
}

interface Described {
  party: string;
  memo: string;
  reference: string;
}

/** `166?00…?20…?29 ?32 ?33`: subfields by their numbers. */
function fieldsOf(flat: string): Described {
  const fields = new Map<string, string>();
  for (const [, key = '', value = ''] of flat.matchAll(/\?(\d{2})([^?]*)/g))
    fields.set(key, (fields.get(key) ?? '') + value);
  const of = (from: number, to: number): string =>
    [...fields].flatMap(([key, value]) => (Number(key) >= from && Number(key) <= to ? [value] : [])).join('');
  const memo = of(20, 29) + of(60, 63);
  const [, end = ''] = /EREF\+(\S{1,64}?)(?=[A-Z]{4}\+|\s|$)/.exec(memo) ?? [];
  return { party: of(32, 33), memo: memo || (fields.get('00') ?? ''), reference: end };
}

/** `/NAME/…/REMI/…/EREF/…`, else all of it is said freely. */
function wordsOf(text: string): Described {
  const flat = text.replace(/\n/g, '');
  const words = new Map<string, string>();
  for (const [, key = '', value = ''] of flat.matchAll(/\/(NAME|REMI|EREF|BENM|ORDP)\/(.*?)(?=\/[A-Z]{4}\/|$)/g))
    words.set(key, value.replace(/^\/+|\/+$/g, ''));
  if (words.size === 0) return { party: '', memo: text.replace(/\n/g, ' '), reference: '' };
  const end = words.get('EREF') ?? '';
  return {
    party: words.get('NAME') ?? words.get('ORDP') ?? words.get('BENM') ?? '',
    memo: words.get('REMI') ?? flat,
    reference: /^NOTPROVIDED$/i.test(end) ? '' : end,
  };
}
