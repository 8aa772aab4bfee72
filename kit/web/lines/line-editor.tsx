import { Alert, Button, Space } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Fields } from '#kit/model/field.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { DraftNote } from '../form/draft-note.tsx';
import { draftKey, useDraft } from '../form/use-draft.ts';
import { useGuardedClose } from '#ui/page/use-guarded-close.ts';
import { isTempId, type GridRow } from '#ui/grid/grid-column.ts';
import { usePermissions } from '../session/access.ts';
import { LineGrid, type RestoredLines } from './line-grid.tsx';
import { lineColumns, lineKeys } from './line-rows.ts';
import { useLineSaving, type LineEditing } from './use-line-saving.ts';

/**
 * The lines of a row to type into. Nothing is stored before 保存, then all of it or nothing; a
 * refusal stands at the cell it is about, and what was typed stays.
 */
export function LineEditor(props: LineEditing): ReactNode {
  const { child, back, onDirty, onClose } = props;
  const may = usePermissions();
  const permits = (verb: string): boolean => may(`${resourceKey(child)}:${verb}`);
  const keys = lineKeys(child, back);
  const { isDirty, setDirty, close } = useGuardedClose(onClose);
  const [columns] = useState(() => lineColumns(child.fields as Fields, keys));
  const [rows] = useState(props.rows);
  const { handle, refusal, isBusy, save } = useLineSaving(props, keys);
  const [restored, setRestored] = useState<RestoredLines | null>(null);
  const offer = useDraft({
    key: draftKey(`lines ${resourceKey(child)}`, props.parentId),
    title: child.title,
    isDirty,
    // Stored lines stay as they are stored: what is hidden in them could not be written back.
    take: () => ({
      lines: (handle.current?.grid?.getRows() ?? []).filter(({ id }) => isTempId(id)),
    }),
    restore: ({ lines }) => setRestored({ lines: lines as readonly GridRow[], isWhole: false }),
  });
  return (
    <form
      aria-label={child.title}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <DraftNote offer={offer} />
      <LineGrid
        title={child.title}
        columns={columns}
        rows={rows}
        may={{ add: permits('add'), edit: permits('edit'), remove: permits('delete') }}
        disabled={isBusy}
        storageKey={`lines:${resourceKey(child)}`}
        sharedAs={resourceKey(child)}
        restored={restored}
        handle={handle}
        onDirty={(dirty) => {
          setDirty(dirty);
          onDirty(dirty);
        }}
      />
      {refusal && <Alert type="error" showIcon className="wb-lines-note" title={refusal} />}
      <Space>
        <Button type="primary" htmlType="submit" loading={isBusy}>
          保存
        </Button>
        <Button disabled={isBusy} onClick={isDirty ? close : onClose}>
          取消
        </Button>
      </Space>
    </form>
  );
}
