import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { resourceKey } from '#kit/model/resource.ts';
import { ImportDialog } from '../lazy-list-dialogs.tsx';
import { usePermission } from '../session/access.ts';
import type { ImportDialogProps } from '../sheets/import-dialog.tsx';

/** 导入 of a list of documents: its sheets have a row for each line, so each list says what a row is. */
export function DocumentImport(props: Omit<ImportDialogProps, 'onClose'>): ReactNode {
  const mayImport = usePermission(`${resourceKey(props.of)}:import`);
  const [isOpen, setOpen] = useState(false);
  if (!mayImport) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>导入</Button>
      {isOpen && <ImportDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
