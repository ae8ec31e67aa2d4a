import {
  defineFieldType,
  type FieldDefinition,
  type ImageFrame,
  type ImagesOptions,
  type JsonObject,
  type SrcsetEntry,
} from '@quirecms/core/feature'
import { widestOf } from './picture-plan.ts'

/** URLs of a picture in all its widths. Null for files that are not pictures. */
export function srcsetField({ widths }: ImagesOptions): FieldDefinition {
  const type = defineFieldType<object>()({
    name: 'virtual',
    structure: 'computed',
    options: {},
    schema: () => ({
      description:
        'Available widths of the picture, with their URLs. Returned only if selected or populated; null for other files.',
      type: ['array', 'null'],
      items: {
        type: 'object',
        required: ['width', 'url'],
        properties: { width: { type: 'integer' }, url: { type: 'string' } },
        additionalProperties: false,
      },
    }),
    compute: ({ doc }) => srcsetOf(doc, widths),
  })
  return { type, options: {}, onRequest: true }
}

function srcsetOf({ url, width, crop }: JsonObject, widths: readonly number[]): SrcsetEntry[] | null {
  if (typeof url !== 'string' || typeof width !== 'number') return null
  const widest = widestOf(width, (crop ?? null) as ImageFrame['crop'])
  const at = (wanted: number) => `${url}?w=${wanted}`
  const smaller = widths.filter((one) => one < widest).map((one) => ({ width: one, url: at(one) }))
  // A request for a larger width gets the largest picture there is.
  const next = widths.find((one) => one >= widest)
  return next === undefined ? smaller : [...smaller, { width: widest, url: at(next) }]
}
