import { createClient } from '@quirecms/sdk'
import { onEachDatabase, type TestApp } from '@quirecms/testkit'
import { collection, defineConfig, f, plugin, type PluginApi } from 'quirecms'
import { type Call, type Feature, implementApi, type Parameter, readsDocuments, readerOf } from 'quirecms/plugin'
import { expect, it } from 'vitest'

const parameter = (name: string, encoding: Parameter['encoding'], schema: Parameter['schema']): Parameter => ({
  name,
  spellings: [name],
  description: `The ${name}.`,
  encoding,
  schema,
})

/** Counts documents; returns its parameters. */
const measure = readsDocuments({
  name: 'measure',
  summary: 'Measure the documents',
  endpoint: { method: 'GET', path: '/measure' },
  local: { method: 'measure', args: [] },
  parameters: ['where', 'unit', 'least', 'most', 'exact', 'marks', 'shape'],
  querySchemas: { unit: { description: 'The unit.', schema: { type: 'string', enum: ['m', 'ft'] }, required: true } },
  answer: { kind: 'value', status: 200, schema: { type: 'object' } },
  async answers({ call, tables: { table, where } }) {
    const { unit, least = null, exact = null, marks = null, shape = null } = call.input.query
    const count = await readerOf(call).count(table, where)
    return { kind: 'value', value: { count, asked: JSON.stringify([unit, least, exact, marks, shape]) } }
  },
})

const measuring: Feature<Call> = {
  name: 'measuring',
  for: ({ kind }) => kind === 'collection',
  adds: () => ({
    operations: [measure],
    parameters: [
      parameter('unit', 'text', { type: 'string' }),
      parameter('least', 'integer', { type: 'integer', maximum: 9 }),
      parameter('most', 'integer', { type: 'integer', minimum: 1, maximum: 9 }),
      parameter('exact', 'boolean', { type: 'boolean' }),
      parameter('marks', 'texts', { type: 'array', items: { type: 'string', pattern: '^[a-z]+$' }, maxItems: 2 }),
      parameter('shape', 'json', { type: 'object', required: ['sides'], properties: { sides: { type: 'integer' } } }),
      parameter('vivid', 'boolean or text', { anyOf: [{ type: 'boolean' }, { type: 'string', enum: ['very'] }] }),
    ],
    extends: { list: ['vivid'], count: ['vivid'] },
  }),
}

const paintApi = {
  key: 'paint',
  methods: {
    mix: {
      method: 'GET',
      path: '/mix',
      input: { type: 'object', required: ['hue'], properties: { hue: { type: 'integer', maximum: 360 } } },
      output: { type: 'object', properties: { hue: { type: 'integer' } } },
    },
    /** An optional parameter with the same name and another meaning. */
    sample: {
      method: 'GET',
      path: '/sample',
      // Another feature's operation has a different parameter `least`.
      input: {
        type: 'object',
        properties: { hue: { type: 'integer', maximum: 10 }, least: { type: 'integer', maximum: 360 } },
      },
      output: { type: 'object', properties: { hue: { type: 'integer' } } },
    },
  },
} as const satisfies PluginApi

const painted = async ({ input: { query } }: Call) => ({
  kind: 'value' as const,
  value: { hue: Number(query['hue'] ?? 0) },
})

const painting: Feature<Call> = {
  name: 'painting',
  for: ({ kind }) => kind === 'service',
  adds: () => implementApi(paintApi, { mix: painted, sample: painted }),
}

const config = defineConfig({
  plugins: [plugin({ key: 'paint', features: [measuring, painting] })],
  collections: { posts: collection({ trash: true, fields: { title: f.text() }, access: { read: () => true } }) },
})

/** Codes, paths and messages of the problems, or the answer. */
async function told(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer
  } catch (error) {
    const { code, issues } = error as { code: string; issues?: readonly object[] }
    return { code, issues: issues?.map((issue) => ({ ...issue })) }
  }
}

/** Results of the same call over each channel. */
async function everywhere(app: TestApp<typeof config>, method: string, query: object): Promise<unknown[]> {
  const client = createClient({ baseUrl: app.url })
  const local = app.local.collection('posts') as unknown as Record<string, (options: object) => Promise<unknown>>
  const inProcess = local[method]
  if (!inProcess) throw new Error(`no method ${method}`)
  const remote =
    method === 'measure'
      ? client.request('GET', '/api/collections/posts/measure', { query: { ...query } })
      : method === 'count'
        ? client.collection('posts').count(query)
        : client.collection('posts').find(query)
  return [await told(inProcess(query)), await told(remote)]
}

