import { useEffect, useState } from 'react';
import { rules } from '#kit/model/rules.ts';
import { isOutcomeUnknown } from '#ui/http/api-error.ts';
import type { Envelope } from '#ui/http/api-error.ts';
import { callRoute } from '#ui/http/route-call.ts';
import { registrationCalls } from '#modules/system/model/routes/registration.ts';
import type { PictureCode } from '#modules/system/model/routes/session.ts';
import { fetchCaptcha, needsCaptcha, type Captcha } from '../sign-in.ts';

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
  /** Stands once the server asks for it. */
  captcha: Captcha | null;
  answer: string;
  setAnswer: (answer: string) => void;
  renew: () => void;
  /** What is wrong with what was read in the picture. */
  pictureFault: string | undefined;
  /** What the server said of the last request. */
  said: { text: string; isRefused: boolean } | null;
  /** @returns whether it was sent, as far as the server says */
  request: (kind: AddressKind, address: string) => Promise<boolean>;
}

/**
 * Asking for a code: a picture code where the server wants one, and a pause of a minute. A picture
 * lives a minute too, so that the next one is fetched only when it is wanted.
 */
export function useCodeRequest(purpose: CodePurpose): CodeRequest {
  const [said, setSaid] = useState<CodeRequest['said']>(null);
  const [isBusy, setBusy] = useState(false);
  const { left, restart } = useCountdown();
  const refused = (error: unknown): void =>
    setSaid({ text: error instanceof Error ? error.message : '未知错误', isRefused: true });
  const picture = usePictureCode(refused);
  const { captcha, answer } = picture;

  const request = async (kind: AddressKind, address: string): Promise<boolean> => {
    if (isBusy || left > 0 || picture.isUnread()) return false;
    setBusy(true);
    setSaid(null);
    try {
      const read = captcha ? { captcha: answer.trim(), checkKey: captcha.checkKey } : {};
      const { message } = await send(kind, address.trim(), MODES[purpose], read);
      setSaid({ text: message, isRefused: false });
      restart();
      picture.drop();
      return true;
    } catch (error) {
      if (needsCaptcha(error)) await picture.ask();
      else {
        refused(error);
        // A picture is used up by its try.
        if (captcha && !isOutcomeUnknown(error)) await picture.renew();
      }
      return false;
    } finally {
      setBusy(false);
    }
  };

  return {
    left,
    isBusy,
    captcha,
    answer,
    setAnswer: picture.setAnswer,
    pictureFault: picture.fault,
    renew: () => void picture.renew(),
    said,
    request,
  };
}

function usePictureCode(refused: (error: unknown) => void) {
  const [captcha, setCaptcha] = useState<Captcha | null>(null);
  const [answer, setAnswer] = useState('');
  const [fault, setFault] = useState<string>();
  const renew = async (): Promise<void> => {
    setAnswer('');
    await fetchCaptcha().then(setCaptcha, refused);
  };
  return {
    captcha,
    answer,
    setAnswer,
    fault,
    renew,
    /** Says so when a picture stands there and nothing was read in it. */
    isUnread(): boolean {
      const isUnread = captcha !== null && answer.trim() === '';
      setFault(isUnread ? '请输入图片验证码' : undefined);
      return isUnread;
    },
    /** The server wants one, or another one. */
    async ask(): Promise<void> {
      setFault(captcha ? '图片验证码错误，请重新输入' : '请输入图片验证码，再获取验证码');
      await renew();
    },
    drop(): void {
      setCaptcha(null);
      setAnswer('');
    },
  };
}

const send = (
  kind: AddressKind,
  address: string,
  mode: number,
  read: PictureCode,
): Promise<Envelope<unknown>> =>
  kind === 'phone'
    ? callRoute(registrationCalls.sms, { body: { mobile: address, smsmode: mode, ...read } })
    : callRoute(registrationCalls.mailCode, { body: { email: address, mode, ...read } });

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
