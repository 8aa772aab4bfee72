import { exponentOf, moneyText } from '#kit/model/currency.ts';
import { MOST_AMOUNT } from '#kit/model/money.ts';

/** A statement of a bank as its file says it, whatever kind of file it is. */
export interface ReadStatement {
  /** What the bank calls it. */
  no: string;
  /** The account, without spaces; null where the file says none. */
  accountNo: string | null;
  currency: string;
  /** What stood there before its lines and after them; null where the file does not say. */
  opening: Balance | null;
  closing: Balance | null;
  lines: ReadBankLine[];
}

export interface Balance {
  /** `YYYY-MM-DD` */
  on: string;
  /** Minor units, below zero where the account is overdrawn. */
  amount: bigint;
}

/** One movement of an account. */
export interface ReadBankLine {
  /** Where it stands in the file, from 1. */
  row: number;
  bookedOn: string;
  valueOn: string | null;
  /** Minor units: above zero it came in, below it went out; never zero. */
  amount: bigint;
  counterparty: string | null;
  memo: string | null;
  /** By which the bank knows it. */
  bankRef: string | null;
  /** By which we, or who paid us, know it. */
  ourRef: string | null;
}

/** Something of a file of a bank that cannot be read as it stands. `at` is a line of the text. */
export class BankFault extends Error {
  readonly at: number | null;
  constructor(message: string, at: number | null) {
    super(at === null ? message : `第 ${at} 行：${message}`);
    this.at = at;
  }
}

/** Lines that one file may have. */
export const MOST_BANK_LINES = 20_000;

const SCALE = 5;

/** What a bank says before this is a slip of its file; so is a sum that no account of ours holds. */
const FIRST_YEAR = 1900;

/** An amount without a sign, with a point or a comma, in minor units. @throws BankFault */
export function minorOf(text: string, currency: string, at: number): bigint {
  const [, whole = '', part = ''] = /^(\d{1,15})(?:[.,](\d{0,5}))?$/.exec(text.trim()) ?? [];
  if (whole === '') throw new BankFault(`“${shown(text)}”不是金额`, at);
  if (BigInt(whole) > BigInt(MOST_AMOUNT)) throw new BankFault(`金额“${shown(text)}”太大`, at);
  const scaled = BigInt(whole + part.padEnd(SCALE, '0'));
  const unit = 10n ** BigInt(SCALE - exponentOf(currency));
  if (scaled % unit !== 0n) throw new BankFault(`${currency} 的金额“${shown(text)}”小数位太多`, at);
  return scaled / unit;
}

/** A day that is one, `YYYY-MM-DD`. @throws BankFault */
export function dayOf(year: string, month: string, day: string, at: number): string {
  const text = `${year}-${month}-${day}`;
  const read = new Date(`${text}T00:00:00Z`);
  if (Number(year) < FIRST_YEAR || Number.isNaN(read.getTime()) || read.toISOString().slice(0, 10) !== text)
    throw new BankFault(`没有 ${text} 这一天`, at);
  return text;
}

export const currencyOf = (text: string | null | undefined, at: number): string => {
  const code = (text ?? '').trim();
  if (!/^[A-Z]{3}$/.test(code)) throw new BankFault(`“${shown(code)}”不是币种`, at);
  return code;
};

export const shown = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 40);

/** A text of a bank as it is kept: without signs that do not print, cut to what fits; null where nothing is left. */
export const kept = (text: string | null | undefined, most: number): string | null =>
  (text ?? '')
    .replace(/[\p{Cc}\p{Cf}\u{FFFD}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, most)
    .trim() || null;

/**
 * Opening and movements come to the closing balance (domain.md §7, M-07), else lines are missing, or were changed.
 * @throws BankFault at the line of the closing balance
 */
export function requireBalance({ no, currency, opening, closing, lines }: ReadStatement, at: number): void {
  if (!opening || !closing) return;
  const moved = lines.reduce((sum, { amount }) => sum + amount, 0n);
  if (opening.amount + moved === closing.amount) return;
  const text = (amount: bigint): string => moneyText(amount, currency);
  throw new BankFault(
    `对账单 ${no}：期初 ${text(opening.amount)} 加流水 ${text(moved)} 不等于期末 ${text(closing.amount)}，文件不完整或被改过`,
    at,
  );
}
