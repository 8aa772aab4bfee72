/** Longest password taken; hashing cost does not depend on it, request size does. */
export const MAX_PASSWORD = 256;
const MIN_PASSWORD = 8;

const WEAK_PASSWORD = '密码过于简单：至少8位，不能是常见密码、连续或重复的字符，也不能包含用户名';

const COMMON = new Set(
  (
    'password passw0rd p@ssw0rd p@ssword password1 password123 passw0rd1 admin123 admin1234 ' +
    'admin@123 admin888 administrator 12345678 123456789 1234567890 87654321 987654321 ' +
    '11111111 88888888 66666666 00000000 qwertyui qwertyuiop qwerty123 qwer1234 1q2w3e4r ' +
    '1qaz2wsx 1qazxsw2 q1w2e3r4 zaq12wsx abcd1234 abc12345 a1234567 a12345678 a123456789 ' +
    'aa123456 asdfghjk asd12345 iloveyou woaini520 woaini1314 5201314520 welcome1 letmein1 ' +
    'sunshine football baseball superman trustno1 changeme changeme1 default1 test1234 ' +
    'waybill1 waybill123 jeecg123 jeecgboot'
  ).split(' '),
);

/**
 * Judges a new password: length, common ones, runs and the user name in it. Blanks and any
 * script are allowed; nothing is trimmed.
 * @returns the Chinese refusal, or null when it is good enough
 */
export const passwordFault = (password: string, username: string): string | null =>
  brokenRule(password, username) === null ? null : WEAK_PASSWORD;

export type PasswordRule = 'tooShort' | 'tooLong' | 'common' | 'run' | 'userName';

/** The first rule that a new password breaks, for who sets the installation up; null when it is good. */
export function brokenRule(password: string, username: string): PasswordRule | null {
  const folded = password.normalize('NFKC').toLowerCase();
  if ([...folded].length < MIN_PASSWORD) return 'tooShort';
  if (password.length > MAX_PASSWORD) return 'tooLong';
  if (COMMON.has(folded)) return 'common';
  if (isRun(folded)) return 'run';
  const name = username.trim().toLowerCase();
  return name.length >= 3 && folded.includes(name) ? 'userName' : null;
}

/** All the same, or each character one step from the last: 99999999, 12345678, hgfedcba. */
function isRun(text: string): boolean {
  const codes = [...text].map((sign) => sign.codePointAt(0) as number);
  const step = (codes[1] as number) - (codes[0] as number);
  if (Math.abs(step) > 1) return false;
  return codes.every((code, index) => index === 0 || code - (codes[index - 1] as number) === step);
}
