import { Button, Input } from 'antd';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { isOutcomeUnknown } from '../api-error.ts';
import type { Brand } from '../brand.ts';
import {
  choicesOf,
  fetchCaptcha,
  needsCaptcha,
  signIn,
  startSession,
  type Captcha,
  type SignInAnswer,
} from './sign-in.ts';
import './sign-in-page.css';

const WorkplaceForm = lazy(() =>
  import('./workplace-form.tsx').then((module) => ({ default: module.WorkplaceForm })),
);

/** /user/login: name and password, a picture code when the server asks, tenant and department. */
export function SignInPage({ brand, note }: { brand: Brand; note?: string | null }): ReactNode {
  const [answer, setAnswer] = useState<SignInAnswer | null>(null);
  return (
    <div className="wb-signin">
      <main className="wb-signin-card">
        {brand.logo && <img className="wb-signin-logo" src={brand.logo} alt="" />}
        <h1>{brand.platform}</h1>
        <p className="wb-signin-tagline">{brand.tagline}</p>
        {note && <p className="wb-signin-note">{note}</p>}
        {answer ? (
          <Suspense fallback={<p>加载中…</p>}>
            <WorkplaceForm answer={answer} onBack={() => setAnswer(null)} />
          </Suspense>
        ) : (
          <CredentialsForm onAnswer={setAnswer} />
        )}
      </main>
      <Footer brand={brand} />
    </div>
  );
}

function Footer({ brand }: { brand: Brand }): ReactNode {
  const links = [
    ['帮助', brand.helpUrl],
    ['隐私', brand.privacyUrl],
    ['条款', brand.termsUrl],
  ].filter(([, url]) => url);
  return (
    <footer className="wb-signin-footer">
      {links.length > 0 && (
        <nav aria-label="平台链接">
          {links.map(([title, url]) => (
            <a key={title} href={url} target="_blank" rel="noreferrer">
              {title}
            </a>
          ))}
        </nav>
      )}
      <span>{brand.copyright}</span>
      {brand.filing && <span>{brand.filing}</span>}
    </footer>
  );
}

type Draft = { username: string; password: string; captcha: string };

/** Plain inputs, no form library: this is the one page everybody waits for. */
function CredentialsForm({ onAnswer }: { onAnswer: (answer: SignInAnswer) => void }): ReactNode {
  const { draft, change, captcha, renewCaptcha, isMissing, refusal, isBusy, submit } =
    useSignIn(onAnswer);
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
          autoComplete="current-password"
          maxLength={200}
          value={draft.password}
          onChange={(event) => change({ password: event.target.value })}
        />
      </SignInField>
      {captcha && (
        <CaptchaField
          captcha={captcha}
          value={draft.captcha}
          isMissing={isMissing('captcha')}
          onChange={(text) => change({ captcha: text })}
          onRenew={() => void renewCaptcha()}
        />
      )}
      {refusal && (
        <p role="alert" className="wb-signin-note wb-signin-refusal">
          {refusal}
        </p>
      )}
      <Button type="primary" size="large" block htmlType="submit" loading={isBusy}>
        登录
      </Button>
    </form>
  );
}

function CaptchaField({
  captcha,
  value,
  isMissing,
  onChange,
  onRenew,
}: {
  captcha: Captcha;
  value: string;
  isMissing: boolean;
  onChange: (text: string) => void;
  onRenew: () => void;
}): ReactNode {
  return (
    <SignInField id="captcha" label="验证码" isMissing={isMissing}>
      <div className="wb-signin-captcha">
        <Input
          id="captcha"
          size="large"
          autoComplete="off"
          maxLength={8}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        <button type="button" title="看不清？换一张" onClick={onRenew}>
          <img src={captcha.image} alt="验证码图片，点击换一张" />
        </button>
      </div>
    </SignInField>
  );
}

function useSignIn(onAnswer: (answer: SignInAnswer) => void) {
  const [draft, setDraft] = useState<Draft>({ username: '', password: '', captcha: '' });
  const [isTried, setTried] = useState(false);
  const [captcha, setCaptcha] = useState<Captcha | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isBlank = (key: keyof Draft): boolean => draft[key].trim() === '';

  const renewCaptcha = (): Promise<void> =>
    fetchCaptcha().then(setCaptcha, (error: unknown) => setRefusal(textOf(error)));

  const refused = async (error: unknown): Promise<void> => {
    setRefusal(textOf(error));
    setTried(false);
    setDraft((old) => ({ ...old, captcha: '' }));
    // A code is used up by its try; after a clear answer the server says whether it wants another.
    if (needsCaptcha(error) || (captcha && !isOutcomeUnknown(error))) await renewCaptcha();
  };

  return {
    draft,
    captcha,
    renewCaptcha,
    refusal,
    isBusy,
    change: (patch: Partial<Draft>): void => setDraft({ ...draft, ...patch }),
    isMissing: (key: keyof Draft): boolean => isTried && isBlank(key),
    async submit(): Promise<void> {
      setTried(true);
      if (isBusy || isBlank('username') || draft.password === '') return;
      if (captcha && isBlank('captcha')) return;
      setBusy(true);
      setRefusal(null);
      try {
        const { username, password, captcha: code } = draft;
        const answer = await signIn({
          username: username.trim(),
          password,
          ...(captcha ? { captcha: code.trim(), checkKey: captcha.checkKey } : {}),
        });
        const { tenants, departs } = choicesOf(answer);
        if (tenants.length > 0 || departs.length > 0) onAnswer(answer);
        else startSession(answer);
      } catch (error) {
        await refused(error);
      } finally {
        setBusy(false);
      }
    },
  };
}

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
    <div className="wb-signin-field">
      <label htmlFor={id}>{label}</label>
      {children}
      {isMissing && (
        <p role="alert" className="wb-signin-missing">
          请输入{label}
        </p>
      )}
    </div>
  );
}
