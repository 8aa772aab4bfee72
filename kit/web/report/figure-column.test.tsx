import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Row } from '#ui/cells/faces.ts';
import { figureColumn } from './figure-column.tsx';
import { shareText } from './figure-text.ts';
import { ReportContext } from './report-context.ts';

/* What the lower line of a figure says while two periods are compared. */

interface Rate extends Row {
  share: string | null;
}

const COLUMN = figureColumn<Rate>({
  key: 'share',
  text: ({ share }) => shareText(share),
  below: { key: 'counted', title: '件数', text: () => '退 3 件' },
  against: { value: ({ share }) => (share === null ? null : Number(share)), better: 'less' },
});

const row = (id: string, share: string | null): Rate => ({ id, share });

function lowerLine(now: Rate, before: readonly Rate[] | null): string {
  const [lower] = COLUMN.under ?? [];
  if (!lower || typeof lower === 'string') throw new Error('no lower line');
  const report = {
    period: { begin: '2026-03-01', end: '2026-03-31' },
    before: before && (({ id }: Row) => before.find((one) => one.id === id)),
  };
  return renderToStaticMarkup(<ReportContext value={report}>{lower.render?.(now)}</ReportContext>);
}

test('where there is no figure stands a dash, whatever would be drawn in its place', () => {
  const bold = figureColumn<Rate>({
    key: 'share',
    text: ({ share }) => shareText(share),
    face: ({ share }) => <b>{shareText(share)}</b>,
  });
  expect(renderToStaticMarkup(bold.render?.(row('1', null)))).toBe('—');
  expect(renderToStaticMarkup(bold.render?.(row('1', '0.125')))).toBe('<b>12.5%</b>');
});

test('nothing is compared: what explains the figure', () => {
  expect(lowerLine(row('1', '0.05'), null)).toBe('退 3 件');
});

test('a rate that is better the lower it is: up is worse, down is better, each with the figure of before', () => {
  const before = [row('1', '0.02'), row('2', '0.08')];
  const worse = lowerLine(row('1', '0.05'), before);
  expect(worse).toContain('上期 2%');
  expect(worse).toContain('aria-label="上升"');
  expect(worse).toContain('wb-report-worse');
  const better = lowerLine(row('2', '0.05'), before);
  expect(better).toContain('上期 8%');
  expect(better).toContain('aria-label="下降"');
  expect(better).toContain('wb-report-better');
});

test('the same figure has no arrow; a row that was not there before says so', () => {
  const before = [row('1', '0.05'), row('2', null)];
  expect(lowerLine(row('1', '0.05'), before)).toBe('上期 5%');
  expect(lowerLine(row('2', '0.05'), before)).toBe('上期没有');
  expect(lowerLine(row('3', '0.05'), before)).toBe('上期没有');
});
