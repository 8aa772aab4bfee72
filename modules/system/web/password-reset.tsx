import type { ReactNode } from 'react';
import { secret, type Fields } from '#kit/model/field.ts';
import { callRoute, refreshResource, FormDrawer } from '#kit/web/index.ts';
import { userCalls } from '../model/routes/users.ts';
import { user as people, type User } from '../model/user.ts';

const FIELDS: Fields = {
  password: secret('新密码', { required: true, hint: '至少8位，不能是常见密码或包含账号' }),
  confirmPassword: secret('确认密码', { required: true }),
};

/** A new password for somebody else; whoever is signed in as that person is signed out. */
export function PasswordReset({ user, onClose }: { user: User; onClose: () => void }): ReactNode {
  return (
    <FormDrawer
      title={`重置密码：${user.realname}（${user.username}）`}
      fields={FIELDS}
      layout={[['password'], ['confirmPassword']]}
      send={(values) =>
        callRoute(userCalls.resetPassword, {
          body: { password: '', ...values, username: user.username },
        })
      }
      onSaved={() => void refreshResource(people)}
      onClose={onClose}
    />
  );
}
