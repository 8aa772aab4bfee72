import { useState, type ReactNode } from 'react';
import type { GalleryPart } from '../gallery-part.ts';
import { CronInput } from '#kit/web/lazy-widgets.tsx';
import type { CronInputProps } from './cron-input.tsx';

const shown = (start: string, props: CronInputProps = {}) =>
  function Shown(): ReactNode {
    const [value, setValue] = useState(start);
    return (
      <>
        <CronInput aria-label="执行时间" {...props} value={value} onChange={setValue} />
        <output>{value}</output>
      </>
    );
  };

const askServer = async (expression: string): Promise<readonly string[]> => [
  `${expression} 的第一次`,
  `${expression} 的第二次`,
];

export const gallery: GalleryPart = {
  title: 'cron表达式',
  states: [
    { title: '空白', Show: shown('') },
    {
      title: '已有表达式',
      hint: '按周设置：日的页签不可选。',
      Show: shown('0 0 8 ? * MON,WED *'),
    },
    { title: '复杂表达式', Show: shown('0 5,35 8-18/2 1-5,10-20/2 JAN-MAR ? 2026-2030/2') },
    { title: '无执行时间', Show: shown('0 0 0 30 2 ?') },
    { title: '表达式有误', hint: '打开后按默认值显示。', Show: shown('0 61 8 ? * 2,4 1800') },
    { title: '无秒无年', Show: shown('', { hideSecond: true, hideYear: true }) },
    {
      title: '从指定时间预览',
      Show: shown('0 0 8 * * ?', { exeStartTime: Date.UTC(2031, 2, 1) }),
    },
    { title: '服务器预览', Show: shown('0 0 9 LW * ?', { preview: askServer }) },
    {
      title: '预览失败',
      Show: shown('0 0 9 L-3 * ?', { preview: async () => Promise.reject(new Error('预览超时')) }),
    },
    { title: '不可用', Show: shown('0 0 8 * * ?', { disabled: true }) },
  ],
};
