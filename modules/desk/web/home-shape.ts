import { writeLocal, readLocal } from '#kit/web/index.ts';

/** How many cards of each band somebody saw last: as much room is kept for those to come. */
export interface HomeShape {
  today: number;
  wrong: number;
  /** Whether 开始使用 stands above the bands. */
  hasSteps: boolean;
}

const FIRST: HomeShape = { today: 4, wrong: 5, hasSteps: false };
const MOST = 40;

const keyOf = (owner: string): string => `waybill.homeShape.${owner}`;

/** As it was seen last; what cannot be read is as on a first visit. */
export function shapeOf(owner: string): HomeShape {
  try {
    const stored = JSON.parse(readLocal(keyOf(owner)) ?? '{}') as Partial<HomeShape> | null;
    const count = (name: 'today' | 'wrong'): number => {
      const value = stored?.[name];
      return Number.isInteger(value) && Number(value) >= 0 ? Math.min(Number(value), MOST) : FIRST[name];
    };
    return {
      today: count('today'),
      wrong: count('wrong'),
      hasSteps: stored?.hasSteps === true,
    };
  } catch {
    return FIRST;
  }
}

export const noteShape = (owner: string, seen: Partial<HomeShape>): void =>
  void writeLocal(keyOf(owner), JSON.stringify({ ...shapeOf(owner), ...seen }));
