import { Button, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import type { SignInWays } from '#kit/model/sign-in-ways.ts';
import { fetched } from '#ui/fetched.tsx';
import { ChoiceTabs } from './choice-tabs.tsx';
import { PublicLink } from './public-link.tsx';
import type { PublicPageProps } from './public-page-props.ts';
import { SecondStepGate } from './second-step-gate.tsx';
import { throughSecondStep } from './second-step.ts';
import { ALTERATION_PATH, REGISTER_PATH } from '../redirect.ts';
import type { SignInAnswer } from '#modules/system/model/routes/session.ts';
import { choicesOf, signIn, startSession } from '../sign-in.ts';

const WorkplaceForm = fetched(
  () => import('./workplace-form.tsx').then((module) => module.WorkplaceForm),
  <p>加载中…</p>,
);

const PhoneForm = fetched(() => import('./phone-form.tsx').then((module) => module.PhoneForm), <p>加载中…</p>);

const OtherWays = fetched(() => import('./other-ways.tsx').then((module) => module.OtherWays));

/** /user/login: a way to sign in, then tenant and department where there are several. */
export function SignInPage({ ways }: PublicPageProps): ReactNode {
  const [answer, setAnswer] = useState<SignInAnswer | null>(null);
  if (!answer)
    return (
      <SecondStepGate>
        <WaysIn ways={ways} onAnswer={setAnswer} />
      </SecondStepGate>
    );
  return <WorkplaceForm answer={answer} onBack={() => setAnswer(null)} />;
}

/** 账号登录 and, where codes by text message are offered, 手机登录. */
function WaysIn({ ways, onAnswer: choose }: { ways: SignInWays; onAnswer: (answer: SignInAnswer) => void }): ReactNode {
  const [way, setWay] = useState<'account' | 'phone'>('account');
  const [isPhoneSeen, setPhoneSeen] = useState(false);
  const onAnswer = (answer: SignInAnswer): void => {
    const { tenants, departs } = choicesOf(answer);
    if (tenants.length > 0 || departs.length > 0) choose(answer);
    else startSession(answer);
  };
  const byAccount = <CredentialsForm onAnswer={onAnswer} />;
  return (
    <>
      {ways.phone ? (
        <ChoiceTabs
          label="登录方式"
          choices={[
            { key: 'account', title: '账号登录' },
            { key: 'phone', title: '手机登录' },
          ]}
          chosen={way}
          onChoose={(next) => {
            setWay(next);
            if (next === 'phone') setPhoneSeen(true);
          }}
        >
          {/* Both stay: what was typed in one is there again after a look at the other. */}
          <div hidden={way !== 'account'}>{byAccount}</div>
          {isPhoneSeen && (
            <div hidden={way !== 'phone'}>
              <PhoneForm onAnswer={onAnswer} />
            </div>
          )}
        </ChoiceTabs>
      ) : (
        byAccount
      )}
      {(ways.phone || ways.mail) && (
        <p className="wb-user-links">
          <PublicLink to={ALTERATION_PATH}>忘记密码</PublicLink>
          <PublicLink to={REGISTER_PATH}>注册账号</PublicLink>
        </p>
      )}
      {ways.providers.length > 0 && <OtherWays providers={ways.providers} />}
    </>
  );
}

type Draft = { username: string; password: string };

/** Plain inputs, no form library: this is the one page everybody waits for. */
function CredentialsForm({ onAnswer }: { onAnswer: (answer: SignInAnswer) => void }): ReactNode {
  const { draft, change, isMissing, refusal, isBusy, submit } = useSignIn(onAnswer);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <SignInField id="username" label="账号" isMissing={isMissing('username')}>
        <Input
          id="username"
          size="large"
          {...faultProps(isMissing('username'))}
          autoComplete="username"
          autoFocus
          maxLength={100}
          value={draft.username}
          onChange={(event) => change({ username: event.target.value })}
        />
      </SignInField>
      <SignInField id="password" label="密码" isMissing={isMissing('password')}>
        <Input.Password
          id="password"
          size="large"
          {...faultProps(isMissing('password'))}
          autoComplete="current-password"
          maxLength={200}
          value={draft.password}
          onChange={(event) => change({ password: event.target.value })}
        />
      </SignInField>
      {refusal && (
        <p role="alert" className="wb-user-note wb-user-refusal">
          {refusal}
        </p>
      )}
      <Button type="primary" size="large" block htmlType="submit" loading={isBusy}>
        登录
      </Button>
    </form>
  );
}

function useSignIn(onAnswer: (answer: SignInAnswer) => void) {
  const [draft, setDraft] = useState<Draft>({ username: '', password: '' });
  const [isTried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isBlank = (key: keyof Draft): boolean => draft[key].trim() === '';

  return {
    draft,
    refusal,
    isBusy,
    change: (patch: Partial<Draft>): void => setDraft({ ...draft, ...patch }),
    isMissing: (key: keyof Draft): boolean => isTried && isBlank(key),
    async submit(): Promise<void> {
      setTried(true);
      if (isBusy) return;
      setRefusal(null);
      if (isBlank('username') || draft.password === '') return;
      setBusy(true);
      try {
        const credentials = { username: draft.username.trim(), password: draft.password };
        onAnswer(await throughSecondStep(signIn(credentials)));
      } catch (error) {
        setRefusal(textOf(error));
        setTried(false);
      } finally {
        setBusy(false);
      }
    },
  };
}

const faultProps = (isAtFault: boolean) => (isAtFault ? ({ status: 'error', 'aria-invalid': true } as const) : {});

const textOf = (error: unknown): string => (error instanceof Error ? error.message : '未知错误');

function SignInField({
  id,
  label,
  isMissing,
  children,
}: {
  id: string;
  label: string;
  isMissing: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <div className="wb-user-field">
      <label htmlFor={id}>{label}</label>
      {children}
      {isMissing && (
        <p role="alert" className="wb-user-missing">
          请输入{label}
        </p>
      )}
    </div>
  );
}
