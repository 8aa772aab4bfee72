import { Alert, Button, Form, Input } from 'antd';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { isOutcomeUnknown } from '../api-error.ts';
import type { Brand } from '../brand.ts';
import {
  challengeOf,
  choicesOf,
  signIn,
  startSession,
  type CaptchaChallenge,
  type Credentials,
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
        <h1>{brand.platform}</h1>
        <p className="wb-signin-tagline">{brand.tagline}</p>
        {note && <Alert type="warning" showIcon title={note} className="wb-signin-note" />}
        {answer ? (
          <Suspense fallback={<p>加载中…</p>}>
            <WorkplaceForm answer={answer} onBack={() => setAnswer(null)} />
          </Suspense>
        ) : (
          <CredentialsForm onAnswer={setAnswer} />
        )}
      </main>
      <footer className="wb-signin-footer">
        <span>{brand.copyright}</span>
        {brand.filing && <span>{brand.filing}</span>}
      </footer>
    </div>
  );
}

function CredentialsForm({ onAnswer }: { onAnswer: (answer: SignInAnswer) => void }): ReactNode {
  const [form] = Form.useForm<Credentials>();
  const [challenge, setChallenge] = useState<CaptchaChallenge | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const submit = async (values: Credentials): Promise<void> => {
    setBusy(true);
    setRefusal(null);
    try {
      const answer = await signIn({
        ...values,
        username: values.username.trim(),
        captchaKey: challenge?.captchaKey,
      });
      const { tenants, departs } = choicesOf(answer);
      if (tenants.length > 0 || departs.length > 0) onAnswer(answer);
      else startSession(answer);
    } catch (error) {
      setChallenge((old) => challengeOf(error) ?? (isOutcomeUnknown(error) ? old : null));
      form.resetFields(['captcha']);
      setRefusal(error instanceof Error ? error.message : '未知错误');
    } finally {
      setBusy(false);
    }
  };

  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={(v) => void submit(v)}>
      <Form.Item name="username" label="账号" rules={[{ required: true, message: '请输入账号' }]}>
        <Input size="large" autoComplete="username" autoFocus maxLength={100} />
      </Form.Item>
      <Form.Item name="password" label="密码" rules={[{ required: true, message: '请输入密码' }]}>
        <Input.Password size="large" autoComplete="current-password" maxLength={200} />
      </Form.Item>
      {challenge && (
        <Form.Item label="验证码" required>
          <div className="wb-signin-captcha">
            <Form.Item name="captcha" noStyle rules={[{ required: true, message: '请输入验证码' }]}>
              <Input size="large" aria-label="验证码" autoComplete="off" maxLength={8} />
            </Form.Item>
            <img src={challenge.image} alt="验证码图片" />
          </div>
        </Form.Item>
      )}
      {refusal && (
        <Alert type="error" showIcon title={refusal} role="alert" className="wb-signin-note" />
      )}
      <Button type="primary" size="large" block htmlType="submit" loading={isBusy}>
        登录
      </Button>
    </Form>
  );
}
