import { type Actor, type Issue, QuireError, type QuireConfig } from '@quire/core'
import { type AnyTestApp, createTestApp, DIALECTS } from '@quire/testkit'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

/** A query and what comes of it, on documents that the whole table shares. `{name}` stands for the id of the document of that name. */
export interface QueryCase {
  readonly name: string
  readonly where?: unknown
  readonly sort?: string | readonly string[]
  readonly locale?: string
  /** An actor of the table; nobody by default. */
  readonly as?: string
  /** The names of the documents found, in the order of `sort` where there is one. */
  readonly finds?: string
  /** 400 `invalid_query` with exactly these issues, as `code path`, in any order. */
  readonly refuses?: readonly string[]
}

export interface QueryTable {
  readonly config: QuireConfig
  readonly collection: string
  /** Made by the system, in this order: name → data. Those of other collections are `other/name`. */
  readonly documents: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly actors?: Readonly<Record<string, Actor>>
}

/**
 * A table of queries, on both databases. Each runs as list and as count, over HTTP and through the local API: all four must say the
 * same.
 */
export function queries(title: string, table: QueryTable, cases: readonly QueryCase[]): void {
  describe.each(DIALECTS)(`${title} (%s)`, (dialect) => {
    let under: AnyTestApp
    let ids: Record<string, string>
    beforeAll(async () => {
      const { config, actors = {} } = table
      under = await createTestApp(config, { dialect, postgresUrl: inject('postgresUrl'), actors })
      ids = await makeDocuments(under, table)
    }, 60_000)
    afterAll(() => under?.close())

    test.each(cases.map((one) => [one.name, one] as const))('%s', async (_name, one) => {
      const query = fillIn({ where: one.where, sort: one.sort, locale: one.locale }, ids)
      const found = await ask(under, table.collection, { ...query, as: one.as })
      if (one.refuses) {
        for (const outcome of Object.values(found)) expect(outcome).toEqual({ refused: one.refuses.toSorted() })
        return
      }
      const names = (one.finds ?? '').split(' ').filter((name) => name !== '')
      const docs = names.map((name) => ids[name] ?? name)
      const inOrder = one.sort === undefined ? docs.toSorted() : docs
      const list = (outcome: ListOutcome) =>
        'docs' in outcome && one.sort === undefined ? { docs: outcome.docs.toSorted() } : outcome
      expect({ http: list(found.http), local: list(found.local) }).toEqual({
        http: { docs: inOrder },
        local: { docs: inOrder },
      })
      expect({ http: found.httpCount, local: found.localCount }).toEqual({
        http: { count: names.length },
        local: { count: names.length },
      })
    })
  })
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

async function ask(under: AnyTestApp, collection: string, asked: Asked) {
  const { as, ...query } = asked
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
  const actor = as === undefined ? undefined : under.actors[as]
  const methods = (actor ? under.local.as(actor) : under.local).collections[collection]
  const path = `/api/collections/${collection}`
  return {
    http: (await overHttp(under, `${path}?limit=100&${encode(given)}`, as)) as ListOutcome,
    httpCount: (await overHttp(under, `${path}/count?${encode(given)}`, as)) as CountOutcome,
    local: (await inProcess(() => methods?.['find']?.({ ...given, limit: 100 }))) as ListOutcome,
    localCount: (await inProcess(() => methods?.['count']?.(given))) as CountOutcome,
  }
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

async function inProcess(call: () => Promise<unknown> | undefined): Promise<unknown> {
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
  const { collections } = under.local.asSystem()
  for (const [name, data] of Object.entries(table.documents)) {
    const [other, nameThere] = name.split('/')
    const collection = nameThere === undefined ? table.collection : String(other)
    const created = (await collections[collection]?.['create']?.(fillIn(data, ids))) as { id: string }
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
