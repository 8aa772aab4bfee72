import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import type { FoundNumbers } from '#kit/model/numbers.ts';
import type { Row } from '#ui/cells/faces.ts';
import { copyText } from '#ui/copy-text.ts';
import { toast } from '#ui/feedback.tsx';
import { findLifecycle } from '../declarations.ts';
import { useFoundNumbers } from './use-found-numbers.ts';
import type { ListHandle } from './use-list.ts';
import './numbers.css';

export interface NumberNoteProps {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  list: ListHandle<any>;
  onTab: (tab: string) => void;
}

/** What a search for many numbers did not find here, by name, above the table. */
export function NumberNote({ list, onTab }: NumberNoteProps): ReactNode {
  const found = useFoundNumbers(list);
  if (!found) return null;
  const { numbers, missing, leftOut, elsewhere } = found;
  const tabs = Object.entries(elsewhere);
  if (missing.length + leftOut.length + tabs.length === 0)
    return (
      <div className="wb-numbers" role="status">
        {numbers.length} 个全部找到
      </div>
    );
  return (
    <div className="wb-numbers" role="status">
      <Named title="未找到" numbers={missing} isBad />
      <Elsewhere list={list} tabs={tabs} onTab={onTab} />
      <Named title="不符合其他条件" numbers={leftOut}>
        <Button type="link" size="small" onClick={() => list.setFilters({ numbers: list.params.filters['numbers'] })}>
          清空其他条件
        </Button>
      </Named>
    </div>
  );
}

function Elsewhere({
  list,
  tabs,
  onTab,
}: {
  list: ListHandle<Row>;
  tabs: [tab: string, n: FoundNumbers['elsewhere'][string]][];
  onTab: (tab: string) => void;
}): ReactNode {
  const titles = findLifecycle(list.resource)?.tabs ?? {};
  return tabs.map(([tab, n]) => (
    <div key={tab} className="wb-number-line">
      另有 {n} 个在
      <Button type="link" size="small" onClick={() => onTab(tab)}>
        {titles[tab]?.title ?? tab}
      </Button>
    </div>
  ));
}

/** More would push the table off the screen. */
const SHOWN = 20;

function Named({
  title,
  numbers,
  isBad = false,
  children,
}: {
  title: string;
  numbers: readonly string[];
  isBad?: boolean;
  children?: ReactNode;
}): ReactNode {
  const [isWhole, setWhole] = useState(false);
  if (numbers.length === 0) return null;
  const shown = isWhole ? numbers : numbers.slice(0, SHOWN);
  const copy = async (): Promise<void> => {
    if (await copyText(numbers.join('\n'))) toast.done(`已复制 ${numbers.length} 个`);
    else toast.warn('浏览器不允许复制，请手动选择');
  };
  return (
    <div className="wb-number-line">
      <strong className={isBad ? 'wb-number-bad' : ''}>
        {title} {numbers.length} 个
      </strong>
      ：<span className="wb-number-names">{shown.join('、')}</span>
      {shown.length < numbers.length && (
        <Button type="link" size="small" onClick={() => setWhole(true)}>
          显示全部
        </Button>
      )}
      <Button type="link" size="small" onClick={() => void copy()}>
        复制
      </Button>
      {children}
    </div>
  );
}
