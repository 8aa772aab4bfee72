import { Button } from 'antd';
import type { ReactNode } from 'react';
import { fetchRoute } from '#ui/http/route-call.ts';
import { toastError } from '#ui/feedback.tsx';
import { sessionCalls } from '#modules/system/model/routes/session.ts';
import { OPERATOR_TENANT } from '#modules/system/model/operator-tenant.ts';
import type { TenantNotice as Notice } from '#modules/system/model/routes/tenants.ts';
import { enterAs } from '../session/enter-as.ts';
import './tenant-notice.css';

export interface TenantNoticeProps {
  notice: Notice;
  isHome: boolean;
}

/** {@link useTenantNotice} in words, and what can be done about it. */
export function TenantNotice({ notice, isHome }: TenantNoticeProps): ReactNode {
  const lines = linesOf(notice, isHome);
  if (lines.length === 0) return null;
  return (
    <div role="status" className="wb-tenant-notice">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {notice.visit && (
        <Button size="small" onClick={() => void leave()}>
          结束查看
        </Button>
      )}
    </div>
  );
}

/** The person goes back to the tenant that operates the installation; the look ends with it. */
async function leave(): Promise<void> {
  try {
    const body = { tenantId: String(OPERATOR_TENANT) };
    enterAs(await fetchRoute(sessionCalls.selectTenant, { body }), '已结束查看');
  } catch (error) {
    toastError(error);
  }
}

function linesOf({ state, endDate, reason, exportUntil, visit, looks, orders }: Notice, isHome: boolean): string[] {
  const lines: string[] = [];
  if (visit) lines.push(`您正在查看租户“${visit.tenantName}”（只读），到 ${visit.until} 自动结束。`);
  if (state === 'suspended') lines.push(`租户已停用，仅可查看，请续费或联系平台${reason ? `。原因：${reason}` : ''}`);
  if (state === 'closed')
    lines.push(`租户已关闭，仅管理员可以登录，可查看和导出数据到 ${exportUntil}${reason ? `。原因：${reason}` : ''}`);
  if (state === 'expired') lines.push(`租户已于 ${endDate} 到期，仅可查看，请续费或联系平台`);
  if (!visit)
    for (const look of looks)
      lines.push(`平台人员 ${look.operatorName} 正在查看本租户（只读），到 ${look.until}。原因：${look.reason}`);
  if (isHome && orders)
    lines.push(`本月订单数 ${orders.used} 已超过套餐的 ${orders.most}：订单照常接收，请升级套餐或联系平台`);
  return lines;
}
