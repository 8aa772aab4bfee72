import { Alert, Button, Drawer, Form, Input, Segmented, Select, Space, Switch } from 'antd';
import type { ReactNode } from 'react';
import { callRoute } from '#kit/web/index.ts';
import { MENU_ICONS, menuIcon } from '#console/shell/menu-icons.tsx';
import { menuCalls, type MenuEntry } from '../../model/routes/menus.ts';
import { useSaving } from './use-saving.ts';

interface Values {
  menuType: number;
  name: string;
  parentId?: string;
  url?: string;
  perms?: string;
  permsType: string;
  icon?: string;
  sortNo: number;
  status: string;
  hidden: boolean;
  alwaysShow: boolean;
  keepAlive: boolean;
  internalOrExternal: boolean;
}

interface MenuFormProps {
  /** Absent: a new one. */
  entry: MenuEntry | undefined;
  parent: MenuEntry | undefined;
  entries: readonly MenuEntry[];
  isReadOnly: boolean;
  onSaved: () => void;
  onClose: () => void;
}

/** A menu or button: all of an own one, the arrangement of one that the program declares. */
export function MenuForm(props: MenuFormProps): ReactNode {
  const { entry, parent, isReadOnly } = props;
  const [form] = Form.useForm<Values>();
  const { isBusy, setDirty, close, save } = useSaving(form, props);
  const send = (values: Values) =>
    entry
      ? callRoute(menuCalls.edit, { body: { ...changed(entry, values), id: entry.id } })
      : callRoute(menuCalls.add, { body: { ...values, route: true } });
  return (
    <Drawer
      open
      size={560}
      title={entry ? `${isReadOnly ? '查看' : '编辑'}：${entry.name}` : '新增菜单'}
      onClose={close}
    >
      {entry?.isDeclared && !isReadOnly && (
        <Alert
          showIcon
          type="info"
          className="wb-form-note"
          title="程序内置的菜单：可以调整名称、图标、排序、显示与上级菜单；路径、页面与授权标识由程序决定。"
        />
      )}
      <Form<Values>
        form={form}
        layout="vertical"
        disabled={isReadOnly}
        initialValues={initial(entry, parent)}
        onValuesChange={() => setDirty(true)}
        onFinish={(values) => void save(() => send(values))}
      >
        <Inputs {...props} />
        {!isReadOnly && (
          <Space className="wb-form-actions">
            <Button type="primary" htmlType="submit" loading={isBusy}>
              保存
            </Button>
            <Button onClick={close}>取消</Button>
          </Space>
        )}
      </Form>
    </Drawer>
  );
}

const initial = (entry: MenuEntry | undefined, parent: MenuEntry | undefined): Partial<Values> => {
  if (!entry)
    return {
      menuType: parent ? 1 : 0,
      permsType: '1',
      sortNo: 1,
      status: '1',
      hidden: false,
      alwaysShow: false,
      keepAlive: false,
      internalOrExternal: false,
      ...(parent ? { parentId: parent.id } : {}),
    };
  const { name, url, perms, icon, parentId, ...rest } = entry;
  return {
    ...rest,
    name,
    url: url ?? '',
    perms: perms ?? '',
    ...(icon ? { icon } : {}),
    ...(parentId ? { parentId } : {}),
  };
};

/** What the program owns of an entry is not sent. */
function changed(entry: MenuEntry, values: Values): Record<string, unknown> {
  const { name, icon = '', parentId = '', sortNo, hidden, alwaysShow, keepAlive } = values;
  if (entry.isDeclared)
    return entry.menuType === 2
      ? { name, parentId, sortNo }
      : { name, icon, parentId, sortNo, hidden, alwaysShow, keepAlive };
  return { ...values, icon, parentId };
}

