import type { ReactNode } from 'react';
import type { Fields } from '#kit/model/field.ts';
import { fetchRoute, callRoute, SettingsPage } from '#kit/web/index.ts';
import {
  MAIL_WORDS,
  purchaseSettings,
  readSettingsRoute,
  saveSettingsRoute,
  type SettingsChange,
  type WireSettings,
} from '../model/purchase-settings.ts';
import './purchasing.css';

/** What is hidden from the reader is not asked. */
function fieldsOf(settings: WireSettings): Fields {
  const { approvalLimit, ...open } = purchaseSettings;
  return 'approvalLimit' in settings ? { approvalLimit, ...open } : open;
}

const LAYOUT = [
  ['approvalLimit', 'approvalHours'],
  ['priceTolerance', 'qtyTolerance'],
  ['receiveTolerance', 'costBound'],
  ['taxLimit', 'taxTolerance'],
  ['leadDays', 'learnedReceipts'],
  ['mailSubject'],
  ['mailText'],
];

/** 采购设置: what the tenant has decided about buying, and who changed it. */
export const PurchaseSettingsPage = (): ReactNode => (
  <SettingsPage
    title="采购设置"
    name="purchasing:purchaseSettings"
    read={(signal) => fetchRoute(readSettingsRoute, { signal })}
    save={(body) => callRoute(saveSettingsRoute, { body })}
    editRight="purchasing:purchaseSettings:edit"
    fieldsOf={fieldsOf}
    layout={LAYOUT}
    className="pu-settings"
    hint={
      <>
        <p className="pu-weak">上限和各项容差，本人放宽的只对其他人的单据生效；只有一个人使用时都生效</p>
        <p className="pu-weak">主题和正文里可以用 {MAIL_WORDS.map((word) => `{${word}}`).join('、')}</p>
      </>
    }
    below={({ changes }) => <Changes changes={changes} />}
  />
);

function Changes({ changes }: { changes: readonly SettingsChange[] }): ReactNode {
  if (changes.length === 0) return null;
  return (
    <section className="wb-detail-part">
      <h2>修改记录</h2>
      <ul className="pu-changes">
        {changes.map(({ at, by, fields }) => (
          <li key={`${at} ${by}`}>
            <span className="pu-weak">
              {at} {by}
            </span>
            {fields.map(({ title, from, to }) => (
              <span key={title}>
                {title}：{from.length + to.length > 60 ? '已修改' : `${from} → ${to}`}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
