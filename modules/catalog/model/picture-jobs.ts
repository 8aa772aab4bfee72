import { defineJob } from '#kit/model/job.ts';

/** Pictures of a product, or of its SKUs, that nobody has read yet. */
export const measurePicturesJob = defineJob<{ productId: string }>('catalog.measurePictures', '读取图片尺寸', {
  isPeriodic: true,
});

/** The rules are others than they were: all products of the tenant are judged by them. */
export const judgePicturesJob = defineJob<{ ruleId: string | null }>('catalog.judgePictures', '校验产品图片', {
  isPeriodic: true,
});
