import { App } from 'antd';
import { useLayoutEffect, type ReactNode } from 'react';
import { ApiError } from './api-error.ts';

type Feedback = ReturnType<typeof App.useApp>;

let feedback: Feedback | null = null;

/** Makes `say` and `ask` speak in the theme of the page; stands once, around the console. */
export function FeedbackProvider({ children }: { children: ReactNode }): ReactNode {
  return (
    <App message={{ maxCount: 3 }} notification={{ top: 52 }} className="wb-app">
      <Bridge>{children}</Bridge>
    </App>
  );
}

function Bridge({ children }: { children: ReactNode }): ReactNode {
  const api = App.useApp();
  useLayoutEffect(() => {
    feedback = api;
    return () => {
      feedback = null;
    };
  }, [api]);
  return children;
}

/** Short words to the user, from anywhere. */
export const say = {
  done: (text: string): void => void feedback?.message.success(text || '操作成功'),
  warn: (text: string): void => void feedback?.message.warning(text),
  fail: (text: string): void => void feedback?.message.error(text, 5),
  notice: (title: string, text: string): void =>
    feedback?.notification.info({ title, description: text, placement: 'topRight', duration: 3 }),
};

export interface Question {
  title: string;
  content?: ReactNode;
  okText?: string;
  cancelText?: string;
  danger?: boolean;
}

/** Asks before something happens; true when the user agreed. */
export function ask({
  title,
  content,
  okText = '确定',
  cancelText = '取消',
  danger = false,
}: Question): Promise<boolean> {
  const modal = feedback?.modal;
  if (!modal) return Promise.resolve(false);
  return new Promise((resolve) => {
    modal.confirm({
      title,
      content,
      okText,
      cancelText,
      okButtonProps: { danger },
      onOk: () => resolve(true),
      onCancel: () => resolve(false),
    });
  });
}

/**
 * Shows why a call failed (spec §8): 403 as a system notice, the rest as a message. A lost session
 * speaks for itself.
 */
export function tell(error: unknown): void {
  if (error instanceof ApiError) {
    if (error.status === 401) return;
    if (error.status === 403)
      return void feedback?.notification.error({ title: '系统提示', description: error.message });
    return say.fail(error.message);
  }
  if (error instanceof DOMException && error.name === 'AbortError') return;
  console.error(error);
  say.fail(error instanceof Error ? error.message : '未知错误');
}
