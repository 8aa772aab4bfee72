import { Button, Drawer } from 'antd';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import type { EditProps } from '#ui/cells/faces.ts';
import { typeOf } from '#ui/grid/cell-types.ts';
import { filledText, isRequired, titleOf } from '#ui/grid/grid-column.ts';
import type { GridColumn, GridRow } from '#ui/grid/grid-column.ts';
import type { GridSession } from '#ui/grid/grid-session.ts';
import { KindEditor } from '#ui/grid/kind-editor.tsx';
import { ownEditorProps } from '#ui/grid/own-editor.ts';

interface LineSheetProps {
  session: GridSession;
  columns: readonly GridColumn[];
  subject: GridColumn | undefined;
  /** Absent: lines stay. */
  onRemove: ((row: GridRow) => void) | undefined;
  /** Begins another line; absent: there are no more. */
  onNext: (() => void) | undefined;
}

const INPUT = 'input:not([disabled]), textarea:not([disabled]), button:not([disabled])';

/** All of a line in a sheet from below, as long as one of its cells is edited. */
export function LineSheet({ session, columns, subject, onRemove, onNext }: LineSheetProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const at = session.editing;
  const row = at && session.store.rowOf(at.id);
  const focus = (): void => {
    const field = place.current?.querySelector(`[data-key="${at?.key}"]`);
    if (field && !field.contains(document.activeElement)) field.querySelector<HTMLElement>(INPUT)?.focus();
  };
  // Where something is wrong, and where a new line begins.
  useEffect(focus, [at?.id, at?.key]);
  if (!at || !row) return null;
  const close = (): void => {
    // What a date holds is taken over when it is left.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    session.stopEdit();
  };
  const name = subject && session.plainTextOf(subject, row);
  return (
    <Drawer
      open
      placement="bottom"
      size="86dvh"
      title={name || `第 ${session.store.indexOf(row.id) + 1} 行`}
      onClose={close}
      afterOpenChange={(isOpen) => isOpen && focus()}
      footer={
        <div className="wb-line-sheet-foot">
          {onRemove && (
            <Button danger onClick={() => onRemove(row)}>
              删除
            </Button>
          )}
          {onNext && (
            <Button
              onClick={() => {
                close();
                onNext();
              }}
            >
              再新增一行
            </Button>
          )}
          <Button type="primary" onClick={close}>
            完成
          </Button>
        </div>
      }
    >
      <div ref={place} className="wb-line-sheet">
        {columns.map((column) => (
          <LineField key={`${row.id} ${column.key}`} {...{ session, row, column }} />
        ))}
      </div>
    </Drawer>
  );
}

function LineField({ session, row, column }: { session: GridSession; row: GridRow; column: GridColumn }): ReactNode {
  const id = useId();
  const { key, field } = column;
  const message = session.judge.messageAt(row.id, key);
  /** The cell that is written is the one that was touched last. */
  const turnTo = (): void => {
    if (session.editing?.id !== row.id || session.editing.key !== key) session.edit({ id: row.id, key });
  };
  const Own = typeOf(column).Edit;
  if (!session.canEdit(row, column))
    return (
      <div className="wb-line-field">
        <span>{titleOf(column)}</span>
        <span>{session.plainTextOf(column, row) || '—'}</span>
      </div>
    );
  const props: EditProps = {
    id,
    field,
    name: key,
    value: row[key],
    row,
    placeholder: column.placeholder && filledText(column.placeholder, column),
    'aria-required': isRequired(column),
    'aria-invalid': message !== undefined,
    'aria-describedby': `${id}-fault`,
    currency: column.currency?.(row),
    onChange(value, text) {
      turnTo();
      session.type(value, text);
    },
    onText(text) {
      turnTo();
      session.typeText(text);
    },
  };
  return (
    <div className="wb-line-field" data-key={key} onFocus={turnTo}>
      <label htmlFor={id} className={isRequired(column) ? 'wb-line-required' : undefined}>
        {titleOf(column)}
      </label>
      {Own ? (
        <Own {...props} {...ownEditorProps(session, row, column)} />
      ) : (
        <KindEditor {...props} linkage={session.linkage} />
      )}
      <p id={`${id}-fault`} className="wb-line-fault">
        {message}
      </p>
    </div>
  );
}
