import { described } from '@quirecms/core/feature'

/** Request bodies of upload operations, as data: the types of the methods follow from them. */

const aPercentage = { type: 'number', minimum: 0, maximum: 100 } as const

/** A point in an image, in percentages of its width and height. */
export const POINT_SCHEMA = {
  type: 'object',
  required: ['x', 'y'],
  properties: { x: aPercentage, y: aPercentage },
  additionalProperties: false,
} as const

export const CROP_SCHEMA = {
  type: 'object',
  required: ['x', 'y', 'width', 'height'],
  properties: { x: aPercentage, y: aPercentage, width: aPercentage, height: aPercentage },
  additionalProperties: false,
} as const

export const IMAGE_FRAME_SCHEMA = {
  type: 'object',
  required: ['focalPoint'],
  additionalProperties: false,
  properties: { focalPoint: POINT_SCHEMA, crop: { anyOf: [CROP_SCHEMA, { type: 'null' }] } },
} as const

export const REMOTE_UPLOAD_SCHEMA = {
  type: 'object',
  required: ['url'],
  additionalProperties: false,
  properties: {
    url: { type: 'string', minLength: 1, maxLength: 2048 },
    data: described('create', { type: 'object' }),
  },
} as const
