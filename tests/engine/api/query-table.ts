import { type Actor, type Issue, QuireError, type QuireConfig } from '@quirecms/core'
import { type AnyTestApp, createTestApp, type Matrix, must } from '@quirecms/testkit'
import { beforeAll, expect, inject, test } from 'vitest'
import { sharedInFile, describeOn } from '../../../packages/quire/src/testing/on-each-database.ts'
import { DIALECTS_OF } from '../../../packages/quire/src/testing/matrix.ts'

/**
 * A query and its result, on documents that the whole table shares. `{name}` stands for the id of the document with
 * this name.
 */
export type QueryCase = Query & (Found | Refusal)

interface Query {
  readonly name: string
  readonly where?: unknown
  readonly sort?: string | readonly string[]
  readonly locale?: string
  /** An actor of the table; anonymous by default. */
  readonly as?: string
}

interface Found {
  readonly finds: string
  readonly refuses?: never
}

interface Refusal {
  /** 400 `invalid_query` with exactly these issues, as `code path`, in any order. */
  readonly refuses: readonly string[]
  readonly finds?: never
}

export interface QueryTable {
  readonly config: QuireConfig
  readonly collection: string
  /** Made by the system, in this order: name → data. Those of other collections are `other/name`. */
  readonly documents: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly actors?: Readonly<Record<string, Actor>>
  readonly matrix?: Matrix
}

const NOBODY = {}

/**
 * A table of queries, on both databases. Each runs as list and as count, over HTTP on SQLite and through the local API on PostgreSQL:
 * all four must say the same. A table of `matrix: 'validation'` runs on one database, as list and as count over HTTP.
 */
export function queries(title: string, table: QueryTable, cases: readonly QueryCase[]): void {
  const { config, actors = NOBODY, matrix = 'diagonal' } = table
  for (const dialect of DIALECTS_OF[matrix]) {
    const start = sharedInFile([dialect, config, actors, table.documents, table.collection], async () => {
      const made = await createTestApp(config, { dialect, postgresUrl: inject('postgresUrl'), actors })
      return { under: made, ids: await makeDocuments(made, table), close: () => made.close() }
    })
    describeOn(dialect, `${title} (${dialect})`, () => {
      let under: AnyTestApp
      let ids: Record<string, string>
      beforeAll(async () => {
        const started = await start()
        under = started.under
        ids = started.ids
      })

      test.each(cases.map((one) => [one.name, one] as const))('%s', async (_name, one) => {
        const query = fillIn({ where: one.where, sort: one.sort, locale: one.locale }, ids)
        const asked = { ...query, as: one.as }
        const ask = dialect === 'sqlite' ? askHttp : askLocal
        const { list, count } = await ask(under, table.collection, asked)
        if (one.refuses) {
          const refused = { refused: one.refuses.toSorted() }
          expect({ list, count }).toEqual({ list: refused, count: refused })
        } else {
          const names = one.finds.split(' ').filter((name) => name !== '')
          const docs = names.map((name) => ids[name] ?? name)
          const isOrdered = one.sort !== undefined
          const found = 'docs' in list && !isOrdered ? { docs: list.docs.toSorted() } : list
          expect({ list: found, count }).toEqual({
            list: { docs: isOrdered ? docs : docs.toSorted() },
            count: { count: names.length },
          })
        }
      })
    })
  }
}

type Refused = { readonly refused: readonly string[] }
type ListOutcome = { readonly docs: readonly string[] } | Refused
type CountOutcome = { readonly count: number } | Refused

interface Asked {
  readonly where?: unknown
  readonly sort?: string | readonly string[] | undefined
  readonly locale?: string | undefined
  readonly as?: string | undefined
}

interface Outcomes {
  readonly list: ListOutcome
  readonly count: CountOutcome
}

async function askHttp(under: AnyTestApp, collection: string, { as, ...query }: Asked): Promise<Outcomes> {
  const path = `/api/collections/${collection}`
  const given = encode(withoutUndefined(query))
  return {
    list: (await overHttp(under, `${path}?limit=100&${given}`, as)) as ListOutcome,
    count: (await overHttp(under, `${path}/count?${given}`, as)) as CountOutcome,
  }
}

async function askLocal(under: AnyTestApp, collection: string, { as, ...query }: Asked): Promise<Outcomes> {
  const actor = as === undefined ? undefined : must(under.actors[as], `actor "${as}"`)
  const methods = (actor ? under.local.as(actor) : under.local).collection(collection)
  const given = withoutUndefined(query)
  return {
    list: (await inProcess(() => methods.find({ ...given, limit: 100 }))) as ListOutcome,
    count: (await inProcess(() => methods.count(given))) as CountOutcome,
  }
}

function withoutUndefined(query: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
}

/** The query string of these parameters; a list is a repeated parameter, an object is JSON. */
export function encode(query: Readonly<Record<string, unknown>>): string {
  return Object.entries(query)
    .flatMap(([name, value]) => {
      const values: readonly unknown[] = name === 'sort' && Array.isArray(value) ? value : [value]
      return values.map((one) => {
        const text = typeof one === 'string' && name !== 'where' ? one : JSON.stringify(one)
        return `${name}=${encodeURIComponent(text)}`
      })
    })
    .join('&')
}

async function overHttp(under: AnyTestApp, path: string, as: string | undefined): Promise<unknown> {
  const response = await under.request('GET', path, { as })
  const { error } = response.body as { error?: { code: string; issues?: Issue[] } }
  if (response.status === 200) return outcomeOf(response.body)
  const refusal = { status: response.status, code: error?.code }
  expect(refusal, response.text).toEqual({ status: 400, code: 'invalid_query' })
  return refusalOf(error?.issues)
}

async function inProcess(call: () => Promise<unknown>): Promise<unknown> {
  try {
    return outcomeOf(await call())
  } catch (error) {
    if (!(error instanceof QuireError) || error.code !== 'invalid_query') throw error
    return refusalOf(error.issues)
  }
}

function outcomeOf(answer: unknown): unknown {
  const { docs, count } = answer as { docs?: { id: string }[]; count?: number }
  return docs ? { docs: docs.map(({ id }) => id) } : { count }
}

function refusalOf(issues: readonly Issue[] | undefined): Refused {
  for (const { message } of issues ?? []) expect(message).toMatch(/^["\p{Lu}].*\.$/su)
  return { refused: (issues ?? []).map(({ code, path }) => `${code} ${path}`).toSorted() }
}

async function makeDocuments(under: AnyTestApp, table: QueryTable): Promise<Record<string, string>> {
  const ids: Record<string, string> = { nothing: '01890000-0000-7000-8000-000000000000' }
  const system = under.local.asSystem()
  for (const [name, data] of Object.entries(table.documents)) {
    const [other, nameThere] = name.split('/')
    const collection = nameThere === undefined ? table.collection : String(other)
    const created = (await system.collection(collection)?.['create']?.(fillIn(data, ids))) as { id: string }
    ids[nameThere ?? name] = created.id
  }
  return ids
}

/** Puts ids in the place of `{name}`, in every text of a value. */
function fillIn<Value>(value: Value, ids: Readonly<Record<string, string>>): Value {
  if (typeof value === 'string')
    return value.replaceAll(/\{(\w+)\}/g, (whole, name: string) => ids[name] ?? whole) as Value
  if (Array.isArray(value)) return value.map((item: unknown) => fillIn(item, ids)) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillIn(item, ids)])) as Value
}
