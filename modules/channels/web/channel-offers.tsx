import type { ReactNode } from 'react';
import { CAPABILITIES, type Capability } from '../model/capability.ts';
import type { ConnectorInfo } from '../model/routes.ts';

/** How what a channel has no interface for is done, in words. */
const BY_HAND = {
  file: '该渠道不支持接口，需导入文件',
  manual: '该渠道不支持接口，请到平台处理',
} as const;

/** What a channel offers by its interface, and what is done by a file or by a person there. */
export function ChannelOffers({ supports }: Pick<ConnectorInfo, 'supports'>): ReactNode {
  const titlesOf = (support: string): string[] =>
    (Object.keys(CAPABILITIES) as Capability[])
      .filter((name) => supports[name] === support)
      .map((name) => CAPABILITIES[name].title);
  const rows = [
    ['接口支持', titlesOf('yes')],
    [BY_HAND.file, titlesOf('file')],
    [BY_HAND.manual, titlesOf('manual')],
    ['不提供', titlesOf('no')],
  ] as const;
  return (
    <dl className="ch-offers">
      {rows.map(([title, titles]) =>
        titles.length > 0 ? (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{titles.join('、')}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
