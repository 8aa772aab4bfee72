import { invalid, type Refusal } from '#kit/model/refusal.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { plainRecoveryCode } from './recovery-codes.ts';

/** What a person shows: a code of their authenticator app, or one of their recovery codes. */
export type Proof = { kind: 'code'; code: string } | { kind: 'recoveryCode'; code: string };

const TITLES = { code: '验证码', recoveryCode: '恢复码' } as const;

const WRONG = {
  code: '验证码错误或已使用过，请核对设备的时间是否准确，再输入最新的验证码',
  recoveryCode: '恢复码错误或已使用过',
} as const;

/**
 * Reads `code` (six digits, blanks between them do not matter) or else `recoveryCode`.
 * @throws Refusal at the field; what cannot be right costs no try
 */
export function readProof(body: Record<string, unknown>): Proof {
  const kind = body['recoveryCode'] === undefined ? 'code' : 'recoveryCode';
  const typed = body[kind];
  if (typeof typed !== 'string' || typed.trim() === '' || typed.length > 100)
    throw invalid([{ field: kind, code: 'required', message: MESSAGES.required(TITLES[kind]) }]);
  if (kind === 'recoveryCode') {
    const code = plainRecoveryCode(typed);
    if (code.length !== 10) throw invalid([{ field: kind, code: 'invalid', message: '恢复码为10位字母和数字' }]);
    return { kind, code };
  }
  const code = typed.normalize('NFKC').replace(/[\s-]/g, '');
  if (!/^\d{6}$/.test(code)) throw invalid([{ field: kind, code: 'invalid', message: '验证码为6位数字' }]);
  return { kind, code };
}

/** A code that is wrong, used before or of another time is answered alike. */
export const wrongProof = ({ kind }: Pick<Proof, 'kind'>): Refusal =>
  invalid([{ field: kind, code: 'invalid', message: WRONG[kind] }]);
