import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { fetchRoute, PartTable, ReportFrame, usePermission } from '#kit/web/index.ts';
import { EDIT_THRESHOLDS } from '../model/rights.ts';
import { monitorCalls, type ShownAlarm, type ShownThreshold } from '../model/routes.ts';
import { ThresholdDialog } from './threshold-dialog.tsx';
import './monitor.css';

const LOOK_MS = 15_000;

const ALARM_HEAD = [
  { title: '指标' },
  { title: '状态' },
  { title: '对象' },
  { title: '最差', isFigure: true },
  { title: '开始' },
  { title: '通知' },
  { title: '恢复' },
] as const;
const THRESHOLD_HEAD = [
  { title: '指标' },
  { title: '告警条件' },
  { title: '持续' },
  { title: '状态' },
  { title: '操作' },
] as const;

/** 告警: what is beyond its threshold, what was, and from where on it rings. */
export function AlarmList(): ReactNode {
  const [edited, setEdited] = useState<ShownThreshold | null>(null);
  const mayEdit = usePermission(EDIT_THRESHOLDS);
  const query = useQuery({
    queryKey: ['monitor', 'threshold'],
    queryFn: ({ signal }) => fetchRoute(monitorCalls.thresholds, { signal }),
    refetchInterval: LOOK_MS,
    staleTime: 0,
  });
  return (
    <>
      <ReportFrame
        title="告警"
        query={query}
        failed="读取告警失败"
        method="越过阈值并持续到规定时间，才通知能修改阈值的人；恢复前不重复通知。回到阈值以内一成以上、持续 5 分钟以上才算恢复。"
      >
        {({ alarms, thresholds, hasMail }) => (
          <>
            <Standing alarms={alarms} hasMail={hasMail} />
            <section className="wb-detail-part">
              <h2>告警记录</h2>
              {alarms.length === 0 ? (
                <p className="wb-part-none">30 天内没有告警。</p>
              ) : (
                <PartTable
                  label="告警记录"
                  head={ALARM_HEAD}
                  rows={alarms.map((one) => ({ key: one.id, cells: alarmCells(one) }))}
                />
              )}
            </section>
            <section className="wb-detail-part">
              <h2>阈值</h2>
              <PartTable
                label="阈值"
                head={THRESHOLD_HEAD}
                rows={thresholds.map((one) => ({
                  key: one.metric,
                  cells: [
                    one.title,
                    `${one.side === 'above' ? '高于' : '低于'} ${one.bound} ${one.unit}`,
                    `${one.minutes} 分钟`,
                    one.isOn ? '启用' : '停用',
                    mayEdit && (
                      <Button key="edit" type="link" size="small" onClick={() => setEdited(one)}>
                        编辑
                      </Button>
                    ),
                  ],
                }))}
              />
            </section>
          </>
        )}
      </ReportFrame>
      {edited && (
        <ThresholdDialog threshold={edited} onClose={() => setEdited(null)} onSaved={() => void query.refetch()} />
      )}
    </>
  );
}

function Standing({ alarms, hasMail }: { alarms: readonly ShownAlarm[]; hasMail: boolean }): ReactNode {
  const ringing = alarms.filter(isRinging);
  return (
    <Alert
      showIcon
      className="mo-note"
      type={ringing.length > 0 ? 'error' : 'success'}
      title={
        ringing.length > 0
          ? `${ringing.length} 项告警：${ringing.map(({ title, value }) => `${title} ${value}`).join('，')}`
          : '各项指标正常'
      }
      description={hasMail ? undefined : '没有接通邮件服务，告警只发站内消息；要发邮件请设置 SMTP_URL。'}
    />
  );
}

const isRinging = ({ rungAt, endedAt }: ShownAlarm): boolean => rungAt !== null && endedAt === null;

function alarmCells(one: ShownAlarm): ReactNode[] {
  const [tone, state] = isRinging(one)
    ? ['mo-bad', `告警中，现在 ${one.value}`]
    : one.endedAt === null
      ? ['mo-warn', `观察中，现在 ${one.value}`]
      : ['mo-good', '已恢复'];
  return [
    one.title,
    <span key="state" className={tone}>
      {state}
    </span>,
    one.subject,
    one.worst,
    one.beganAt,
    one.rungAt ?? '—',
    one.endedAt ?? '—',
  ];
}
