import { describe, expect, it } from 'vitest'
import { ENGLISH, entityOf, issuesOf } from '../../../../tests/unit/journal.ts'
import type { FieldOptions } from '../contracts/field-options.ts'
import { buildField } from '../fields/build-field.ts'
import { defineFieldType } from '../fields/define-field-type.ts'
import { f } from '../fields/index.ts'
import { equality } from '../contracts/operators.ts'
import { commonOptions } from '../fields/option-kinds.ts'
import { read } from '../fields/readings.ts'
import { openPaths } from './open-paths.ts'
import { mayReadAt, type OtherCollection } from './path-root.ts'
import { inAllCollections, isResolved, resolvePath } from './resolve-path.ts'
import { parseWhere } from './where/parse-where.ts'
import { resolveWhere } from './where/resolve-where.ts'

/** A registration such as `B-1234`, compared without regard to case. */
const plate = buildField<FieldOptions>()(
  defineFieldType<FieldOptions, string>()({
    name: 'plate',
    options: commonOptions,
    schema: () => ({ type: 'string' }),
    expected: () => 'a registration such as B-1234',
    storedAs: 'text',
    operators: equality,
    operand: (value) => (typeof value === 'string' && /^[a-z]-\d+$/i.test(value) ? value.toUpperCase() : undefined),
    parts: { region: read.slice(read.text, 0, 1) },
  }),
)

const collections = {
  cars: entityOf('cars', { plate: plate(), owner: f.relationship({ to: 'people' }), price: f.number() }),
  people: entityOf('people', { name: f.text(), cars: f.join({ collection: 'cars', on: 'owner' }) }),
}

/** The collection for a reader who may not read one of the fields. */
function rootWithout(slug: keyof typeof collections, hidden?: string): OtherCollection {
  const root = openPaths(collections[slug], { collections, localization: null, locale: ENGLISH })
  const closed = (one: OtherCollection): OtherCollection => ({
    ...one,
    mayRead: ({ name }) => name !== hidden,
    others: {
      get: (other) => {
        const found = one.others.get(other)
        return found && closed(found)
      },
    },
  })
  return closed(root)
}

const find = (where: unknown) => resolveWhere(parseWhere(where), rootWithout('cars'))

describe('a field type of a plugin', () => {
  it('parses the value of a comparison', () =>
    expect(find({ plate: { equals: 'b-12' } })).toMatchObject({ test: { op: 'equals', value: 'B-12' } }))

  it.each([['B12'], [12], [['B-12']], [{}]])('refuses an invalid value: %j', (value) =>
    expect(issuesOf(() => find({ plate: { equals: value } }))).toEqual([{ code: 'type', path: 'where.plate' }]),
  )

  it('finds documents without a value', () =>
    expect(find({ plate: { equals: null } })).toMatchObject({ test: { op: 'is_null' } }))

  it('has parts, and no parts of parts', () => {
    const part = resolvePath('plate.region', rootWithout('cars'))
    if (!isResolved(part)) throw new Error('there is no part')
    expect(inAllCollections(part)).toMatchObject([
      { comparedAs: 'text', steps: [{}, { kind: 'part', name: 'region' }] },
    ])
    for (const path of ['plate.region.x', 'plate.x', 'plate.toString'])
      expect(resolvePath(path, rootWithout('cars'))).toBeNull()
  })
})

describe('a join', () => {
  it('can be followed only by readers who may read its relationship', () => {
    expect(isResolved(resolvePath('cars.price', rootWithout('people')))).toBe(true)
    expect(resolvePath('cars.price', rootWithout('people', 'owner'))).toBeNull()
    expect(resolvePath('cars.price', rootWithout('people', 'price'))).toBeNull()
  })

  it('checks that every field on the path exists and may be read', () => {
    expect(mayReadAt('owner', rootWithout('cars'))).toBe(true)
    expect(mayReadAt('owner', rootWithout('cars', 'owner'))).toBe(false)
    expect(mayReadAt('driver', rootWithout('cars'))).toBe(false)
  })
})
