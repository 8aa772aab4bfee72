import { useEffect, type ReactNode } from 'react';
import type { Brand } from '../brand.ts';
import { fetched } from '#ui/fetched.tsx';
import { toast } from '#ui/feedback.tsx';
import { useSessionStore } from '#kit/web/session/session-store.ts';

const ForcedPasswordPage = fetched<{ brand: Brand }>(() =>
  import('./account/forced-password-page.tsx').then((module) => module.ForcedPasswordPage),
);

/**
 * What the state of the session says before the console opens: a password of one's own comes
 * first, and what the person should know of the session is said.
 */
export function SessionGate({ brand, children }: { brand: Brand; children: ReactNode }): ReactNode {
  const isHeld = useSessionStore((state) => state.session?.user.mustChangePassword === true);
  useSessionWords();
  return isHeld ? <ForcedPasswordPage brand={brand} /> : children;
}

let hasWarned = false;
let parting: string | null = null;

/** A word for the console that opens under the next token of this page. */
export const toastAfterSwitch = (text: string): void => {
  parting = text;
};

function useSessionWords(): void {
  const isUnstored = useSessionStore((state) => state.isUnstored);
  const successor = useSessionStore((state) => state.successor);
  useEffect(() => {
    if (!isUnstored || hasWarned) return;
    hasWarned = true;
    toast.warn('浏览器不允许保存登录状态，刷新或关闭页面后需要重新登录');
  }, [isUnstored]);
  useEffect(() => {
    if (successor) toast.warn(`已在其他窗口切换为 ${successor}，页面将重新加载`);
  }, [successor]);
  useEffect(() => {
    if (parting) toast.done(parting);
    parting = null;
  }, []);
}
