import type { ReactNode } from 'react';
import { BlankState } from '#ui/blank-state.tsx';
import { usePage } from '#ui/page/page-context.ts';
import { declaredSettings } from '../declarations.ts';
import { HelpButton } from '../help/help-button.tsx';
import { SettingsPart } from './settings-part.tsx';

/** The page behind a menu component `settings/<module>/<name>`: what a tenant decides of a module. */
export function SettingsPage(): ReactNode {
  const { component } = usePage();
  const name = component.split('/').slice(1).join(':');
  const settings = declaredSettings().find((one) => one.name === name);
  if (!settings) return <BlankState tone="bad" title={<h1>页面不存在</h1>} text={`没有设置 ${name}`} />;
  return (
    <article className="wb-detail wb-settings">
      <header className="wb-detail-head">
        <h1 className="wb-detail-name">{settings.title}</h1>
        <HelpButton />
      </header>
      <SettingsPart of={settings} />
    </article>
  );
}
