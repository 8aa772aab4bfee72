import { Button, Drawer } from 'antd';
import type { ReactNode } from 'react';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { useGuardedClose } from '#ui/page/use-guarded-close.ts';
import { usePermission } from '../session/access.ts';
import { ResourceDetail, type ResourceDetailProps } from './resource-detail.tsx';

export interface DetailDrawerProps {
  of: AnyResource;
  id: string;
  facts?: ResourceDetailProps['facts'];
  onClose: () => void;
  onEdit?: (() => void) | undefined;
  /** Shows another row of the list in its place. */
  onGo?: ((id: string) => void) | undefined;
}

/** A row of a register beside its list. */
export function DetailDrawer(props: DetailDrawerProps): ReactNode {
  const { of, id, facts, onClose, onEdit, onGo } = props;
  const mayEdit = usePermission(`${resourceKey(of)}:edit`) && of.kind === 'register';
  const { isDirty, setDirty, close } = useGuardedClose(onClose);
  return (
    <Drawer
      open
      title={`${of.title}详情`}
      size={720}
      mask={{ closable: !isDirty }}
      onClose={close}
      styles={{ body: { padding: 0 } }}
      extra={mayEdit && onEdit && !isDirty ? <Button onClick={onEdit}>编辑</Button> : null}
    >
      <ResourceDetail
        key={id}
        of={of}
        id={id}
        facts={facts}
        columns={2}
        level={2}
        onDirty={setDirty}
        onGo={isDirty ? null : onGo}
      />
    </Drawer>
  );
}
