import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { gramsToPounds, mmToInches } from '#kit/model/unit.ts';
import { whyNotTitle, type RefusedMethod, type ShipOffer } from '#modules/base/model/ship-quote.ts';
import type { AnsweredQuote } from '../../model/ship-quote.ts';

/** Ways that can carry it, the cheapest first, each figure explained; then the others and why not. */
export function QuoteAnswer({ offers, refused, cartons, baseCurrency }: AnsweredQuote): ReactNode {
  return (
    <>
      <h2 className="fq-title">
        {cartons.length} 箱，共 {gramsToPounds(cartons.reduce((sum, one) => sum + one.weightG, 0))} lb
      </h2>
      <Cartons cartons={cartons} />
      {offers.length === 0 ? (
        <Alert showIcon type="warning" title="没有能运的渠道，原因见下" />
      ) : (
        <ol className="fq-offers" aria-label="能运的渠道">
          {offers.map((offer) => (
            <Offer key={offer.id} offer={offer} base={baseCurrency} />
          ))}
        </ol>
      )}
      {refused.length > 0 && (
        <>
          <h2 className="fq-title">不能运的渠道</h2>
          <ul className="fq-refused" aria-label="不能运的渠道">
            {refused.map((method) => (
              <Refused key={method.id} {...method} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

const MOST_SHOWN = 6;

function Cartons({ cartons }: Pick<AnsweredQuote, 'cartons'>): ReactNode {
  const shown = cartons.slice(0, MOST_SHOWN).map(({ lengthMm, widthMm, heightMm, weightG }) => {
    const size = [lengthMm, widthMm, heightMm].map(mmToInches).join('×');
    return `${size} in ${gramsToPounds(weightG)} lb`;
  });
  const rest = cartons.length - shown.length;
  return (
    <p className="fq-weak">
      {shown.join('；')}
      {rest > 0 ? `；另 ${rest} 箱` : ''}
    </p>
  );
}

const nameOf = ({ carrier, service, code }: ShipOffer | RefusedMethod): string =>
  [carrier, service, code].filter(Boolean).join(' · ');

function Offer({ offer, base }: { offer: ShipOffer; base: string }): ReactNode {
  const { name, zone, days, currency, amount, baseAmount, figures } = offer;
  return (
    <li>
      <details>
        <summary>
          <span className="fq-name">
            <b>{name}</b>
            <small>
              {nameOf(offer)} · 分区 {zone}
              {days === null ? '' : ` · ${days} 天`}
            </small>
          </span>
          <span className="fq-amount">
            {amount === null ? '—' : `${currency} ${amount}`}
            {baseAmount !== null && currency !== base && (
              <small>
                约 {base} {baseAmount}
              </small>
            )}
          </span>
        </summary>
        {figures.length === 0 ? (
          <p className="fq-weak">您没有查看成本的权限，不显示金额。</p>
        ) : (
          <table className="fq-figures" aria-label={`${name} 的明细`}>
            <tbody>
              {figures.map(({ title, how, amount: part }, at) => (
                <tr key={at}>
                  <th scope="row">{title}</th>
                  <td>{how}</td>
                  <td className="fq-amount">{part}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </details>
    </li>
  );
}

const Refused = (method: RefusedMethod): ReactNode => (
  <li>
    <span className="fq-name">
      <b>{method.name}</b>
      <small>{nameOf(method)}</small>
    </span>
    <span>
      <b>{whyNotTitle(method.why)}</b>
      <small>{method.reason}</small>
    </span>
  </li>
);
