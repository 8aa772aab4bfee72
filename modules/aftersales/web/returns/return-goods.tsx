import type { ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import { grouped, PicturedLine, PicturedLines, RowPicture, shortPrice } from '#kit/web/index.ts';
import { returnLine } from '../../model/return-order.ts';
import type { ReturnDetailRow } from './return-row.ts';

type Line = WireRow<typeof returnLine>;

/** The goods of a return: what was asked, what came, what it was found to be, and what became of it. */
export function ReturnGoods({ row, lines }: { row: ReturnDetailRow; lines: readonly Line[] }): ReactNode {
  return (
    <section className="wb-detail-part">
      <h2>
        退货明细<span className="wb-part-count">{lines.length}</span>
      </h2>
      <PicturedLines label="退货明细">
        {lines.map((line) => (
          <OneLine key={line.id} row={row} line={line} />
        ))}
      </PicturedLines>
    </section>
  );
}

function OneLine({ row, line }: { row: ReturnDetailRow; line: Line }): ReactNode {
  const goods = row.goods?.[line.id];
  const requested = answersOf(line);
  const photos = photosOf(line);
  return (
    <PicturedLine
      picture={goods?.picture ?? null}
      name={goods?.name ?? line.skuId_dictText ?? ''}
      words={
        <span className="as-line-words">
          <span>{goods?.code ?? line.skuId_dictText}</span>
          {line.outcome_dictText && <span>{line.outcome_dictText}</span>}
          {line.cartonNo !== null && <span>问题箱 第 {line.cartonNo} 箱</span>}
          {line.note && <span>{line.note}</span>}
          {requested.map(({ question, answer }) => (
            <span key={question}>
              {question}：{answer}
            </span>
          ))}
          {photos.length > 0 && (
            <span className="as-photos">
              {photos.map((path) => (
                <RowPicture key={path} path={path} />
              ))}
            </span>
          )}
        </span>
      }
      units={<Counts line={line} />}
      about={<Became line={line} />}
    />
  );
}

/** Asked for and come; then what it was found to be. */
function Counts({ line }: { line: Line }): ReactNode {
  const found = [
    ...(line.qtyGood > 0 ? [`良品 ${line.qtyGood}`] : []),
    ...(line.qtyDamaged > 0 ? [`不良品 ${line.qtyDamaged}`] : []),
    ...(line.qtyWrong > 0 ? [`错货 ${line.qtyWrong}`] : []),
  ];
  return (
    <>
      <span>
        实收 {line.qtyReceived} / 应退 {line.qtyRequested}
      </span>
      {line.qtyMissing > 0 && <span className="as-warn">缺少 {line.qtyMissing}</span>}
      {found.length > 0 && <span className="as-weak">{found.join(' · ')}</span>}
    </>
  );
}

function Became({ line }: { line: Line }): ReactNode {
  const words = [
    ...(line.disposition ? [`${line.qtyGood || ''} ${line.disposition_dictText}`.trim()] : []),
    ...(line.damagedDisposition && line.qtyDamaged > 0
      ? [`${line.qtyDamaged} ${line.damagedDisposition_dictText}`]
      : []),
  ];
  const credited = Number(line.credited) > 0;
  return (
    <span className="as-became">
      {words.length > 0 && <span>{words.join('，')}</span>}
      {line.qtyAccepted > 0 && (
        <span>
          认可 {line.qtyAccepted}：{line.acceptReason}
        </span>
      )}
      {line.refurbOpen > 0 && <span className="as-warn">待翻新 {line.refurbOpen}</span>}
      {credited && (
        <strong>
          已退 {grouped(line.credited)} {line.currency}
        </strong>
      )}
      {!credited && line.unitCredit !== null && (
        <span className="as-weak">
          单件 {grouped(shortPrice(line.unitCredit))} {line.currency}
        </span>
      )}
    </span>
  );
}

/** What the form of questions was answered, with its words as they were then. */
function answersOf({ findings }: Line): { question: string; answer: string }[] {
  const value: unknown = typeof findings === 'string' ? JSON.parse(findings) : findings;
  return Array.isArray(value) ? (value as { question: string; answer: string }[]) : [];
}

const photosOf = ({ photos }: Line): string[] => (photos ?? '').split(',').filter(Boolean);
