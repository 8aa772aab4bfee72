import { shape } from '#kit/model/route.ts';
import { guardedRoute, accountRoute } from './neutral.ts';

/** A person's own second factor. */
export type SecondFactorState =
  | { isOn: false }
  | { isOn: true; since: string; lastUsed: string | null; recoveryLeft: number };

/** A key that counts once a code of it was typed. */
export interface ShownKey {
  /** Base 32. */
  key: string;
  /** Data URI of its QR code. */
  qr: string;
}

/** The password and a code: neither a session left open nor one of the two suffices. */
export interface PasswordAndProof {
  oldpassword: string;
  code?: string | undefined;
  recoveryCode?: string | undefined;
}

/** Shown once, when they are made. */
export interface MadeCodes {
  recoveryCodes: string[];
}

export const secondFactorCalls = {
  state: accountRoute('GET', '/sys/user/secondFactor', '自己的两步验证', {
    result: shape<SecondFactorState>(),
  }),
  begin: accountRoute('POST', '/sys/user/secondFactor/begin', '开启两步验证：取得密钥', {
    body: shape<{ oldpassword: string }>(),
    result: shape<ShownKey>(),
  }),
  turnOn: accountRoute('POST', '/sys/user/secondFactor/turnOn', '开启两步验证：确认验证码', {
    body: shape<{ code: string }>(),
    result: shape<MadeCodes>(),
  }),
  turnOff: accountRoute('POST', '/sys/user/secondFactor/turnOff', '关闭两步验证', {
    body: shape<PasswordAndProof>(),
  }),
  renewCodes: accountRoute('POST', '/sys/user/secondFactor/recoveryCodes', '重新生成恢复码', {
    body: shape<PasswordAndProof>(),
    result: shape<MadeCodes>(),
  }),
  reset: guardedRoute('system:user:edit')('PUT', '/sys/user/resetSecondFactor', '重置用户的两步验证', {
    body: shape<{ username: string }>(),
  }),
};
