import { CloseOutlined, DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, type InputRef } from 'antd';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { toast } from '../feedback.tsx';
import type { FindWish } from '../grid-data/find.ts';
import { findCells, replaceCells, type Found } from './grid-find.ts';
import type { Finding } from './grid-panels.ts';
import type { GridSession } from './grid-session.ts';
import { useGridState } from './use-grid-state.ts';

export interface FindBarProps {
  session: GridSession;
}

const REST_MS = 150;

/** 查找 and 替换, above the rows while somebody looks for something. */
export function FindBar({ session }: FindBarProps): ReactNode {
  const finding = useGridState(session, () => session.panels.finding);
  return finding && <OpenBar session={session} finding={finding} />;
}

/** Before one of them was gone to, how many there are. @param place of it, from 0 */
function countText(count: number, place: number): string {
  if (count === 0) return '无结果';
  return place < 0 ? `${count} 处` : `${place + 1} / ${count}`;
}

function OpenBar({ session, finding }: { session: GridSession; finding: Finding }): ReactNode {
  const first = useRef<InputRef>(null);
  const [wish, setWish] = useState<FindWish>({ text: '', isCaseSensitive: false, isWhole: false });
  const [isWithin, setWithin] = useState(false);
  const [by, setBy] = useState('');
  const found = useFound(session, wish, isWithin ? finding.range : null);
  const place = useGridState(session, () => placeIn(found, session));
  useEffect(() => first.current?.focus({ cursor: 'all' }), [finding]);
  const change = (next: Partial<FindWish>): void => setWish({ ...wish, ...next });
  const step = (by: 1 | -1): void => goTo(session, nextOf(found, session, by));
  const close = (): void => {
    session.panels.find(null);
    session.viewport.focusCell();
  };
  const replaceOne = (): void => {
    const here = found[place];
    if (!here) return step(1);
    if (replaceCells(session, [here], wish, by).closed > 0) toast.warn('该单元格不可编辑');
    goTo(session, found[(place + 1) % found.length]);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') close();
    else if (event.key === 'F3') step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="wb-grid-find" role="search" aria-label="查找和替换" onKeyDown={onKeyDown}>
      <Input
        ref={first}
        aria-label="查找"
        placeholder="查找"
        value={wish.text}
        onChange={({ target }) => change({ text: target.value })}
        onPressEnter={(event) => step(event.shiftKey ? -1 : 1)}
      />
      <span className="wb-grid-find-count" role="status">
        {wish.text === '' ? '' : countText(found.length, place)}
      </span>
      <Button
        icon={<UpOutlined aria-hidden />}
        aria-label="上一个"
        title="上一个 (Shift+Enter)"
        disabled={found.length === 0}
        onClick={() => step(-1)}
      />
      <Button
        icon={<DownOutlined aria-hidden />}
        aria-label="下一个"
        title="下一个 (Enter)"
        disabled={found.length === 0}
        onClick={() => step(1)}
      />
      <Checkbox checked={wish.isCaseSensitive} onChange={({ target }) => change({ isCaseSensitive: target.checked })}>
        区分大小写
      </Checkbox>
      <Checkbox checked={wish.isWhole} onChange={({ target }) => change({ isWhole: target.checked })}>
        整格匹配
      </Checkbox>
      {finding.range && (
        <Checkbox checked={isWithin} onChange={({ target }) => setWithin(target.checked)}>
          仅所选范围
        </Checkbox>
      )}
      {!session.settings.isReadOnly && (
        <>
          <Input
            aria-label="替换为"
            placeholder="替换为"
            value={by}
            onChange={({ target }) => setBy(target.value)}
            onPressEnter={replaceOne}
          />
          <Button disabled={found.length === 0} onClick={replaceOne}>
            替换
          </Button>
          <Button
            disabled={found.length === 0}
            onClick={() => {
              toastReplaced(replaceCells(session, found, wish, by));
              // The button has nothing left to do, and would drop the keyboard.
              first.current?.focus({ cursor: 'all' });
            }}
          >
            全部替换
          </Button>
        </>
      )}
      <Button type="text" icon={<CloseOutlined aria-hidden />} aria-label="关闭查找" onClick={close} />
    </div>
  );
}

/** What is found, looked for again once what is asked or stands in the rows is at rest. */
function useFound(session: GridSession, wish: FindWish, within: Finding['range']): readonly Found[] {
  const rows = useGridState(session, () => session.tree.rows);
  const layout = useGridState(session, () => session.layout);
  const [found, setFound] = useState<readonly Found[]>([]);
  useEffect(() => {
    let stop = (): void => undefined;
    const timer = setTimeout(() => {
      stop = findCells(session, wish, within, setFound);
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [session, wish, within, rows, layout]);
  return found;
}

/** Place of the cursor among what is found; -1: it stands elsewhere. */
const placeIn = (found: readonly Found[], { cursor: { active } }: GridSession): number =>
  active ? found.findIndex(({ id, key }) => id === active.id && key === active.key) : -1;

/** What comes next in reading order, from the cursor on and around. */
function nextOf(found: readonly Found[], session: GridSession, by: 1 | -1): Found | undefined {
  const { cursor, tree } = session;
  const here = cursor.placeOf(cursor.active) ?? { row: -1, column: -1 };
  const isBeyond = ({ id, key }: Found): boolean => {
    const row = tree.indexOf(id);
    const column = cursor.placeOf({ id, key })?.column ?? -1;
    return by * (row - here.row) > 0 || (row === here.row && by * (column - here.column) > 0);
  };
  return by > 0 ? (found.find(isBeyond) ?? found[0]) : (found.findLast(isBeyond) ?? found.at(-1));
}

function goTo(session: GridSession, cell: Found | undefined): void {
  if (!cell) return;
  const address = { id: cell.id, key: cell.key };
  session.activate(address);
  session.viewport.reveal(address);
}

function toastReplaced({ done, closed }: { done: number; closed: number }): void {
  const skipped = closed > 0 ? `，${closed} 个单元格不可编辑，未替换` : '';
  if (done > 0) toast.done(`已替换 ${done} 个单元格${skipped}`);
  else toast.warn(`${closed} 个单元格不可编辑，未替换`);
}
