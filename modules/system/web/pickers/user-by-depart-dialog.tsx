import { Alert, Button, Skeleton, Tree } from 'antd';
import { useState, type ReactNode } from 'react';
import { ResourcePicker, type ResourcePickerProps } from '#kit/web/index.ts';
import { useDeparts, type Depart } from '../use-departs.ts';
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
  const departs = useDeparts();
  if (departs.error)
    return (
      <Alert
        type="error"
        title={departs.error.message}
        action={<Button onClick={() => void departs.refetch()}>重试</Button>}
      />
    );
  if (!departs.data) return <Skeleton active />;
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
      <Tree<Depart>
        blockNode
        aria-label="部门"
        height={360}
        defaultExpandedKeys={departs.data.map((one) => one.id)}
        treeData={departs.data}
        titleRender={(one) => <span title={one.departName}>{one.departName}</span>}
        selectedKeys={chosen ? [chosen] : []}
        onSelect={(_, { node, selected }) => onChoose(selected ? node.id : undefined)}
      />
    </section>
  );
}
