import { defineRoute, shape } from '#kit/model/route.ts';

/** Cards that one person may put in order. */
export const MOST_CARDS = 200;

interface HomeArrangement {
  /** Keys of cards, first to last; those that are missing come after, by their deadline. */
  cards: string[];
}

export const arrangementRoute = defineRoute({
  method: 'GET',
  path: '/desk/home',
  access: 'signedIn',
  summary: '首页卡片顺序',
  result: shape<HomeArrangement>(),
});

export const storeArrangementRoute = defineRoute({
  method: 'PUT',
  path: '/desk/home',
  access: 'signedIn',
  summary: '保存首页卡片顺序',
  body: shape<HomeArrangement>(),
  result: shape<HomeArrangement>(),
});
