import { describe, expect, test } from 'vitest';
import { imageTag } from '../../../server/src/defaults/image-tag.ts';

const digest = 'a'.repeat(64);

/** An image, and what kube-apiserver 1.35.4 pulls it by: `latest` always, anything else if it is not there. */
const images: readonly (readonly [image: string, tag: string | undefined])[] = [
  ['nginx', 'latest'],
  ['nginx:1.27', '1.27'],
  ['nginx:latest', 'latest'],
  [`nginx@sha256:${digest}`, undefined],
  [`nginx:latest@sha256:${digest}`, 'latest'],
  ['nginx@sha256:12', undefined],
  ['registry.example.com:5000/shop/api', 'latest'],
  ['registry.example.com:5000/shop/api:1', '1'],
  ['localhost/api', 'latest'],
  ['[2001:db8::1]:5000/api', 'latest'],
  ['team/api', 'latest'],
  ['Team/api', 'latest'],
  ['team/API', undefined],
  ['UPPER_case', undefined],
  ['With Blank', undefined],
  [' nginx', undefined],
  ['$(IMAGE)', undefined],
  ['a/b/c', 'latest'],
  ['a//b', undefined],
  ['-dash', undefined],
  ['a_b', 'latest'],
  ['a__b', 'latest'],
  ['a___b', undefined],
  ['nginx:', undefined],
  ['nginx:-1', undefined],
  [digest, undefined],
  ['x'.repeat(300), undefined],
  ['', undefined],
];

describe('the tag of an image', () => {
  test.each(images)('%s', (image, tag) => {
    expect(imageTag(image)).toBe(tag);
  });
});
