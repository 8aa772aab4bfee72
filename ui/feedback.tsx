import type { ReactNode } from 'react';
import { create } from 'zustand';
import { ApiError, isSessionLost } from './http/api-error.ts';
import { fetched } from './fetched.tsx';
import type { Voices } from './feedback-host.tsx';
import { newErrorId, reportError } from './report-error.ts';

const FeedbackHost = fetched(() => import('./feedback-host.tsx').then((module) => module.FeedbackHost));

const useVisibility = create<{ isVisible: boolean }>(() => ({ isVisible: false }));

let voices: Voices | null = null;
let waiting: ((voices: Voices) => void)[] = [];

/** Speaks at once, or as soon as the voices are fetched: nobody waits for them at the start. */
export function speak(words: (voices: Voices) => void): void {
  if (voices) return words(voices);
  waiting.push(words);
  useVisibility.setState({ isVisible: true });
}

function takeVoices(next: Voices | null): void {
  voices = next;
  if (!next) return;
  const words = waiting;
  waiting = [];
  for (const one of words) one(next);
}

/** Lets `say` and `ask` speak in the theme of the page; stands once, around the console. */
export function FeedbackProvider({ children }: { children: ReactNode }): ReactNode {
  const { isVisible } = useVisibility();
  return (
    <>
      {children}
      {isVisible && <FeedbackHost onVoices={takeVoices} />}
    </>
  );
}

/** Short words to the user, from anywhere. */
export const toast = {
  done: (text: string): void => speak(({ message }) => void message.success(text || '操作成功')),
  warn: (text: string): void => speak(({ message }) => void message.warning(text)),
  fail: (text: string): void => speak(({ message }) => void message.error(text, 5)),
  loading: (text: string): void => speak(({ message }) => void message.loading(text, 0)),
  /** A refusal that must be seen: stays for a while, and never over work for good. */
  refused: (title: string, text: string): void =>
    speak(({ notification }) => notification.error({ title, description: text, duration: 8 })),
  notice: (title: string, text: string): void =>
    speak(({ notification }) => notification.info({ title, description: text, duration: 3 })),
};

export interface Question {
  title: string;
  content?: ReactNode;
  okText?: string;
  cancelText?: string;
  danger?: boolean;
}

/** Asks before something happens; true when the user agreed. */
export function confirmAction({
  title,
  content,
  okText = '确定',
  cancelText = '取消',
  danger = false,
}: Question): Promise<boolean> {
  return new Promise((resolve) => {
    speak(({ modal }) => {
      modal.confirm({
        title,
        content,
        okText,
        cancelText,
        okButtonProps: { danger },
        // Enter, pressed out of habit, takes nothing away.
        autoFocusButton: danger ? 'cancel' : 'ok',
        onOk: () => resolve(true),
        onCancel: () => resolve(false),
      });
    });
  });
}

/** Tells something that cannot be gone past: resolves when its one button was pressed. */
export function alertUntilRead(title: string, button: string): Promise<void> {
  return new Promise((resolve) => {
    speak(({ modal }) => {
      modal.warning({ title, okText: button, keyboard: false, onOk: () => resolve() });
    });
  });
}

/** Says what is missing of papers that were opened to be printed; null: nothing is. */
export const toastMissing = (note: string | null): void => {
  if (note) toast.refused('部分未打印', note);
};

/**
 * Shows why a call failed (spec §8): 403 as a system notice, the rest as a message. A lost session
 * speaks for itself.
 */
export function toastError(error: unknown): void {
  if (error instanceof ApiError) {
    if (isSessionLost(error)) return;
    if (error.status === 403) return toast.refused('系统提示', error.message);
    return toast.fail(error.message);
  }
  if (error instanceof DOMException && error.name === 'AbortError') return;
  const id = newErrorId();
  reportError(id, location.pathname, error);
  toast.fail(`操作失败（错误编号 ${id}），反馈问题时请附上此编号`);
}
