import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig } from 'quirecms'
import { buildField, commonOptions, defineFieldType, equality, order } from 'quirecms/plugin'
import { expect, it } from 'vitest'

const plate = buildField()(
  defineFieldType<object, string>()({
    name: 'plate',
    options: commonOptions,
    schema: () => ({ type: 'string' }),
    normalize: (value) => value.toUpperCase(),
    storedAs: 'text',
    operators: [...equality, ...order],
    // Assumes that a value is a text.
    operand: (value) => (value as string).toUpperCase(),
  }),
)
const config = defineConfig({
  collections: { cars: collection({ fields: { plate: plate() }, access: { read: () => true } }) },
})

onEachDatabase('a field type that parses query values', { config }, (app) => {
  const ask = async (where: object) => {
    const { status, body } = await app().request(
      'GET',
      `/api/collections/cars?where=${encodeURIComponent(JSON.stringify(where))}`,
    )
    return status === 200 ? body.docs.map((doc: { plate: string | null }) => doc.plate) : body.error
  }

  it('is not called for null', async () => {
    const cars = app().app.local.asSystem().collections.cars
    for (const value of ['b-aa 1', null]) await cars.create({ plate: value })
    expect(await ask({ plate: { equals: 'B-aa 1' } })).toEqual(['B-AA 1'])
    expect(await ask({ plate: { equals: null } })).toEqual([null])
    expect(await ask({ plate: { in: ['x', null] } })).toEqual([null])
    const refused = { code: 'invalid_query', issues: [{ code: 'type', path: 'where.plate' }] }
    expect(await ask({ plate: { less_than: null } })).toMatchObject(refused)
  })
})
