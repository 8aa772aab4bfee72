import type { ReactNode } from 'react';
import { BlankState } from '#ui/blank-state.tsx';

/** /test/home: an empty page, to see that the console itself stands. */
export function TestPage(): ReactNode {
  return <BlankState title={<h1>测试页</h1>} text="此页面没有内容。" />;
}
