import { CloseCircleFilled } from '@ant-design/icons';
import { Input, Popover } from 'antd';
import { useState, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react';
import { numbersFault, pastedNumbers, readNumbers } from '#kit/model/numbers.ts';
import type { Row, SearchProps } from '#ui/cells/faces.ts';
import { NumberEditor } from '../lazy-list-dialogs.tsx';
import type { ListHandle } from './use-list.ts';
import { useFoundNumbers } from './use-found-numbers.ts';

/**
 * The keyword box of a list that has numbers. A paste of several turns it into `批量 37 个`, which
 * Enter searches for as it does a word; a click shows them line by line, to be edited.
 */
export function NumberBox<R extends Row>({
  list,
  field,
  name,
  id,
  query,
  set,
}: SearchProps & { list: ListHandle<R> }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const found = useFoundNumbers(list);
  const pasted = query['numbers'];
  const isMany = pasted !== undefined;
  const isStored = isMany && pasted === list.params.filters['numbers'];
  const text = isStored ? (found?.numbers.join('\n') ?? '') : (pasted ?? '');
  const numbers = isStored ? (found?.numbers ?? []) : readNumbers(text);
  const fault = isMany && !isStored ? numbersFault(numbers) : null;
  const count = isStored && !found ? '' : ` ${numbers.length} 个`;
  const clear = (): void => {
    setOpen(false);
    set({ numbers: undefined }, isStored);
  };
  const paste = (event: ClipboardEvent): void => {
    const came = event.clipboardData.getData('text');
    if (pastedNumbers(came) === null) return;
    event.preventDefault();
    set({ [name]: undefined, numbers: isMany ? `${text}\n${came}` : came }, false);
  };
  const press = (event: KeyboardEvent): void => {
    if (!isMany) return;
    if (event.key === 'Backspace' || event.key === 'Delete') clear();
    if (event.key === 'ArrowDown') setOpen(true);
  };
  return (
    <div className="wb-number-box">
      <Popover
        open={isMany && isOpen}
        onOpenChange={(open) => setOpen(isMany && open)}
        trigger="click"
        placement="bottomLeft"
        destroyOnHidden
        content={
          <NumberEditor
            text={text}
            count={numbers.length}
            fault={fault}
            onChange={(next) => set({ numbers: next || ' ' }, false)}
            onSearch={() => {
              set({}, true);
              if (fault === null) setOpen(false);
            }}
          />
        }
      >
        <Input
          id={id}
          value={isMany ? `批量${count}` : (query[name] ?? '')}
          readOnly={isMany}
          placeholder={field.hint}
          title={isMany ? '点击查看和修改' : `${field.hint ?? ''}；可粘贴一列，一次最多 200 个`}
          {...(fault ? { status: 'error' as const, 'aria-describedby': `${id}-fault` } : {})}
          {...(isMany ? { 'aria-haspopup': 'dialog' as const } : {})}
          allowClear
          suffix={
            isMany ? (
              <button type="button" className="wb-number-clear" aria-label="清空批量查找" onClick={clear}>
                <CloseCircleFilled aria-hidden />
              </button>
            ) : (
              <span />
            )
          }
          onChange={(event) => set({ [name]: event.target.value || undefined }, event.type === 'click')}
          onPaste={paste}
          onKeyDown={press}
        />
      </Popover>
      {fault && (
        <div id={`${id}-fault`} role="alert" className="wb-number-fault">
          {fault}
        </div>
      )}
    </div>
  );
}
