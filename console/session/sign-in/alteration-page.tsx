import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import type { SignInWays } from '#kit/model/sign-in-ways.ts';
import { fetchRoute } from '#ui/http/route-call.ts';
import { registrationCalls } from '#modules/system/model/routes/registration.ts';
import { AddressFields } from './address-fields.tsx';
import { goTo } from '../address.ts';
import { CodeField } from './code-field.tsx';
import { addressFault, codeFault, useCodeRequest, type AddressKind } from './message-code.ts';
import { PasswordPair, passwordFaults } from './password-pair.tsx';
import { PublicLink } from './public-link.tsx';
import type { PublicPageProps } from './public-page-props.ts';
import { SIGN_IN_PATH } from '../redirect.ts';
import { UserFormFrame, useUserForm } from './user-form.tsx';

/** Right to set one new password, given for a proved address. */
interface Proof {
  ticket: string;
  username: string;
  /** `{ phone }` or `{ email }`, as it was proved. */
  address: Record<string, string>;
}

const STEPS = ['验证身份', '设置新密码', '完成'] as const;

/** /user/alteration: a new password for somebody who forgot theirs. */
export function AlterationPage({ ways }: PublicPageProps): ReactNode {
  const [proof, setProof] = useState<Proof | null>(null);
  const [isDone, setDone] = useState(false);
  const step = isDone ? 2 : proof ? 1 : 0;
  return (
    <>
      <h2>找回密码</h2>
      <Steps at={step} />
      {isDone ? (
        <Done />
      ) : proof ? (
        <NewPasswordForm proof={proof} onDone={() => setDone(true)} onBack={() => setProof(null)} />
      ) : ways.phone || ways.mail ? (
        <ProofForm ways={ways} onProved={setProof} />
      ) : (
        <p className="wb-user-note">本平台未开通验证码，请联系管理员重置密码。</p>
      )}
      {!isDone && (
        <p className="wb-user-links">
          <PublicLink to={SIGN_IN_PATH}>返回登录</PublicLink>
        </p>
      )}
    </>
  );
}

function Steps({ at }: { at: number }): ReactNode {
  return (
    <ol className="wb-user-steps" aria-label="步骤">
      {STEPS.map((title, index) => (
        <li key={title} data-done={index < at} {...(index === at ? { 'aria-current': 'step' as const } : {})}>
          {title}
        </li>
      ))}
    </ol>
  );
}

function ProofForm({ ways, onProved }: { ways: SignInWays; onProved: (proof: Proof) => void }): ReactNode {
  const [kind, setKind] = useState<AddressKind>(ways.phone ? 'phone' : 'email');
  const request = useCodeRequest('forgot');
  const form = useUserForm({
    initial: { phone: '', email: '', smscode: '' },
    judge: (draft) => ({
      [kind]: addressFault(kind, draft[kind]),
      smscode: codeFault(draft.smscode),
    }),
    send: async (draft) => {
      const address = { [kind]: draft[kind].trim() };
      const proved = await fetchRoute(registrationCalls.proveAddress, {
        body: { ...address, smscode: draft.smscode.trim() },
      });
      onProved({ ...proved, address });
    },
  });
  return (
    <UserFormFrame form={form} button="下一步">
      <AddressFields ways={ways} kind={kind} onKind={setKind} form={form} />
      <CodeField form={form} name="smscode" to={kind} kind={kind} request={request} />
    </UserFormFrame>
  );
}

function NewPasswordForm({
  proof: { ticket, username, address },
  onDone,
  onBack,
}: {
  proof: Proof;
  onDone: () => void;
  onBack: () => void;
}): ReactNode {
  const form = useUserForm({
    initial: { password: '', confirmpassword: '' },
    judge: (draft) => passwordFaults(draft, '新密码'),
    send: async (draft) => {
      const body = { ...address, ...draft, ticket, username };
      await fetchRoute(registrationCalls.setPassword, { body });
      onDone();
    },
  });
  return (
    <>
      <p>
        账号：<strong>{username}</strong>
      </p>
      <UserFormFrame form={form} button="确定">
        {/* Lets the browser's own store of passwords know whose this one is. */}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <PasswordPair form={form} label="新密码" isFirst />
      </UserFormFrame>
      <Button type="link" block onClick={onBack}>
        重新验证身份
      </Button>
    </>
  );
}

function Done(): ReactNode {
  return (
    <>
      <p role="status">密码已经重置，所有设备上的登录均已退出。请用新密码登录。</p>
      <Button type="primary" size="large" block onClick={() => goTo(SIGN_IN_PATH)}>
        去登录
      </Button>
    </>
  );
}