onEachDatabase('parameters of operations', { config }, (app) => {
  const wrong: readonly [
    method: string,
    query: object,
    issues: readonly [code: string, path: string, message: string][],
  ][] = [
    ['find', { vivid: 'yes' }, [['type', 'vivid', '"vivid" must be true, false or very.']]],
    ['count', { vivid: 1 }, [['type', 'vivid', '"vivid" must be true, false or very.']]],
    ['find', { trash: 'yes' }, [['type', 'trash', '"trash" must be true or false.']]],
    [
      'find',
      { page: 0, limit: 101 },
      [
        ['type', 'page', '"page" must be an integer from 1 to 1000000.'],
        ['type', 'limit', '"limit" must be an integer from 1 to 100.'],
      ],
    ],
    ['measure', {}, [['required', 'unit', '"unit" is required.']]],
    [
      'measure',
      { unit: 'mile', least: 10, most: 10, exact: 'no', marks: ['a', 'B'], shape: { sides: 'x' } },
      [
        ['option', 'unit', '"unit" must be one of: "m", "ft".'],
        ['max', 'least', '"least" must be 9 or less.'],
        ['type', 'most', '"most" must be an integer from 1 to 9.'],
        ['type', 'exact', '"exact" must be true or false.'],
        ['pattern', 'marks.1', '"marks.1" must match the pattern ^[a-z]+$.'],
        ['type', 'shape.sides', '"shape.sides" must be a whole number.'],
      ],
    ],
    ['measure', { unit: 'm', least: 1.5 }, [['type', 'least', '"least" must be a whole number.']]],
    ['measure', { unit: 'm', shape: {} }, [['required', 'shape.sides', '"shape.sides" is required.']]],
  ]

  it.each(wrong)('are refused in the same way in process and over HTTP: %s(%j)', async (method, query, issues) => {
    const refusal = { code: 'invalid_query', issues: issues.map(([code, path, message]) => ({ code, path, message })) }
    expect(await everywhere(app(), method, query)).toEqual([refusal, refusal])
  })

  it('are refused together with unknown ones, and with those of the engine', async () => {
    const query = { nothing: 1, other: true, exact: 'no', where: { nowhere: { equals: 1 } } }
    for (const answer of await everywhere(app(), 'measure', query)) {
      const { code, issues } = answer as { code: string; issues: readonly { code: string; path: string }[] }
      expect(code).toBe('invalid_query')
      expect(issues.map((issue) => `${issue.code} ${issue.path}`).toSorted()).toEqual([
        'required unit',
        'type exact',
        'unknown_field nothing',
        'unknown_field other',
        'unknown_field where.nowhere',
      ])
    }
  })

  it('reach the operation unchanged, and undefined counts as absent', async () => {
    await app().local.asSystem().collection('posts').create({ title: 'One' })
    const query = { unit: 'ft', least: 9, exact: true, marks: ['a'], shape: { sides: 3 }, vivid: undefined }
    const answer = { count: 1, asked: JSON.stringify(['ft', 9, true, ['a'], { sides: 3 }]) }
    expect(await everywhere(app(), 'measure', query)).toEqual([answer, answer])
    for (const vivid of [true, false, 'very'])
      for (const found of await everywhere(app(), 'count', { vivid })) expect(found).toEqual({ count: 1 })
  })

  it('belong to each method of a plugin, whatever the name means elsewhere', async () => {
    const remote = createClient({ baseUrl: app().url }).plugin(paintApi)
    const inProcess = app().app.local.plugin(paintApi)
    for (const { mix, sample } of [remote, inProcess]) {
      const hue = (message: string, code: string) => ({
        code: 'invalid_query',
        issues: [{ code, path: 'hue', message }],
      })
      expect(await mix({ hue: 360 })).toEqual({ hue: 360 })
      expect(await told(mix({ hue: 361 }))).toEqual(hue('"hue" must be 360 or less.', 'max'))
      expect(await told(mix({} as { hue: number }))).toEqual(hue('"hue" is required.', 'required'))
      expect(await sample({})).toEqual({ hue: 0 })
      expect(await sample({ least: 360 })).toEqual({ hue: 0 })
      expect(await told(sample({ hue: 11 }))).toEqual(hue('"hue" must be 10 or less.', 'max'))
    }
  })
})
