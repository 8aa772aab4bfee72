import type { ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import { ListPage, type ColumnSpec } from '#kit/web/index.ts';
import { pictureRule } from '../model/picture-rule.ts';
import { rangeText } from './product-columns.tsx';

/** A rule with what the channel of its code is called: the channels know. */
type RuleRow = WireRow<typeof pictureRule> & { channelTitle?: string };

/** 图片规则: what each channel asks of pictures. */
export const PictureRuleList = (): ReactNode => (
  <ListPage<typeof pictureRule, RuleRow> of={pictureRule} columns={COLUMNS} />
);

/** `0.5–2`, or the one bound that there is. */
const ratioText = ({ leastRatio, mostRatio }: RuleRow): string => {
  const [least, most] = [shortRatio(leastRatio), shortRatio(mostRatio)];
  if (least === '') return most === '' ? '' : `不超过 ${most}`;
  return most === '' ? `不低于 ${least}` : rangeText(least, most, String);
};

const shortRatio = (ratio: string | null | undefined): string => (ratio ?? '').replace(/\.?0+$/, '');

const COLUMNS: readonly ColumnSpec<RuleRow>[] = [
  {
    key: 'name',
    under: [
      {
        key: 'channelCode',
        isBlank: () => false,
        text: ({ channelTitle, channelCode }) => channelTitle ?? channelCode ?? '所有渠道',
        render: ({ channelTitle, channelCode }) => channelTitle ?? channelCode ?? '所有渠道',
      },
    ],
  },
  'formats',
  'status',
  'leastSidePx',
  'mostKb',
  {
    key: 'leastRatio',
    title: '宽高比',
    width: 110,
    sortable: false,
    isBlank: (row) => ratioText(row) === '',
    figure: ratioText,
    render: (row) => <span className="wb-number">{ratioText(row) || '—'}</span>,
  },
  'leastCount',
  'isWhiteMain',
];
