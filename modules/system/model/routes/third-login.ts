import { shape } from '#kit/model/route.ts';
import { ownRoute } from './neutral.ts';

/** An account elsewhere that lets its owner in here. */
export interface ThirdLink {
  id: string;
  provider: string;
  email: string | null;
  createTime: string;
  lastUsed: string | null;
}

export const thirdLinksRoute = ownRoute('GET', '/sys/thirdLogin/links', '自己绑定的第三方账号', {
  result: shape<ThirdLink[]>(),
});

export const unlinkRoute = ownRoute('POST', '/sys/thirdLogin/unlink', '解除自己的第三方账号绑定', {
  body: shape<{ id: string; oldpassword: string }>(),
});
