import { places } from '../contracts/operators.ts'
import { isPosition } from '../query/geometry.ts'
import { defineFieldType, NO_PROBLEMS, type UnindexedOptionsFor } from './define-field-type.ts'
import { unindexedOptions } from './option-kinds.ts'

export interface PointOptions extends UnindexedOptionsFor<readonly [lng: number, lat: number]> {}

/** A location on earth, `[lng, lat]` in degrees, as in GeoJSON. */
export const point = defineFieldType<PointOptions>()({
  name: 'point',
  options: unindexedOptions,
  schema: () => ({
    type: 'array',
    prefixItems: [
      { type: 'number', minimum: -180, maximum: 180 },
      { type: 'number', minimum: -90, maximum: 90 },
    ],
    // Redundant, but many readers of JSON Schema require `items` for lists.
    items: { type: 'number' },
    minItems: 2,
    maxItems: 2,
  }),
  checksItself: true,
  storedAs: 'point',
  operators: [...places, 'equals', 'not_equals', 'exists'],
  check: (value) =>
    isPosition(value)
      ? NO_PROBLEMS
      : [
          {
            code: 'format',
            path: '',
            message: 'Must be [lng, lat]: a longitude from -180 to 180 and a latitude from -90 to 90 degrees.',
          },
        ],
})
