import type { ReactNode } from 'react';
import { fetchRoute, grouped, shareText } from '#kit/web/index.ts';
import { financeAnalysisRoute, type FinanceAnalysis, type MoneyFigure } from '../../model/analysis.ts';
import { CardGrid } from '../card-grid.tsx';
import { HomeCard } from '../home-card.tsx';
import { addressOf } from '../todo.ts';
import { trendOf } from '../trend.ts';
import { Group } from './group.tsx';
import { useAnalysis, type Asked } from './use-analysis.ts';

const RESOURCES = ['finance:invoice', 'finance:remittance', 'finance:deduction'];

/** 财务: what is owed, what no invoice was found for, and what was kept. */
export function FinanceGroup({ asked, before, isHeld }: { asked: Asked; before: string; isHeld: boolean }): ReactNode {
  const handle = useAnalysis<FinanceAnalysis>('finance', asked, {
    isHeld,
    resources: RESOURCES,
    read: (query, signal) => fetchRoute(financeAnalysisRoute, { query: { ...query }, signal }),
  });
  return (
    <Group
      title="财务"
      handle={handle}
      coming={5}
      note="应收、回款是现在的，扣款按公布日；金额按今天的汇率折算为本位币。申诉胜率 = 追回全部或一部分的 ÷ 已有结果的。"
    >
      {(data) => <Finance data={data} before={before} />}
    </Group>
  );
}

function Finance({ data, before }: { data: FinanceAnalysis; before: string }): ReactNode {
  const cards = [
    moneyCard(data, 'amount', '应收', data.receivable, '张发票'),
    moneyCard(data, 'shipLate', '已逾期', data.overdue, '张发票', true),
    moneyCard(data, 'unmapped', '未匹配回款', data.unmatched, '张回款单', true),
    moneyCard(data, 'disputeToSend', '待核销', data.parked, '张回款单'),
    moneyCard(data, 'claimsToSubmit', '扣款', data.deducted, '笔', false, deductedTrend(data.deducted, before)),
    data.disputes && (
      <HomeCard
        key="disputes"
        address={addressOf(data.disputes.leads)}
        icon="average"
        title="申诉胜率"
        figure={shareText(data.disputes.winRate) ?? '—'}
        note={`${grouped(data.disputes.won)} / ${grouped(data.disputes.count)} 笔有结果`}
      />
    ),
  ].filter((card) => card !== null);
  return (
    <>
      <CardGrid label="财务指标" count={cards.length}>
        {cards.map((card) => (
          <li key={card.key}>{card}</li>
        ))}
      </CardGrid>
      {data.unrated.length > 0 && (
        <p className="dk-doubts">缺少汇率：{data.unrated.join('、')}，这些币种未计入金额，请到“币种”维护汇率。</p>
      )}
    </>
  );
}

/** Of who sees no money, how many there are is the figure. */
function moneyCard(
  { currency }: FinanceAnalysis,
  icon: string,
  title: string,
  figure: MoneyFigure | null,
  unit: string,
  isWrong = false,
  more = '',
) {
  if (!figure) return null;
  const { count, amount, leads } = figure;
  return (
    <HomeCard
      key={title}
      address={addressOf(leads)}
      icon={icon}
      title={amount === null ? title : `${title}（${currency}）`}
      figure={amount === null ? grouped(count) : grouped(amount)}
      tone={isWrong && count > 0 ? 'wrong' : undefined}
      note={`${amount === null ? unit : `${grouped(count)} ${unit}`}${more}`}
    />
  );
}

function deductedTrend(figure: MoneyFigure | null, before: string): string {
  if (figure?.amount == null || figure.amountBefore == null) return '';
  return ` · 较${before} ${trendOf(Number(figure.amount), Number(figure.amountBefore)).text}`;
}
