import { useQuery } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import type { ReactNode } from 'react';
import type { Fields } from '#kit/model/field.ts';
import { fetchResource, fetchRoute, callRoute, FormDrawer, refreshResource } from '#kit/web/index.ts';
import { tenantCalls } from '../../model/routes/tenants.ts';
import { firstAdminFields, plan, tenant, tenantFields } from '../../model/tenant.ts';
import { ZoneInput } from './zone-input.tsx';

const { planId: _planId, timezone: _zone, baseCurrency, ...plain } = tenantFields;
const EDITED: Fields = plain;
const NEW: Fields = { ...plain, baseCurrency, ...firstAdminFields };
const BOUNDS = [
  ['quotaUsers', 'quotaShops', 'quotaSkus'],
  ['quotaOrders', 'quotaStorage'],
];

/** A tenant with its plan, its days and bounds of its own; a new one with its first administrator. */
export function TenantForm({
  id,
  onMade,
  onClose,
}: {
  id?: number;
  /** @param password of the first administrator, shown once */
  onMade: (password: string | undefined) => void;
  onClose: () => void;
}): ReactNode {
  const stored = useQuery({
    queryKey: ['system:tenantForm', id ?? 'new'],
    queryFn: async ({ signal }) =>
      id === undefined ? {} : { ...(await fetchRoute(tenantCalls.one, { query: { id: String(id) }, signal })) },
    gcTime: 0,
    staleTime: Infinity,
  });
  const before = stored.data as Record<string, unknown> | undefined;
  return (
    <FormDrawer
      title={id === undefined ? '新增租户' : `编辑租户：${String(before?.['name'] ?? '')}`}
      draft={{ of: 'system:tenant', id: id === undefined ? undefined : String(id) }}
      fields={id === undefined ? NEW : EDITED}
      layout={[
        ['code', 'name'],
        ['beginDate', 'endDate'],
        ...(id === undefined ? [['adminUsername', 'adminRealname'], ['baseCurrency']] : []),
        ...BOUNDS,
      ]}
      initial={before && { timezone: 'Asia/Shanghai', ...before }}
      source={{ ...stored, isReady: stored.data !== undefined }}
      extraNames={['planId', 'timezone']}
      lead={<PlanInputs />}
      send={(values) => sendTenant(id, values, before, onMade)}
      onSaved={() => void refreshResource(tenant)}
      onClose={onClose}
    />
  );
}

async function sendTenant(
  id: number | undefined,
  values: Record<string, unknown>,
  before: Record<string, unknown> | undefined,
  onMade: (password: string | undefined) => void,
): Promise<Awaited<ReturnType<typeof callRoute<typeof tenantCalls.edit>>>> {
  if (id !== undefined)
    return callRoute(tenantCalls.edit, {
      body: { ...values, id, version: before?.['version'] },
    });
  const made = await callRoute(tenantCalls.add, { body: values });
  // The form closes itself first.
  setTimeout(() => onMade(made.result.adminPassword));
  return made;
}

interface PlanOption {
  id: string;
  name: string;
}

function PlanInputs(): ReactNode {
  const plans = useQuery({
    queryKey: ['system:planOptions'],
    queryFn: ({ signal }) => fetchResource<{ records: PlanOption[] }>(plan, 'list', { pageSize: 200 }, { signal }),
  });
  const options = (plans.data?.records ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className="wb-form-row" data-columns={2}>
      <Form.Item name="planId" label="套餐" extra="不选则不限菜单；下面的上限优先于套餐的上限">
        <Select allowClear placeholder="不限" options={options} loading={plans.isPending} />
      </Form.Item>
      <Form.Item name="timezone" label="时区" rules={[{ required: true, message: '请选择时区' }]}>
        <ZoneInput />
      </Form.Item>
    </div>
  );
}
