import { Modal } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import type { AnyLifecycle, Move } from '#kit/model/lifecycle.ts';
import './keys-dialog.css';

interface ListKeys {
  mayDelete: boolean;
  mayEdit: boolean;
  /** Of the page. */
  own?: readonly (readonly [key: string, does: string])[] | undefined;
}

export interface KeysDialogProps {
  lifecycle: AnyLifecycle | undefined;
  /** What this person may do with rows of a list; absent: it is about one document. */
  may?: ListKeys | undefined;
  onClose: () => void;
}

const ALWAYS: readonly [string, string][] = [
  ['/', '到查找框'],
  ['j', '下一行'],
  ['k', '上一行'],
  ['x', '勾选当前行；按住 Shift 点选可连续勾选'],
  ['Enter', '打开当前行'],
  ['Ctrl + C', '复制拖选的单元格，Esc 取消'],
];
const CONSOLE: readonly [string, string][] = [
  ['Ctrl + K', '搜索菜单'],
  ['Esc', '关闭对话框、抽屉或菜单'],
  ['?', '这份按键说明'],
];

/** What each key does here: in a list those of every list first, then the letters of moves. */
export function KeysDialog({ lifecycle, may, onClose }: KeysDialogProps): ReactNode {
  useFocusBack();
  const moves = Object.values((lifecycle?.moves ?? {}) as Readonly<Record<string, Move>>).flatMap(
    ({ letter, title }): [string, string][] => (letter ? [[letter, title]] : []),
  );
  return (
    <Modal open title="按键" width={520} footer={null} onCancel={onClose}>
      {may && (
        <Keys
          title="列表"
          keys={[
            ...ALWAYS,
            ...(may.own ?? []),
            ...(may.mayEdit ? ([['F2', '修改当前行，Tab 到下一格']] as [string, string][]) : []),
            ...(may.mayDelete ? ([['Delete', '删除所勾选']] as [string, string][]) : []),
          ]}
        />
      )}
      {moves.length > 0 && <Keys title={may ? '操作（当前行；有勾选时为所勾选）' : '操作'} keys={moves} />}
      <Keys title="到处可用" keys={CONSOLE} />
    </Modal>
  );
}

/** The keyboard stands where it stood once the dialog is gone. */
function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus();
    },
    [before],
  );
}

const Keys = ({ title, keys }: { title: string; keys: readonly (readonly [string, string])[] }): ReactNode => (
  <section className="wb-keys">
    <h3>{title}</h3>
    <dl>
      {keys.map(([key, does]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  </section>
);
