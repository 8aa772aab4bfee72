import type { ReactNode } from 'react';
import { grouped } from '#kit/web/index.ts';
import { partSource } from '../../model/part-order.ts';
import type { ChosenSource, LineSources, SourceOption } from '../../model/part-routes.ts';

/** The option chosen of each line, by its place among them. */
export type Choice = Readonly<Record<string, number | null>>;

/** What is chosen already, else what is proposed. */
export const startChoice = (lines: readonly LineSources[]): Choice =>
  Object.fromEntries(
    lines.map((line) => {
      const own = line.options.findIndex((option) => isChosen(line, option));
      return [line.lineId, own >= 0 ? own : line.proposed];
    }),
  );

const isChosen = ({ chosen }: LineSources, option: SourceOption): boolean =>
  chosen !== null &&
  chosen.source === option.source &&
  chosen.warehouseId === option.warehouseId &&
  (chosen.cartonNo ?? null) === option.cartonNo;

/** Lines with a source, as 确认 and 改货源 take them. */
export const chosenSources = (lines: readonly LineSources[], choice: Choice): ChosenSource[] =>
  lines.flatMap((line) => {
    const option = line.options[choice[line.lineId] ?? -1];
    if (!option) return [];
    const { source, warehouseId, cartonNo } = option;
    return [{ lineId: line.lineId, source, warehouseId, ...(cartonNo === null ? {} : { cartonNo }) }];
  });

/** Where each line's goods come from, each way with what it takes, leaves and costs. */
export function SourceChoice({
  lines,
  choice,
  onChoose,
}: {
  lines: readonly LineSources[];
  choice: Choice;
  onChoose: (choice: Choice) => void;
}): ReactNode {
  return (
    <ul className="as-sources" aria-label="货源">
      {lines.map((line) => (
        <li key={line.lineId}>
          <strong>
            {line.part || line.parentSku} ×{grouped(line.qty)}
            <span className="as-weak"> {line.parentSku}</span>
          </strong>
          {line.options.length === 0 ? (
            <p className="as-amber">没有可用的货源：先在“配件清单”录入这个配件，或改成整箱补发。</p>
          ) : (
            <fieldset className="as-options" aria-label={`${line.part || line.parentSku} 的货源`}>
              {line.options.map((option, at) => (
                <Option
                  key={`${option.source} ${option.warehouseId} ${option.cartonNo ?? ''}`}
                  name={line.lineId}
                  option={option}
                  isOn={choice[line.lineId] === at}
                  isProposed={line.proposed === at}
                  onChoose={() => onChoose({ ...choice, [line.lineId]: at })}
                />
              ))}
            </fieldset>
          )}
        </li>
      ))}
    </ul>
  );
}

function Option({
  name,
  option,
  isOn,
  isProposed,
  onChoose,
}: {
  name: string;
  option: SourceOption;
  isOn: boolean;
  isProposed: boolean;
  onChoose: () => void;
}): ReactNode {
  const { whyNot, cost, currency } = option;
  return (
    <label className={whyNot ? 'as-option as-option-barred' : 'as-option'}>
      <input type="radio" name={name} checked={isOn} disabled={whyNot !== null} onChange={onChoose} />
      <span>
        <b>{titleOf(option)}</b> {option.warehouse}
        {isProposed && <span className="as-weak"> 推荐</span>}
      </span>
      <span className="as-figure">{cost === null ? '' : `成本 ${grouped(cost)} ${currency}`}</span>
      {whyNot ? (
        <span className="as-bad">{whyNot}</span>
      ) : (
        consequencesOf(option).map((text) => (
          <span key={text} className="as-weak">
            {text}
          </span>
        ))
      )}
    </label>
  );
}

const titleOf = ({ source, cartonNo }: SourceOption): string =>
  cartonNo === null ? partSource.items[source] : `${partSource.items[source]} 第 ${cartonNo} 箱`;

/** What follows from a source, in words. */
function consequencesOf(option: SourceOption): string[] {
  const { source, units, available, remains, leaves, residueLoss, currency } = option;
  if (source === 'purchase') return ['采购到货后再发，确认后在“配件备货”下采购单'];
  const stock = `可用 ${grouped(available)}，发后剩 ${grouped(remains)}`;
  if (source === 'partStock') return [stock];
  const lost = residueLoss !== null && Number(residueLoss) !== 0;
  const left = leaves.map(({ skuCode, qty }) => `${skuCode} ×${grouped(qty)}`).join('、');
  return [
    `拆 ${grouped(units)} 件整件：整件${stock}`,
    left === '' ? '没有其他配件可以入库' : `其余配件入库：${left}`,
    ...(lost ? [`余料报废损失 ${grouped(residueLoss)} ${currency}`] : []),
  ];
}
