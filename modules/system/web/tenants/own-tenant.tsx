import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Descriptions, Form, Progress, Skeleton, Table } from 'antd';
import { useState, type ReactNode } from 'react';
import { PageContent } from '#console/index.ts';
import { confirmAction, fetchRoute, callRoute, FormDrawer, toast, toastError, usePermission } from '#kit/web/index.ts';
import { QUOTAS, type QuotaUse } from '../../model/quotas.ts';
import { ownTenantCalls, type OwnTenantDetail, type TenantLook } from '../../model/routes/tenants.ts';
import { ownTenantFields } from '../../model/tenant.ts';
import { ZoneInput } from './zone-input.tsx';
import './tenants.css';

const KEY = ['system:ownTenant'];
const { name } = ownTenantFields;
const FIELDS = { name };

/** 租户: one's own: its plan, what of it is taken, until when, and what may be set. */
export function OwnTenant(): ReactNode {
  const mayEdit = usePermission('system:ownTenant:edit');
  const [isEditing, setEditing] = useState(false);
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => fetchRoute(ownTenantCalls.one, { signal }),
  });
  const refresh = (): void => {
    void cache.invalidateQueries({ queryKey: KEY });
    void cache.invalidateQueries({ queryKey: ['tenant-notice'] });
  };
  return (
    <PageContent
      title="租户"
      extra={
        mayEdit && data && data.state === 'active' ? (
          <Button type="primary" onClick={() => setEditing(true)}>
            编辑
          </Button>
        ) : undefined
      }
    >
      {error ? (
        <Alert
          type="error"
          showIcon
          title={error.message}
          action={<Button onClick={() => void refetch()}>重试</Button>}
        />
      ) : data ? (
        <div className="sy-tenant">
          <Facts of={data} />
          <Quotas of={data.quotas} />
          <Looks of={data.looks} mayEnd={mayEdit} onEnded={refresh} />
        </div>
      ) : (
        <Skeleton active />
      )}
      {isEditing && data && <Settings of={data} onSaved={refresh} onClose={() => setEditing(false)} />}
    </PageContent>
  );
}

const STATES = {
  active: ['done', '正常'],
  suspended: ['bad', '已停用，仅可查看'],
  expired: ['bad', '已到期，仅可查看'],
  closed: ['bad', '已关闭，仅可查看和导出'],
} as const;

function Facts({ of }: { of: OwnTenantDetail }): ReactNode {
  const [tone, state] = STATES[of.state];
  return (
    <section>
      <h2>概况</h2>
      <Descriptions
        column={{ xs: 1, sm: 2, lg: 3 }}
        items={[
          { key: 'name', label: '租户名称', children: of.name },
          { key: 'code', label: '租户编码', children: of.code },
          {
            key: 'state',
            label: '状态',
            children: <span className={`wb-state wb-state-${tone}`}>{state}</span>,
          },
          { key: 'plan', label: '套餐', children: of.planName ?? '不限' },
          { key: 'end', label: '到期日', children: of.endDate ?? '长期' },
          { key: 'zone', label: '时区', children: of.timezone },
          { key: 'currency', label: '本位币', children: of.baseCurrency },
        ]}
      />
    </section>
  );
}

/** From this part on a bound is worth a look. */
const NEARLY = 0.9;

function Quotas({ of }: { of: readonly QuotaUse[] }): ReactNode {
  return (
    <section>
      <h2>用量</h2>
      <ul className="sy-quotas">
        {of.map(({ quota, used, most }) => {
          const { title, unit } = QUOTAS[quota];
          const part = most === null ? 0 : most === 0 ? 1 : used / most;
          return (
            <li key={quota}>
              <span>{title}</span>
              <span className="sy-quota-figure">
                {used}
                {unit} / {most === null ? '不限' : `${most}${unit}`}
              </span>
              {most !== null && (
                <Progress
                  aria-label={`${title}用量`}
                  percent={Math.min(100, Math.round(part * 100))}
                  showInfo={false}
                  size="small"
                  strokeColor={part >= NEARLY ? 'var(--wb-amber-solid)' : 'var(--wb-solid)'}
                />
              )}
              {quota === 'orders' && most !== null && used > most && (
                <em>已超过套餐：订单照常接收，请升级套餐或联系平台</em>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Looks({
  of,
  mayEnd,
  onEnded,
}: {
  of: readonly TenantLook[];
  mayEnd: boolean;
  onEnded: () => void;
}): ReactNode {
  const end = async (look: TenantLook): Promise<void> => {
    const isAgreed = await confirmAction({
      title: `结束 ${look.operatorName} 的查看？`,
      content: '平台人员立即退出本租户。',
      okText: '结束查看',
    });
    if (!isAgreed) return;
    try {
      toast.done((await callRoute(ownTenantCalls.endLook, { body: { id: look.id } })).message);
    } catch (error) {
      toastError(error);
    }
    onEnded();
  };
  return (
    <section>
      <h2>平台查看记录</h2>
      <Table<TenantLook>
        size="small"
        rowKey="id"
        dataSource={[...of]}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: '平台没有查看过本租户' }}
        columns={[
          { title: '人员', dataIndex: 'operatorName' },
          { title: '原因', dataIndex: 'reason' },
          { title: '开始', dataIndex: 'startTime' },
          { title: '到', dataIndex: 'untilTime' },
          {
            title: '状态',
            dataIndex: 'isOpen',
            render: (isOpen: boolean, { endTime }) => (isOpen ? '查看中' : endTime ? `${endTime} 结束` : '已结束'),
          },
          {
            title: '操作',
            key: 'end',
            render: (_value, look) =>
              mayEnd &&
              look.isOpen && (
                <Button size="small" danger onClick={() => void end(look)}>
                  结束查看
                </Button>
              ),
          },
        ]}
      />
    </section>
  );
}

function Settings({
  of,
  onSaved,
  onClose,
}: {
  of: OwnTenantDetail;
  onSaved: () => void;
  onClose: () => void;
}): ReactNode {
  return (
    <FormDrawer
      title="编辑租户设置"
      fields={FIELDS}
      layout={[['name']]}
      initial={{ name: of.name, timezone: of.timezone }}
      extraNames={['timezone']}
      send={(values) =>
        callRoute(ownTenantCalls.edit, {
          body: {
            name: String(values['name'] ?? ''),
            timezone: String(values['timezone'] ?? ''),
            version: of.version,
          },
        })
      }
      onSaved={onSaved}
      onClose={onClose}
    >
      <Form.Item
        name="timezone"
        label="时区"
        extra="时间按此时区显示，每天和每月从此时区的零点起算"
        rules={[{ required: true, message: '请选择时区' }]}
      >
        <ZoneInput />
      </Form.Item>
    </FormDrawer>
  );
}
