import { defineRoute, shape } from '#kit/model/route.ts';

/** Who decided a form of settings last. */
export interface DecidedSettings {
  /** `module:name` */
  name: string;
  updateBy: string;
  updateTime: string;
}

export const decidedSettingsRoute = defineRoute({
  method: 'GET',
  path: '/sys/tenantSetting/list',
  access: { permission: 'system:tenantSetting:list' },
  summary: '系统设置：查看',
  refusals: 'neutral',
  result: shape<DecidedSettings[]>(),
});
