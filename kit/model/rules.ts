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
  email: pattern(/^[\w.+-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{2,63}){1,4}$/, '邮箱格式不正确'),
  userName: (value: string) => {
    if (!/^[A-Za-z0-9_]+$/.test(value)) return '只允许字母、数字、下划线';
    return value.length >= 4 && value.length <= 18 ? null : '长度6到18个字符';
  },
  postcode: pattern(/^\d{6}$/, '请输入正确的邮政编码'),
  code: pattern(/^[A-Za-z0-9][A-Za-z0-9._\-/]*$/, '只允许字母、数字和 . _ - /，且以字母或数字开头'),
  currencyCode: pattern(/^[A-Z]{3}$/, '币种代码为三位大写字母'),
  upc: (value: string) => (isUpc(value) ? null : 'UPC 校验位不正确'),
  url: pattern(/^https?:\/\/[^\s]+$/, '请输入以http和https开头的网址'),
  timeZone: (value: string) => (isTimeZone(value) ? null : '请输入正确的时区，如 America/New_York'),
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

function isTimeZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}
