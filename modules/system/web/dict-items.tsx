import { Drawer, Switch } from 'antd';
import { createContext, useContext, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  callResource,
  callRoute,
  ListPage,
  refreshResource,
  ResourceForm,
  toastError,
  useIsMobile,
  usePermission,
  type EditProps,
  type ListHandle,
  type ResourceFormProps,
  cells,
} from '#kit/web/index.ts';
import { PageContext } from '#ui/page/page-context.ts';
import { ToneTag } from '#ui/cells/tone-tag.tsx';
import { dict, dictItem } from '../model/dict.ts';
import { dictAdminCalls } from '../model/routes/dict-admin.ts';

type Dict = WireRow<typeof dict>;
type Item = WireRow<typeof dictItem>;

/** What is said of an item where it stands. */
const IN_PLACE = ['text', 'sortOrder', 'description'] as const;

const Opened = createContext<Dict | null>(null);

/** What a dictionary offers, beside the list it was opened from. */
export function DictItems({ dict: opened, onClose }: { dict: Dict; onClose: () => void }): ReactNode {
  const isMobile = useIsMobile();
  const mayEdit = usePermission('system:dictItem:edit');
  const keepsPlatform = usePermission('platform:dict:edit');
  // The program hangs on the codes of a closed one: nothing can be added to it.
  const isOpen = opened.origin === 'own' || opened.isOpen || (opened.origin === 'platform' && keepsPlatform);
  return (
    <Drawer
      open
      title={`字典项：${opened.name}（${opened.code}）`}
      size={isMobile ? '100%' : 960}
      onClose={() => {
        void refreshResource(dict);
        onClose();
      }}
    >
      <Opened value={opened}>
        {/* The list of the page behind has the address; this one keeps to itself. */}
        <PageContext value={null}>
          <ListPage
            of={dictItem}
            title="字典项"
            fixed={{ dictId: opened.id }}
            form={ItemForm}
            isClosed={!isOpen}
            inPlace={IN_PLACE}
            lacks={({ origin }) => (origin === 'own' ? [] : ['delete'])}
            emptyText={isOpen ? '还没有字典项。点“新增”添一项，表单里就能选到它。' : '这个字典没有字典项。'}
            rowActions={(row, list) => (mayEdit ? moves(row, list) : [])}
            columns={[
              {
                key: 'text',
                width: 220,
                render: (row) => <ToneTag tone={row.color}>{row.text}</ToneTag>,
              },
              { key: 'value', width: 140 },
              { key: 'sortOrder', width: 80 },
              {
                key: 'status',
                width: 90,
                render: (row) => <OnOff row={row} isDisabled={!mayEdit} />,
              },
              { key: 'origin', width: 80, sortable: false },
              { key: 'description', width: 200 },
            ]}
          />
        </PageContext>
      </Opened>
    </Drawer>
  );
}

/** One place up or down, among the rows in sight. */
function moves(row: Item, { rows }: ListHandle<Item>) {
  const at = rows.findIndex(({ id }) => id === row.id);
  const swap = (a: number, b: number) => (): void => {
    const ids = rows.map(({ id }) => id);
    [ids[a], ids[b]] = [ids[b] as string, ids[a] as string];
    void arrange(row.dictId, ids);
  };
  return [
    ...(at > 0 ? [{ key: 'up', title: '上移', onClick: swap(at, at - 1) }] : []),
    ...(at < rows.length - 1 ? [{ key: 'down', title: '下移', onClick: swap(at, at + 1) }] : []),
  ];
}

async function arrange(dictId: string, ids: readonly string[]): Promise<void> {
  try {
    await callRoute(dictAdminCalls.arrange, { body: { dictId, ids: ids.join(',') } });
  } catch (error) {
    toastError(error);
  }
  void refreshResource(dictItem);
}

/** Whether it is offered; what holds it keeps its name. */
function OnOff({ row, isDisabled }: { row: Item; isDisabled: boolean }): ReactNode {
  const isOn = String(row.status) === '1';
  const turn = async (): Promise<void> => {
    try {
      const body = { id: row.id, status: isOn ? '0' : '1', version: row.version };
      await callResource(dictItem, 'edit', { body });
    } catch (error) {
      toastError(error);
    }
    void refreshResource(dictItem);
  };
  return (
    <Switch
      size="small"
      checked={isOn}
      disabled={isDisabled}
      aria-label={`${row.text}：${isOn ? '启用' : '停用'}`}
      onChange={() => void turn()}
    />
  );
}

function ItemForm(props: Pick<ResourceFormProps, 'id' | 'onClose'>): ReactNode {
  const opened = useContext(Opened);
  return (
    <ResourceForm
      {...props}
      of={dictItem}
      initial={{ dictId: opened?.id ?? '', status: '1' }}
      inputs={{ value: ValueInput }}
    />
  );
}

const { Edit } = cells.text;

/** The program hangs on the values of its own items. */
const ValueInput = (props: EditProps): ReactNode => (
  <Edit {...props} disabled={props.disabled || (props.row?.['origin'] ?? 'own') !== 'own'} />
);
