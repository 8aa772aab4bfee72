import { Button } from 'antd';
import type { ReactNode } from 'react';
import { BlankState } from '#ui/blank-state.tsx';

const TEXTS = {
  403: ['403', '抱歉，您没有权限访问此页面'],
  404: ['404', '抱歉，您访问的页面不存在'],
  500: ['500', '抱歉，服务器出错了'],
} as const;

export type ErrorStatus = keyof typeof TEXTS;

/** The pages /403, /404 and /500. */
export function ErrorPage({ status, onHome }: { status: ErrorStatus; onHome: () => void }): ReactNode {
  const [title, text] = TEXTS[status];
  return (
    <BlankState
      title={<h1>{title}</h1>}
      text={text}
      actions={
        <Button type="primary" onClick={onHome}>
          返回首页
        </Button>
      }
    />
  );
}
