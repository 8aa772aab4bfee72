import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { ResourcePicker, type ResourcePickerProps } from '#kit/web/index.ts';
import { DepartTree } from '../departs/depart-tree.tsx';
import './pickers.css';

/** A picker of people whose list follows the department that is chosen on the left. */
export function UserByDepartDialog(props: ResourcePickerProps): ReactNode {
  const [departId, setDepartId] = useState<string | undefined>();
  return (
    <ResourcePicker
      {...props}
      title="根据部门选择用户"
      sort={{ field: 'createTime', order: 'desc' }}
      fixed={{ ...props.fixed, departId }}
      aside={<Departs chosen={departId} onChoose={setDepartId} />}
    />
  );
}

function Departs({
  chosen,
  onChoose,
}: {
  chosen: string | undefined;
  onChoose: (id: string | undefined) => void;
}): ReactNode {
  return (
    <section className="wb-picker-tree" aria-label="部门">
      <Button
        type="text"
        block
        className="sy-all-departs"
        aria-pressed={chosen === undefined}
        onClick={() => onChoose(undefined)}
      >
        全部部门
      </Button>
      <DepartTree
        chosen={chosen ? { id: chosen } : null}
        height={330}
        onChoose={({ id }) => onChoose(id === chosen ? undefined : id)}
      />
    </section>
  );
}
