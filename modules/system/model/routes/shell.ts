import { pathOf, shape } from '#kit/model/route.ts';
import { accountRoute, ownRoute, plainRoute } from './neutral.ts';
import type { SignInAnswer } from './session.ts';
import type { TenantNotice } from './tenants.ts';

/**
 * What the console around every page asks of an account. Apart from the account's own page, whose
 * routes bring the whole declaration of a person: here each byte is fetched with the shell.
 */

export interface OwnTenant {
  id: number;
  name: string;
  isCurrent: boolean;
}

/** Somebody for whom the asker may act right now. */
export interface Represented {
  username: string;
  realname: string;
  endTime: string;
}

export const shellCalls = {
  tenants: accountRoute('GET', '/sys/user/tenants', '自己所属的租户', {
    result: shape<OwnTenant[]>(),
  }),
  tenantNotice: ownRoute('GET', '/sys/ownTenant/notice', '租户状态提示', {
    result: shape<TenantNotice>(),
  }),
  represented: ownRoute('GET', '/sys/sysUserAgent/represented', '现在可以代其处理的人', {
    result: shape<Represented[]>(),
  }),
  beginActing: accountRoute('POST', '/sys/sysUserAgent/begin', '开始代他人处理', {
    body: shape<{ userName: string }>(),
    result: shape<SignInAnswer>(),
  }),
  endActing: ownRoute('POST', '/sys/sysUserAgent/end', '结束代他人处理', {
    result: shape<SignInAnswer>(),
  }),
  avatar: plainRoute('GET', '/sys/user/avatar/:userId', '同事的头像', { givesFile: true }),
};

const PICTURE = new RegExp(`^${pathOf(shellCalls.avatar, { userId: '' })}([0-9a-f-]{36})(\\?v=[0-9a-f]+)?$`);

/** Whose picture an address of ours shows; null for any other address. */
export const pictureOwner = (address: string): string | null => PICTURE.exec(address)?.[1] ?? null;
