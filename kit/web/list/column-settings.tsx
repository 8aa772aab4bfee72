import { SettingOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover } from 'antd';
import { useState, type ReactNode } from 'react';
import type { AnyResource } from '#kit/model/resource.ts';
import type { Row } from '#ui/cells/faces.ts';
import type { ListColumn } from './columns.tsx';
import { hiddenColumns, hideColumns } from './list-storage.ts';

export interface ColumnChoice {
  hidden: readonly string[];
  setHidden: (keys: readonly string[]) => void;
}

/** Columns the user has hidden, remembered per resource in this browser. */
export function useHiddenColumns(resource: AnyResource): ColumnChoice {
  const [hidden, setHidden] = useState<readonly string[]>(() => hiddenColumns(resource));
  return {
    hidden,
    setHidden(keys) {
      setHidden(keys);
      hideColumns(resource, keys);
    },
  };
}

/** 列设置: which columns to show. The first, the row's name, always stays. */
export function ColumnSettings<R extends Row>({
  columns,
  choice: { hidden, setHidden },
}: {
  columns: readonly ListColumn<R>[];
  choice: ColumnChoice;
}): ReactNode {
  const optional = columns.slice(1);
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title="列设置"
      content={
        <div className="wb-column-settings">
          {optional.map(({ key, title }) => (
            <Checkbox
              key={key}
              checked={!hidden.includes(key)}
              onChange={(event) =>
                setHidden(
                  event.target.checked ? hidden.filter((one) => one !== key) : [...hidden, key],
                )
              }
            >
              {title}
            </Checkbox>
          ))}
          <Button size="small" disabled={hidden.length === 0} onClick={() => setHidden([])}>
            全部显示
          </Button>
        </div>
      }
    >
      <Button type="text" icon={<SettingOutlined />} aria-label="列设置" title="列设置" />
    </Popover>
  );
}
