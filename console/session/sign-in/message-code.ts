import { useEffect, useState } from 'react';
import { rules } from '#kit/model/rules.ts';
import type { Envelope } from '#ui/http/api-error.ts';
import { callRoute } from '#ui/http/route-call.ts';
import { registrationCalls } from '#modules/system/model/routes/registration.ts';

export type AddressKind = 'phone' | 'email';
type CodePurpose = 'login' | 'register' | 'forgot';

/** `smsmode` of the wire. */
const MODES: Readonly<Record<CodePurpose, number>> = { login: 0, register: 1, forgot: 2 };
const PAUSE_SECONDS = 60;

/** What is wrong with an address; undefined when nothing is. */
export function addressFault(kind: AddressKind, address: string): string | undefined {
  const text = address.trim();
  if (text === '') return kind === 'phone' ? '请输入手机号' : '请输入邮箱';
  return (kind === 'phone' ? rules.mobile(text) : rules.email(text)) ?? undefined;
}

/** What is wrong with a code as typed. */
export const codeFault = (code: string): string | undefined =>
  code.trim() === '' ? '请输入验证码' : /^\d{6}$/.test(code.trim()) ? undefined : '验证码为6位数字';

export interface CodeRequest {
  /** Seconds until another one may be asked for. */
  left: number;
  isBusy: boolean;
  /** What the server said of the last request. */
  said: { text: string; isRefused: boolean } | null;
  /** @returns whether it was sent, as far as the server says */
  request: (kind: AddressKind, address: string) => Promise<boolean>;
}

/** Asking for a code, with a pause of a minute. */
export function useCodeRequest(purpose: CodePurpose): CodeRequest {
  const [said, setMessage] = useState<CodeRequest['said']>(null);
  const [isBusy, setBusy] = useState(false);
  const { left, restart } = useCountdown();

  const request = async (kind: AddressKind, address: string): Promise<boolean> => {
    if (isBusy || left > 0) return false;
    setBusy(true);
    setMessage(null);
    try {
      const { message } = await send(kind, address.trim(), MODES[purpose]);
      setMessage({ text: message, isRefused: false });
      restart();
      return true;
    } catch (error) {
      setMessage({ text: error instanceof Error ? error.message : '未知错误', isRefused: true });
      return false;
    } finally {
      setBusy(false);
    }
  };

  return { left, isBusy, said, request };
}

const send = (kind: AddressKind, address: string, mode: number): Promise<Envelope<unknown>> =>
  kind === 'phone'
    ? callRoute(registrationCalls.sms, { body: { mobile: address, smsmode: mode } })
    : callRoute(registrationCalls.mailCode, { body: { email: address, mode } });

/** Counts by the clock: a window in the background falls behind otherwise. */
function useCountdown(): { left: number; restart: () => void } {
  const [until, setUntil] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (until === 0) return;
    const tick = (): void => {
      const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1000));
      setLeft(seconds);
      if (seconds === 0) clearInterval(timer);
    };
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [until]);
  return {
    left,
    restart() {
      setUntil(Date.now() + PAUSE_SECONDS * 1000);
      setLeft(PAUSE_SECONDS);
    },
  };
}
