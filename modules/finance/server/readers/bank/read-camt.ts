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
import { allAt, at, readXml, textAt, type Node } from './xml-tree.ts';

/** Whether the head of an XML file is a statement of ISO 20022 (camt.053), of any version. */
export const isCamt = (head: string): boolean => /urn:iso:std:iso:20022:tech:xsd:camt\.053\.\d{3}\.\d{2}/.test(head);

/** Balances by their codes: what was booked at the beginning and at the end of the period. */
const OPENING = ['OPBD', 'PRCD'] as const;
const CLOSING = ['CLBD'] as const;

/**
 * Reads all statements of a camt.053; entries are used up as they come, so that a long file is not held as a whole.
 * @throws BankFault naming the line
 */
export function readCamt(text: string): ReadStatement[] {
  const statements: ReadStatement[] = [];
  let entries: Entry[] = [];
  let count = 0;
  const root = readXml(text, (node, parents) => {
    const parent = parents.at(-1)?.name;
    if (node.name === 'Ntry' && parent === 'Stmt') {
      if (++count > MOST_BANK_LINES) throw new BankFault(`一个文件最多 ${MOST_BANK_LINES} 笔流水`, node.at);
      entries.push(...movement(node));
      return true;
    }
    if (node.name === 'Stmt' && parent === 'BkToCstmrStmt') {
      statements.push(finished(node, entries));
      entries = [];
      return true;
    }
    return false;
  });
  if (root.name !== 'Document' || statements.length === 0)
    throw new BankFault('XML 里没有对账单（camt.053 的 Stmt）', root.at);
  return statements;
}

/** A movement with the currency that it is said in. */
interface Entry extends ReadBankLine {
  currency: string;
}

function finished(node: Node, entries: readonly Entry[]): ReadStatement {
  const no = kept(textAt(node, 'Id'), 64);
  if (no === null) throw new BankFault('对账单没有编号（Id）', node.at);
  const balances = allAt(node, 'Bal');
  const opening = balanceOf(balances, OPENING);
  const closing = balanceOf(balances, CLOSING);
  const currency =
    textAt(node, 'Acct', 'Ccy') ?? opening?.currency ?? closing?.currency ?? entries[0]?.currency ?? null;
  if (currency === null) throw new BankFault(`对账单 ${no} 没有币种`, node.at);
  const other = [opening, closing].find((one) => one && one.currency !== currency);
  if (other) throw new BankFault(`对账单 ${no} 的余额是 ${other.currency}，账户是 ${currency}`, node.at);
  const foreign = entries.find((one) => one.currency !== currency);
  if (foreign) throw new BankFault(`流水的币种 ${foreign.currency} 与账户的 ${currency} 不同`, foreign.row);
  const account = at(node, 'Acct', 'Id');
  const statement: ReadStatement = {
    no,
    accountNo: kept(textAt(account, 'IBAN') ?? textAt(account, 'Othr', 'Id'), 64)?.replace(/\s/g, '') ?? null,
    currency: currencyOf(currency, node.at),
    opening: opening && opening.balance,
    closing: closing && closing.balance,
    lines: entries.map(({ currency: _currency, ...line }) => line),
  };
  requireBalance(statement, closing?.at ?? node.at);
  return statement;
}

interface FoundBalance {
  balance: Balance;
  currency: string;
  at: number;
}

function balanceOf(balances: readonly Node[], codes: readonly string[]): FoundBalance | null {
  for (const code of codes) {
    const found = balances.find((one) => textAt(one, 'Tp', 'CdOrPrtry', 'Cd') === code);
    if (!found) continue;
    const { amount, currency } = signed(found);
    return { balance: { on: dayIn(found, 'Dt') ?? missing(found, '日期'), amount }, currency, at: found.at };
  }
  return null;
}

const missing = (node: Node, what: string): never => {
  throw new BankFault(`${node.name} 没有${what}`, node.at);
};

/** An amount with its side: what is credited came in. */
function signed(node: Node): { amount: bigint; currency: string } {
  const amount = at(node, 'Amt');
  if (!amount) throw new BankFault(`${node.name} 没有金额（Amt）`, node.at);
  const currency = currencyOf(amount.attributes['Ccy'], amount.at);
  const minor = minorOf(amount.text, currency, amount.at);
  const side = textAt(node, 'CdtDbtInd');
  if (side !== 'CRDT' && side !== 'DBIT')
    throw new BankFault(`${node.name} 的收支标记“${shown(side ?? '')}”不是 CRDT 或 DBIT`, node.at);
  return { amount: side === 'CRDT' ? minor : -minor, currency };
}

function dayIn(node: Node, name: string): string | null {
  const text = textAt(node, name, 'Dt') ?? textAt(node, name, 'DtTm');
  if (text === null) return null;
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})/.exec(text) ?? [];
  if (year === '') throw new BankFault(`${name} “${shown(text)}”不是日期`, at(node, name)?.at ?? node.at);
  return dayOf(year, month, day, node.at);
}

/** An entry that is booked; what is pending, or only announced, is none. A batch that was booked in one sum is one. */
function movement(node: Node): Entry[] {
  const status = textAt(node, 'Sts', 'Cd') ?? textAt(node, 'Sts');
  if (status !== null && status !== 'BOOK') return [];
  const { amount, currency } = signed(node);
  if (amount === 0n) return [];
  const bookedOn = dayIn(node, 'BookgDt') ?? dayIn(node, 'ValDt');
  if (bookedOn === null) throw new BankFault('流水没有记账日（BookgDt）', node.at);
  const details = allAt(node, 'NtryDtls').flatMap((one) => allAt(one, 'TxDtls'));
  const [first] = details;
  const parties = at(first, 'RltdPties');
  const side = amount > 0n ? 'Dbtr' : 'Cdtr';
  const end = textAt(first, 'Refs', 'EndToEndId');
  return [
    {
      row: node.at,
      bookedOn,
      valueOn: dayIn(node, 'ValDt'),
      amount,
      currency,
      counterparty: kept(textAt(parties, side, 'Nm') ?? textAt(parties, side, 'Pty', 'Nm'), 128),
      memo: kept([...details.flatMap(remittanceTexts), textAt(node, 'AddtlNtryInf')].filter(Boolean).join(' '), 500),
      bankRef: kept(textAt(node, 'AcctSvcrRef') ?? textAt(first, 'Refs', 'AcctSvcrRef'), 64),
      ourRef: kept(end === 'NOTPROVIDED' ? textAt(node, 'NtryRef') : (end ?? textAt(node, 'NtryRef')), 64),
    },
  ];
}

function remittanceTexts(details: Node): string[] {
  const info = at(details, 'RmtInf');
  const said = allAt(info, 'Ustrd').map((one) => one.text.trim());
  const references = allAt(info, 'Strd').flatMap((one) => textAt(one, 'CdtrRefInf', 'Ref') ?? []);
  return [...said, ...references, textAt(details, 'AddtlTxInf') ?? ''].filter((text) => text !== '');
}
