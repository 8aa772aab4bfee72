import { Select } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import {
  cellOf,
  fetchRoute,
  inputProps,
  ResourceForm,
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

/** 设计报表: rows, columns, parameters, chart and who may see it, with the report below as it would look. */
export function ReportForm(props: Pick<ResourceFormProps, 'id' | 'onClose'>): ReactNode {
  const [isQuery, setQuery] = useState(false);
  const [KindInput] = useState(() => kindInput(setQuery));
  return (
    <ResourceForm
      {...props}
      of={report}
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
    </ResourceForm>
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
