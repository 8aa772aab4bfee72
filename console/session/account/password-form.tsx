import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Form, Input, type FormInstance } from 'antd';
import type { ReactNode } from 'react';
import { RefusalNote } from '#kit/web/form/refusal-note.tsx';
import { toast } from '#ui/feedback.tsx';
import { useSubmission, type Submission } from '#kit/web/form/use-submission.ts';
import { fetchRoute, callRoute } from '#ui/http/route-call.ts';
import type { BodyOf } from '#kit/model/route.ts';
import { accountCalls } from '#modules/system/model/routes/account.ts';
import { thirdLoginCalls } from '#modules/system/model/routes/third-login.ts';
import { queryClient } from '#kit/web/query-client.ts';
import { storeUser } from '#kit/web/session/session-store.ts';
import { StrengthHint } from '../sign-in/strength-hint.tsx';
import { useSession } from '#kit/web/session/use-session.ts';
import './account.css';

type Passwords = Omit<BodyOf<typeof accountCalls.changePassword>, 'username'>;

const NAMES = new Set(['oldpassword', 'password', 'confirmpassword']);
const MAX = 256;
const THIRD_LINKS = ['sys:thirdLinks'];

/** Old, new and repeated password (spec §5); the other devices are signed out by a new one. */
export function PasswordForm({
  onDone,
  onTyping,
  actions,
}: {
  onDone: () => void;
  /** Something was typed that would be lost. */
  onTyping?: () => void;
  /** Buttons beside 确定. */
  actions?: ReactNode;
}): ReactNode {
  const { username } = useSession().user;
  const [form] = Form.useForm<Passwords>();
  const { submission, save } = useChange(form, username, onDone);
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      onValuesChange={onTyping}
      onFinish={(passwords) => void save(passwords)}
    >
      <RefusalNote texts={submission.others} />
      {/* Lets the browser's own store of passwords know whose this one is. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden aria-hidden="true" />
      <PasswordItem
        name="oldpassword"
        label="旧密码"
        missing="请输入旧密码!"
        autoComplete="current-password"
        autoFocus
      />
      <NewPassword form={form} />
      <UnlinkThird />
      <div className="wb-account-actions">
        <Button type="primary" htmlType="submit" loading={submission.isBusy}>
          确定
        </Button>
        {actions}
      </div>
    </Form>
  );
}

function useChange(
  form: FormInstance<Passwords>,
  username: string,
  onDone: () => void,
): { submission: Submission; save: (passwords: Passwords) => Promise<boolean> } {
  const submission = useSubmission(form, NAMES);
  const save = (passwords: Passwords): Promise<boolean> =>
    submission.run(async () => {
      const { message } = await callRoute(accountCalls.changePassword, {
        body: { username, ...passwords },
      });
      toast.done(`${message} 其他设备上的登录已全部退出`);
      storeUser({ mustChangePassword: false });
      if (passwords.unlinkThird) void queryClient.invalidateQueries({ queryKey: THIRD_LINKS });
      onDone();
    });
  return { submission, save };
}

/** The new password and the same again. */
function NewPassword({ form }: { form: FormInstance<Passwords> }): ReactNode {
  const typed = Form.useWatch('password', form) ?? '';
  const same = (_: unknown, value: string | undefined): Promise<void> =>
    !value || value === form.getFieldValue('password')
      ? Promise.resolve()
      : Promise.reject(new Error('两次输入的密码不一样！'));
  return (
    <>
      <PasswordItem
        name="password"
        label="新密码"
        missing="请输入新密码!"
        autoComplete="new-password"
        extra={<StrengthHint password={typed} />}
      />
      <Form.Item
        name="confirmpassword"
        label="确认新密码"
        dependencies={['password']}
        rules={[{ required: true, message: '请确认新密码!' }, { validator: same }]}
      >
        <Input.Password autoComplete="new-password" maxLength={MAX} />
      </Form.Item>
    </>
  );
}

/** Whoever knew the old password may have linked an account of their own: asked where there is one. */
function UnlinkThird(): ReactNode {
  const { data } = useQuery(
    {
      queryKey: THIRD_LINKS,
      queryFn: ({ signal }) => fetchRoute(thirdLoginCalls.links, { signal }),
      staleTime: 0,
    },
    queryClient,
  );
  if (!data || data.length === 0) return null;
  return (
    <Form.Item name="unlinkThird" valuePropName="checked">
      <Checkbox>同时解除第三方账号绑定（{data.length}个）</Checkbox>
    </Form.Item>
  );
}

function PasswordItem({
  name,
  label,
  missing,
  autoComplete,
  autoFocus = false,
  extra,
}: {
  name: string;
  label: string;
  missing: string;
  autoComplete: string;
  autoFocus?: boolean;
  extra?: ReactNode;
}): ReactNode {
  return (
    <Form.Item name={name} label={label} rules={[{ required: true, message: missing }]} extra={extra}>
      <Input.Password autoComplete={autoComplete} maxLength={MAX} autoFocus={autoFocus} />
    </Form.Item>
  );
}
