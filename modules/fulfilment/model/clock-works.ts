import { defineOwnWork } from '#kit/model/clock-work.ts';

export const trackLabelsWork = defineOwnWork('fulfilment.track', '查询面单轨迹', '按承运商的节奏查询在途包裹的轨迹。');
