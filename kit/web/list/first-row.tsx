import { Button } from 'antd';
import type { ReactNode } from 'react';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { BlankState } from '#ui/blank-state.tsx';
import { usePermissions } from '../session/access.ts';

export interface FirstRowProps {
  of: AnyResource;
  /** What its rows are for and where they come from. */
  text: string | undefined;
  onAdd: (() => void) | undefined;
}

/** In place of rows that there never were: what they are for, and how to get the first. */
export function FirstRow({ of, text, onAdd }: FirstRowProps): ReactNode {
  const may = usePermissions();
  const isRegister = of.kind === 'register';
  const permits = (verb: string): boolean => may(`${resourceKey(of)}:${verb}`);
  const mayAdd = onAdd && (isRegister || of.draft) && permits('add');
  const bySheet = permits('import') ? '，或用“导入”从表格批量录入' : '';
  const howTo = mayAdd && isRegister ? `点击“新增”录入第一条${bySheet}。` : undefined;
  return (
    <BlankState
      title={`还没有${of.title}`}
      text={text ?? howTo}
      actions={
        mayAdd ? (
          <Button type="primary" onClick={onAdd}>
            新增{of.title}
          </Button>
        ) : undefined
      }
    />
  );
}
