import { isCurrency } from './currency.ts';

/**
 * Named rules: the only logic a declaration may carry. Each judges a non-empty text and answers
 * the Chinese message of the spec (§5 "Shared form rules") or null.
 */
const pattern =
  (expression: RegExp, message: string) =>
  (value: string): string | null =>
    expression.test(value) ? null : message;

export const rules = {
  mobile: pattern(/^1[3-9]\d{9}$/, '请输入正确手机号'),
  email: pattern(/^[\w.+-]{1,64}@([A-Za-z0-9-]{1,63}\.){1,5}[A-Za-z0-9-]{2,63}$/, '邮箱格式不正确'),
  userName: (value: string) => {
    if (!/^[A-Za-z0-9_]+$/.test(value)) return '只允许字母、数字、下划线';
    return value.length >= 4 && value.length <= 18 ? null : '长度6到18个字符';
  },
  postcode: pattern(/^\d{6}$/, '请输入正确的邮政编码'),
  code: pattern(/^[A-Za-z0-9][A-Za-z0-9._\-/]*$/, '只允许字母、数字和 . _ - /，且以字母或数字开头'),
  currencyCode: (value: string) => {
    if (!/^[A-Z]{3}$/.test(value)) return '币种代码为三位大写字母';
    return isCurrency(value) ? null : `没有币种“${value}”，请写 ISO 4217 代码，如 USD`;
  },
  upc: (value: string) => (isUpc(value) ? null : 'UPC 校验位不正确'),
  url: pattern(/^https?:\/\/[^\s]+$/, '请输入以http和https开头的网址'),
  timeZone: (value: string) => (isTimeZone(value) ? null : '请输入正确的时区，如 America/New_York'),
  naturalNumber: pattern(/^\d+$/, '请输入自然数'),
  english: pattern(/^[A-Za-z]+$/, '请输入英文字符'),
  landline: pattern(/^\d{3,4}-\d{7,8}$/, '请输入正确的座机号'),
  bankCard: pattern(/^\d{9,20}$/, '请输入正确的银行卡号码'),
  /** A document of any kind: passport, permit, national ID. */
  idNumber: pattern(/^[A-Za-z0-9]{1,50}$/, '请输入正确的证件号码'),
  nationalId: (value: string) => (isNationalId(value) ? null : '请输入正确的身份证号码'),
  qq: pattern(/^[1-9]\d{4,11}$/, '请输入正确的QQ号码'),
  lettersAndDigits20: pattern(/^[A-Za-z0-9]{1,20}$/, '请输入20位以内的英文字符和数字'),
  chineseAndEnglish: pattern(/^[\p{Script=Han}A-Za-z ]{2,100}$/u, '请输入2到100位的中英文字符和空格'),
  digitLines: pattern(/^[\d\r\n]+$/, '请输入数字和换行符'),
  upTo255: (value: string) => (value.length <= 255 ? null : '请输入255位以内的字符'),
  sortNumber: (value: string) => {
    if (!/^\d+$/.test(value)) return '请输入自然数';
    return Number(value) <= 255 ? null : '排序值不可以大于255';
  },
  /** Names of tags stand beside each other in cells and sheets, with semicolons between them. */
  tagName: pattern(/^[^;；]+$/, '标签名称不能含分号'),
  /** Units that come, or go where they are below zero. */
  signedQuantity: (value: string) => (Number(value) === 0 ? '数量不能为0' : null),
  /** A month of the calendar, `YYYY-MM`. */
  month: pattern(/^\d{4}-(0[1-9]|1[0-2])$/, '请输入 YYYY-MM 格式的月份'),
  timeOfDay: pattern(/^([01]\d|2[0-3]):[0-5]\d$/, '请输入 HH:mm 格式的时间'),
} satisfies Record<string, (value: string) => string | null>;

export type RuleName = keyof typeof rules;

/** UPC-A (12) or EAN-13 with a valid check digit. */
function isUpc(value: string): boolean {
  if (!/^\d{12,13}$/.test(value)) return false;
  const digits = [...value.padStart(13, '0')].map(Number);
  const sum = digits.slice(0, 12).reduce((total, d, i) => total + d * (i % 2 === 0 ? 1 : 3), 0);
  return (10 - (sum % 10)) % 10 === digits[12];
}

const ID_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const ID_CHECKS = '10X98765432';

/**
 * A citizen's number: 18 places with a real day of birth and a right check character (GB 11643),
 * or the 15 digits of before 1999.
 */
function isNationalId(value: string): boolean {
  const old = /^\d{6}(\d{2})(\d{2})(\d{2})\d{3}$/.exec(value);
  if (old) return isDay(`19${old[1]}`, old[2], old[3]);
  const parts = /^\d{6}(\d{4})(\d{2})(\d{2})\d{3}[\dXx]$/.exec(value);
  if (!parts || !isDay(parts[1], parts[2], parts[3])) return false;
  const sum = ID_WEIGHTS.reduce((total, weight, i) => total + weight * Number(value[i]), 0);
  return ID_CHECKS[sum % 11] === value[17]?.toUpperCase();
}

/** Without the calendar of time.ts, which the sign-in page would have to load. */
function isDay(...[year, month, day]: (string | undefined)[]): boolean {
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day);
}

function isTimeZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}
