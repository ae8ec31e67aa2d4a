import { createTestApp, type TestApp } from '@quirecms/testkit'
import { OPERATORS } from '@quirecms/core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { richConfig } from './rich-application.ts'

interface PublicField {
  readonly name: string
  readonly path: string
  readonly type: string
  readonly many: boolean
  readonly sortable: boolean
  readonly operators: readonly string[]
  readonly to?: string | readonly string[]
  readonly options?: readonly { readonly value: string }[]
  readonly fields?: readonly PublicField[]
  readonly blocks?: Readonly<Record<string, { readonly fields: readonly PublicField[] }>>
}

interface PublicEntity {
  readonly fields: readonly PublicField[]
  readonly systemFields: readonly (Pick<PublicField, 'name' | 'sortable' | 'operators'> & {
    readonly schema: { readonly type: string }
  })[]
}

const everybody = () => true
const { collections, ...rest } = richConfig

/** The rich application, public except for one field. */
const config = {
  ...rest,
  collections: Object.fromEntries(
    Object.entries(collections).map(([slug, definition]) => [slug, { ...definition, access: { read: everybody } }]),
  ),
}

/** The fields inside too. */
function flatten(fields: readonly PublicField[]): PublicField[] {
  return fields.flatMap((field) => [
    field,
    ...flatten(field.fields ?? []),
    ...Object.values(field.blocks ?? {}).flatMap((block) => flatten(block.fields)),
  ])
}

const SOME_ID = '01890000-0000-7000-8000-000000000001'
const SQUARE = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ],
  ],
}

/** A value of the field's type. */
function valueOf({ type, to, options }: Pick<PublicField, 'type' | 'to' | 'options'>): unknown {
  switch (type) {
    case 'number':
    case 'integer':
      return 1
    case 'checkbox':
      return true
    case 'date':
      return '2026-01-01'
    case 'select':
      return options?.[0]?.value
    case 'point':
      return [0, 0]
    case 'relationship':
      return Array.isArray(to) ? { relationTo: to[0] as string, value: SOME_ID } : SOME_ID
    // Lists of rows can only be tested for being empty.
    case 'array':
    case 'blocks':
    case 'join':
      return null
    default:
      return 'x'
  }
}

function operandOf(operator: string, field: Pick<PublicField, 'type' | 'to' | 'options' | 'many'>): unknown {
  switch (operator) {
    case 'exists':
      return true
    case 'in':
    case 'not_in':
    case 'all':
      return [valueOf(field)]
    case 'near':
      return [0, 0, 1]
    case 'within':
      return SQUARE
    case 'some':
    case 'none':
    case 'every':
      return {}
    default:
      return valueOf(field)
  }
}

describe('the manifest lists what queries accept', () => {
  let app: TestApp<typeof config>
  let entities: Record<string, PublicEntity>

  beforeAll(async () => {
    app = await createTestApp(config, { dialect: 'sqlite', postgresUrl: inject('postgresUrl') })
    entities = (await app.request('GET', '/api/schema')).body.manifest.collections
  })
  afterAll(() => app.close())

  async function takes(slug: string, parameter: string, value: string): Promise<boolean> {
    const { status } = await app.request(
      'GET',
      `/api/collections/${slug}?limit=1&${parameter}=${encodeURIComponent(value)}`,
    )
    expect([200, 400]).toContain(status)
    return status === 200
  }

  const takenBy = async (slug: string, path: string, operandFor: (operator: string) => unknown) => {
    const taken: string[] = []
    for (const operator of OPERATORS) {
      const where = JSON.stringify({ [path]: { [operator]: operandFor(operator) } })
      if (await takes(slug, 'where', where)) taken.push(operator)
    }
    return { path, operators: taken.toSorted(), sortable: await takes(slug, 'sort', path) }
  }

  test.each(Object.keys(collections))('fields of %s', async (slug) => {
    const fields = flatten(entities[slug]?.fields ?? []).filter(({ name }) => name !== 'email')
    expect(fields.length).toBeGreaterThan(0)
    for (const field of fields) {
      const told = { path: field.path, operators: field.operators.toSorted(), sortable: field.sortable }
      expect(await takenBy(slug, field.path, (operator) => operandOf(operator, field))).toEqual(told)
    }
  })

  test.each(Object.keys(collections))('system fields of %s', async (slug) => {
    for (const { name, operators, sortable, schema } of entities[slug]?.systemFields ?? []) {
      const value = { type: schema.type === 'string' ? 'date' : schema.type, many: false }
      const taken = await takenBy(slug, name, (operator) => operandOf(operator, value))
      expect(taken).toEqual({ path: name, operators: operators.toSorted(), sortable })
    }
  })

  test('but a field that the caller may not read accepts nothing', async () => {
    const taken = await takenBy('authors', 'email', () => 'x')
    expect(taken).toEqual({ path: 'email', operators: [], sortable: false })
  })
})
