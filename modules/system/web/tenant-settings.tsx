import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Field } from '#kit/model/field.ts';
import type { Settings } from '#kit/model/settings.ts';
import { PageContent } from '#console/index.ts';
import {
  declaredSettings,
  fetchRoute,
  PersonName,
  SettingsPart,
  SourceLink,
  useIsMobile,
  usePermissions,
} from '#kit/web/index.ts';
import { decidedSettingsRoute, type DecidedSettings } from '../model/tenant-setting.ts';
import './tenant-settings.css';

const DECIDED = ['settings', 'decided'];

/** What a tenant decides on pages of its own: it is looked for here all the same. */
const ELSEWHERE = [
  {
    path: '/base/tenant',
    permission: 'system:ownTenant:list',
    title: '租户',
    about: '租户名称、时区、本位币和套餐用量',
  },
  {
    path: '/channel/wf/price-setting',
    permission: 'channels:priceSetting:list',
    title: '定价参数',
    about: '各店铺的目标毛利率、操作费、运费预估和变动审批线',
  },
  {
    path: '/isystem/storage',
    permission: 'system:storedFile:list',
    title: '存储空间',
    about: '文件用了多少空间、上限和清理',
  },
] as const;

/** 系统设置: every setting of the tenant that its reader may see, with what it means and who decided it. */
export function TenantSettings(): ReactNode {
  const may = usePermissions();
  const isMobile = useIsMobile();
  const [keyword, setKeyword] = useState('');
  const { data = [] } = useQuery({
    queryKey: DECIDED,
    queryFn: ({ signal }) => fetchRoute(decidedSettingsRoute, { signal }),
  });
  const decided = new Map(data.map((one) => [one.name, one]));
  const readable = declaredSettings().filter(({ name }) => may(`${name}:list`));
  const word = keyword.trim().toLowerCase();
  const shown = readable.filter((one) => isFound(one, word));
  const elsewhere = ELSEWHERE.filter(
    ({ permission, title, about }) => may(permission) && `${title} ${about}`.toLowerCase().includes(word),
  );
  return (
    <PageContent
      title="系统设置"
      extra={
        <Input.Search
          allowClear
          className="sy-settings-search"
          placeholder="搜索设置"
          aria-label="搜索设置"
          value={keyword}
          onChange={({ target }) => setKeyword(target.value)}
        />
      }
    >
      <div className="sy-settings">
        {!isMobile && (
          <nav className="sy-settings-nav" aria-label="设置分组">
            {shown.map(({ name, title }) => (
              <Button key={name} type="text" onClick={() => document.getElementById(anchorOf(name))?.scrollIntoView()}>
                {title}
              </Button>
            ))}
          </nav>
        )}
        <div className="sy-settings-parts">
          {shown.length === 0 && elsewhere.length === 0 && <p>没有符合“{keyword}”的设置</p>}
          {/* A form that is filtered away keeps what was typed into it. */}
          {readable.map((one) => (
            <Part key={one.name} of={one} last={decided.get(one.name)} isHidden={!shown.includes(one)} />
          ))}
          {elsewhere.length > 0 && (
            <section aria-label="其他设置">
              <h2>其他设置</h2>
              <p className="sy-settings-about">这些设置有自己的页面</p>
              <ul>
                {elsewhere.map(({ path, permission, title, about }) => (
                  <li key={path}>
                    <SourceLink path={path} permission={permission} title={`打开${title}`}>
                      {title}
                    </SourceLink>
                    ：{about}
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      </div>
    </PageContent>
  );
}

const anchorOf = (name: string): string => `setting-${name.replace(':', '-')}`;

const isFound = ({ title, about, fields }: Settings, word: string): boolean =>
  [title, about, ...Object.values<Field>(fields).flatMap((field) => [field.title, field.hint ?? ''])].some((text) =>
    text.toLowerCase().includes(word),
  );

interface PartProps {
  of: Settings;
  last: DecidedSettings | undefined;
  isHidden: boolean;
}

function Part({ of, last, isHidden }: PartProps): ReactNode {
  const client = useQueryClient();
  return (
    <section id={anchorOf(of.name)} hidden={isHidden} aria-label={of.title}>
      <h2>{of.title}</h2>
      <p className="sy-settings-about">
        {of.about}
        {last ? (
          <>
            ；{last.updateTime} <PersonName username={last.updateBy} /> 修改
          </>
        ) : (
          '；未修改，按默认值'
        )}
      </p>
      <SettingsPart of={of} onSaved={() => void client.invalidateQueries({ queryKey: DECIDED })} />
    </section>
  );
}