function Inputs({ entry, entries }: MenuFormProps): ReactNode {
  const isDeclared = entry?.isDeclared ?? false;
  const type = Form.useWatch<number>('menuType');
  const isButton = type === 2;
  const own = new Set(entry ? [entry.id] : []);
  const parents = entries
    .filter(({ menuType, id }) => menuType !== 2 && !own.has(id))
    .map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      {!isDeclared && (
        <Form.Item name="menuType" label="类型">
          <Segmented
            options={[
              { value: 0, label: '一级菜单' },
              { value: 1, label: '子菜单' },
              { value: 2, label: '按钮' },
            ]}
          />
        </Form.Item>
      )}
      <Form.Item name="name" label="名称" rules={[{ required: true, whitespace: true, message: '请输入名称' }]}>
        <Input maxLength={100} />
      </Form.Item>
      {(type !== 0 || isDeclared) && (
        <Form.Item
          name="parentId"
          label="上级菜单"
          rules={type === 0 ? [] : [{ required: true, message: '请选择上级菜单' }]}
        >
          <Select
            allowClear={isDeclared && !isButton}
            showSearch={{ optionFilterProp: 'label' }}
            options={parents}
            placeholder="一级菜单"
          />
        </Form.Item>
      )}
      {isButton ? <ButtonInputs isFixed={isDeclared} /> : <PageInputs isFixed={isDeclared} />}
      <Form.Item name="sortNo" label="排序">
        <Input inputMode="decimal" />
      </Form.Item>
    </>
  );
}

function ButtonInputs({ isFixed }: { isFixed: boolean }): ReactNode {
  return (
    <>
      <Form.Item
        name="perms"
        label="授权标识"
        rules={isFixed ? [] : [{ required: true, message: '请输入授权标识' }]}
        extra={isFixed ? '由接口校验，不能修改或停用' : '供界面判断；不能与程序内置的标识相同'}
      >
        <Input disabled={isFixed} maxLength={100} />
      </Form.Item>
      {!isFixed && (
        <>
          <Form.Item name="permsType" label="授权策略">
            <Segmented
              options={[
                { value: '1', label: '可见' },
                { value: '2', label: '可编辑' },
              ]}
            />
          </Form.Item>
          <Form.Item name="status" label="状态" extra="停用后该按钮对所有人可见可用">
            <Segmented
              options={[
                { value: '1', label: '有效' },
                { value: '0', label: '停用' },
              ]}
            />
          </Form.Item>
        </>
      )}
    </>
  );
}

function PageInputs({ isFixed }: { isFixed: boolean }): ReactNode {
  return (
    <>
      <Form.Item
        name="url"
        label="访问路径"
        rules={isFixed ? [] : [{ required: true, message: '请输入访问路径' }]}
        extra={
          isFixed
            ? undefined
            : '外部页面填写 https:// 开头的地址，可用 {{ tenantId }}、{{ username }}；目录填写 / 开头的路径'
        }
      >
        <Input disabled={isFixed} maxLength={500} />
      </Form.Item>
      {!isFixed && (
        <Form.Item name="internalOrExternal" label="外部页面在新窗口打开" valuePropName="checked">
          <Switch />
        </Form.Item>
      )}
      <Form.Item name="icon" label="图标">
        <IconChoice />
      </Form.Item>
      <Space size="large" wrap>
        <Form.Item name="hidden" label="隐藏菜单" valuePropName="checked">
          <Switch />
        </Form.Item>
        <Form.Item name="alwaysShow" label="聚合路由" valuePropName="checked">
          <Switch />
        </Form.Item>
        <Form.Item name="keepAlive" label="缓存页面" valuePropName="checked">
          <Switch />
        </Form.Item>
      </Space>
    </>
  );
}

/** Icons as they look; the chosen one again takes it away. */
function IconChoice({
  value,
  onChange,
}: {
  value?: string;
  onChange?: (value: string | undefined) => void;
}): ReactNode {
  return (
    <span className="sy-icon-choice" role="group" aria-label="图标">
      {MENU_ICONS.map((name) => (
        <Button
          key={name}
          type={value === name ? 'primary' : 'default'}
          icon={menuIcon(name)}
          aria-label={name}
          aria-pressed={value === name}
          title={name}
          onClick={() => onChange?.(value === name ? undefined : name)}
        />
      ))}
    </span>
  );
}
