import type { ReactNode } from 'react';
import { text, type Fields } from '#kit/model/field.ts';
import { callRoute, FormDrawer, refreshResource } from '#kit/web/index.ts';
import { secondFactorCalls } from '../model/routes/second-factor.ts';
import { user } from '../model/user.ts';

const FIELDS: Fields = {
  username: text('用户账号', { required: true, max: 100, hint: '可以是任何租户的用户' }),
};

/** For somebody of other tenants, whom no list here shows: only those who run the platform may. */
export function SecondFactorReset({ onClose }: { onClose: () => void }): ReactNode {
  return (
    <FormDrawer
      title="按账号重置两步验证"
      fields={FIELDS}
      layout={[['username']]}
      send={({ username }) => callRoute(secondFactorCalls.reset, { body: { username: String(username) } })}
      onSaved={() => void refreshResource(user)}
      lead={<p>请先确认确实是本人提出。重置后只凭密码即可登录，本人会收到通知。</p>}
      onClose={onClose}
    />
  );
}
