import { shape } from '#kit/model/route.ts';
import { accountRoute, ownRoute, publicRoute } from './neutral.ts';
import type { Credentials, SignInAnswer } from './session.ts';

/** An account elsewhere that lets its owner in here. */
export interface ThirdLink {
  id: string;
  provider: string;
  email: string | null;
  createTime: string;
  lastUsed: string | null;
}

/** Sign-in for which another system vouches, and the links that it leaves. */
export const thirdLoginCalls = {
  /** Leads the browser to the other system; a page is named by `sso` or `app`. */
  render: publicRoute('GET', '/sys/thirdLogin/render/:source', '前往第三方登录', {
    query: shape<{ page: string; redirect: string; moved?: string }>(),
  }),
  /** The other system leads the browser back to it, with what OpenID Connect says. */
  callback: publicRoute('GET', '/sys/thirdLogin/:source/callback', '第三方登录返回'),
  exchange: publicRoute('GET', '/sys/thirdLogin/getLoginUser/:ticket/:thirdType', '第三方登录换取会话', {
    result: shape<SignInAnswer>(),
  }),
  bind: publicRoute('POST', '/sys/thirdLogin/user/checkPassword', '第三方登录绑定已有账号', {
    body: shape<Credentials & { ticket: string }>(),
    result: shape<SignInAnswer>(),
  }),
  validateCas: publicRoute('GET', '/sys/cas/client/validateLogin', 'CAS 单点登录校验', {
    query: shape<{ ticket: string; service: string }>(),
    result: shape<SignInAnswer & { redirect?: string }>(),
  }),
  enabledApps: ownRoute('GET', '/sys/thirdApp/getEnabledType', '已启用的第三方应用', {
    result: shape<{ wechatEnterprise: boolean; dingtalk: boolean }>(),
  }),
  links: accountRoute('GET', '/sys/thirdLogin/links', '自己绑定的第三方账号', {
    result: shape<ThirdLink[]>(),
  }),
  unlink: accountRoute('POST', '/sys/thirdLogin/unlink', '解除自己的第三方账号绑定', {
    body: shape<{ id: string; oldpassword: string }>(),
  }),
};
