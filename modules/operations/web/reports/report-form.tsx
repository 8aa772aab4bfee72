import { Button, Form, Select } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import {
  cellOf,
  fetchRoute,
  inputProps,
  ResourceForm,
  usePermission,
  type EditProps,
  type ResourceFormProps,
} from '#kit/web/index.ts';
import { roleCalls } from '#modules/system/model/routes/roles.ts';
import { MENU_GROUPS } from '../../model/reports/menu-groups.ts';
import { report } from '../../model/reports/report.ts';
import { ItemsInput } from './items-input.tsx';
import { LayoutInput } from './layout-input.tsx';
import { ParamsInput } from './params-input.tsx';
import { SqlInput } from './sql-input.tsx';
import { ReportPreview } from './report-preview.tsx';
import { useSources } from './use-sources.ts';
import './reports.css';

const WIDTH = 980;

const ROWS: readonly (readonly string[])[] = [
  ['name', 'code'],
  ['kind', 'source'],
  ['items'],
  ['params'],
  ['layout'],
  ['roles', 'menuParent'],
  ['note'],
];

const QUERY: readonly (readonly string[])[] = [
  ['name', 'code'],
  ['kind', 'dataSourceId'],
  ['params'],
  ['sql'],
  ['items'],
  ['layout'],
  ['roles', 'menuParent'],
  ['note'],
];

export type Values = Readonly<Record<string, unknown>>;

/** Another report like this one, which nobody has stored yet: under a name and a code that are free to be changed. */
export const copyOf = (values: Values): Values => ({
  ...Object.fromEntries(Object.keys(report.fields).map((key) => [key, values[key] ?? null])),
  name: `${textOf(values['name']) ?? ''} 副本`,
  code: `${textOf(values['code']) ?? ''}_copy`,
});

interface ReportFormProps extends Pick<ResourceFormProps, 'id' | 'onClose'> {
  /** What a new report starts with, of {@link copyOf}. */
  initial?: Values | undefined;
}

/** 设计报表: rows, columns, parameters, chart and who may see it, with the report below as it would look. */
export function ReportForm({ id, initial, onClose }: ReportFormProps): ReactNode {
  const [isQuery, setQuery] = useState(false);
  const [KindInput] = useState(() => kindInput(setQuery));
  const [copied, setCopied] = useState(initial);
  const mayAdd = usePermission('operations:report:add');
  return (
    <ResourceForm
      key={copied ? 'copy' : 'report'}
      of={report}
      id={copied ? undefined : id}
      initial={copied}
      addTitle={copied ? '复制在线报表' : undefined}
      onClose={onClose}
      size={WIDTH}
      layout={isQuery ? QUERY : ROWS}
      inputs={{
        kind: KindInput,
        sql: SqlInput,
        source: SourceInput,
        items: ItemsInput,
        params: ParamsInput,
        layout: LayoutInput,
        roles: RolesInput,
        menuParent: MenuInput,
      }}
    >
      {!isQuery && <ReportPreview />}
      {id && !copied && mayAdd && <CopyTyped onCopy={setCopied} />}
    </ResourceForm>
  );
}

/** Goes on with a new report from what the form says now; the stored one stays as it is. */
function CopyTyped({ onCopy }: { onCopy: (values: Values) => void }): ReactNode {
  const form = Form.useFormInstance<Record<string, unknown>>();
  return (
    <p>
      <Button onClick={() => onCopy(copyOf(form.getFieldsValue()))}>复制为新报表</Button>
    </p>
  );
}

/** Where rows come from decides what else is asked. */
const kindInput = (setQuery: (isQuery: boolean) => void) =>
  function KindInput(props: EditProps): ReactNode {
    const { Edit } = cellOf('choice');
    const isQuery = props.value === 'query';
    useEffect(() => setQuery(isQuery), [isQuery]);
    return <Edit {...props} />;
  };

/** The rows that reports can be made of. */
function SourceInput({ value, onChange, disabled, ...props }: EditProps): ReactNode {
  const sources = useSources();
  return (
    <Select
      {...inputProps(props)}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder="请选择数据"
      disabled={disabled ?? false}
      value={textOf(value)}
      options={sources.map(({ key, title }) => ({ value: key, label: title }))}
      onChange={(key) => onChange?.(key)}
    />
  );
}

function RolesInput({ value, onChange, disabled, ...props }: EditProps): ReactNode {
  const roles = useQuery({
    queryKey: ['report', 'roles'],
    queryFn: ({ signal }) => fetchRoute(roleCalls.all, { signal }),
  });
  const chosen = useMemo(() => (textOf(value) ?? '').split(',').filter((code) => code !== ''), [value]);
  return (
    <Select
      {...inputProps(props)}
      mode="multiple"
      showSearch={{ optionFilterProp: 'label' }}
      placeholder="只有能编辑报表的人"
      disabled={disabled ?? false}
      value={chosen}
      options={(roles.data ?? []).map(({ roleCode, roleName }) => ({ value: roleCode, label: roleName }))}
      onChange={(codes: string[]) => onChange?.(codes.join(','))}
    />
  );
}

function MenuInput({ value, onChange, disabled, ...props }: EditProps): ReactNode {
  return (
    <Select
      {...inputProps(props)}
      allowClear
      placeholder="不进菜单"
      disabled={disabled ?? false}
      value={textOf(value)}
      options={Object.entries(MENU_GROUPS).map(([path, title]) => ({ value: path, label: title }))}
      onChange={(path?: string) => onChange?.(path ?? '')}
    />
  );
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
