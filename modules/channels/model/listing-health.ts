import { dict } from '#kit/model/dict.ts';

/** How a marketplace rates a listing, by its worst point. */
export const listingHealth = dict('listing_health', { RED: '红', YELLOW: '黄', GREEN: '绿' });
export type HealthLevel = keyof typeof listingHealth.items;

/** What is rated of a listing (channels.md §1.11), and what to do where it is not green. */
export const HEALTH_POINTS = {
  tag: { title: '标签', todo: '到平台补齐必填和推荐标签' },
  image: { title: '图片', todo: '补足主图、场景图和尺寸图' },
  availability: { title: '有货', todo: '补货，或调高同步规则的可售数量' },
  delivery: { title: '送达速度', todo: '缩短备货时间，用离买家近的仓发货' },
  reviews: { title: '评论数', todo: '参加平台的评论征集' },
  rating: { title: '评分', todo: '看差评的原因，改商品或描述' },
  price: { title: '价格竞争力', todo: '对比同行价格，调低供货价或参加促销' },
  incidents: { title: '客诉与退货', todo: '看退货和补件的原因，改包装或说明' },
} as const;
export type HealthPoint = keyof typeof HEALTH_POINTS;
export type HealthPoints = Partial<Record<HealthPoint, HealthLevel>>;

/** The worst first. */
const ORDER: readonly HealthLevel[] = ['RED', 'YELLOW', 'GREEN'];

export const worseOf = (one: HealthLevel, other: HealthLevel): HealthLevel =>
  ORDER.indexOf(one) <= ORDER.indexOf(other) ? one : other;

/** The level of a listing; null where nothing of it is rated. */
export const levelOf = (points: HealthPoints): HealthLevel | null =>
  Object.values(points).reduce<HealthLevel | null>((worst, one) => (worst ? worseOf(worst, one) : one), null);

/** Points that are not green, the worst first, in the order of the report. */
export const weakPoints = (points: HealthPoints): { point: HealthPoint; level: 'RED' | 'YELLOW' }[] =>
  (['RED', 'YELLOW'] as const).flatMap((level) =>
    (Object.keys(HEALTH_POINTS) as HealthPoint[])
      .filter((point) => points[point] === level)
      .map((point) => ({ point, level })),
  );
