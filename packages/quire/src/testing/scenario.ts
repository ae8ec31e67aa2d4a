import type { Issue, QuireConfig } from '@quirecms/core'
import { expect, it } from 'vitest'
import { callLocal, CHANNELS, type Outcome } from './channels.ts'
import type { Matrix } from './matrix.ts'
import { must } from './must.ts'
import { onEachDatabase, type TestSetup } from './on-each-database.ts'
import type { AnyTestApp } from './test-app.ts'
import { type Dialect, postgresOfTests, tagOfPostgres } from './test-database.ts'

/**
 * One call and its expected outcome. In the call, the body and the answer, `{name}` stands for the id of the document
 * that `given` created under that name.
 */
export interface Scenario {
  readonly name: string
  /** An actor of the table; anonymous by default. `system` bypasses the rules, so it exists only in the local API. */
  readonly as?: string
  /** Documents that exist before the call, created by the system in this order: name → [collection, data]. */
  readonly given?: Readonly<Record<string, readonly [collection: string, data: Readonly<Record<string, unknown>>]>>
  /** Calls that the system makes beforehand, in this order: `DELETE /api/collections/posts/{post}`. */
  readonly earlier?: readonly string[]
  /** `PATCH /api/collections/posts/{post}?locale=de`; the query is not encoded yet. */
  readonly call: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly answers: ExpectedAnswer
  /** Texts that must not occur anywhere in the answer. */
  readonly never?: readonly string[]
  /** Exactly these events, in this order. Without it, a refused call must not cause any. */
  readonly events?: readonly string[]
  /** What is stored afterwards, by name of a document or slug of a global: what the system reads, or null. */
  readonly leaves?: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>
  /**
   * How many documents each collection has then, including the trash. Without it, a refused call must not create any.
   */
  readonly counts?: Readonly<Record<string, number>>
  /**
   * For what only one of them can do: headers and malformed bodies over HTTP, acting as the system in the local API.
   */
  readonly only?: 'http' | 'local'
}

export interface ExpectedAnswer {
  readonly status: number
  readonly code?: string
  /** Exactly these issues, in any order. */
  readonly issues?: readonly Pick<Issue, 'code' | 'path'>[]
  /** Matched in part, like everything below. */
  readonly doc?: unknown
  readonly docs?: readonly unknown[]
  readonly body?: unknown
  /** The whole document with all members. */
  readonly exactDoc?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * A table of scenarios. Each runs over HTTP on SQLite, and through the local API on PostgreSQL. With `matrix: 'full'`, each
 * runs both ways on both databases, and with `matrix: 'validation'` once. A row that expects nothing but a status is an
 * error.
 *
 * @example
 * scenarios('reading', { config: blog }, [
 *   { name: 'a missing post is 404', call: 'GET /api/collections/posts/{nothing}', answers: { status: 404, code: 'not_found' } },
 * ])
 */
export function scenarios<Config extends QuireConfig>(
  title: string,
  setup: TestSetup<Config>,
  table: readonly Scenario[],
): void {
  const silent = table.filter((scenario) => !statesSomething(scenario)).map(({ name }) => `"${name}"`)
  if (silent.length > 0)
    throw new Error(`${title}: say what is answered (its issues too), left or absent in ${silent.join(', ')}.`)
  onEachDatabase(title, setup, (app, dialect) => {
    for (const scenario of table) {
      for (const [channel, call] of waysIn(scenario, dialect, setup.matrix)) {
        it(`${scenario.name} [${channel}]`, async () => {
          const test = app()
          const ids = await makeGiven(test, scenario)
          for (const done of scenario.earlier ?? []) await callLocal(test, { call: fillIn(done, ids), as: 'system' })
          test.events.length = 0
          const outcome = await call(test, fillIn(scenario, ids))
          check(outcome, fillIn(scenario.answers, ids), channel)
          for (const text of fillIn(scenario.never ?? [], ids)) expect(searched(outcome.text, text)).not.toContain(text)
          const refused = scenario.answers.status >= 400
          if (scenario.events ?? refused) expect(test.events.map((one) => one.event)).toEqual(scenario.events ?? [])
          await checkLeft(test, scenario, ids)
          const counts = scenario.counts ?? (refused ? countGiven(test, scenario) : {})
          for (const [slug, count] of Object.entries(counts)) {
            expect({ [slug]: await countOf(test, slug) }).toEqual({ [slug]: count })
          }
        })
      }
    }
  })
}

/**
 * Whether the row can fail: every answer has a status, every object matches `{}`, and invalid input must name issues.
 */
function statesSomething({ answers, never, events, leaves, counts }: Scenario): boolean {
  const { code, issues, doc, docs, body, exactDoc } = answers
  if (code === 'validation' || code === 'invalid_query') return issues !== undefined
  if ([code, docs, exactDoc, events].some((stated) => stated !== undefined)) return true
  return [doc, body, never, leaves, counts].some((stated) => Object.keys(stated ?? {}).length > 0)
}

function waysIn({ only }: Scenario, dialect: Dialect, matrix: Matrix = 'diagonal') {
  const way = only ?? (matrix === 'validation' ? 'http' : undefined)
  if (way !== undefined) return CHANNELS.filter(([channel]) => channel === (way === 'http' ? 'HTTP' : 'local API'))
  // Without a PostgreSQL, SQLite stands for both.
  const hasOne = postgresOfTests() === undefined && tagOfPostgres() === undefined
  // The client sends over HTTP what any client may send: tests of the client call every operation with it.
  if (matrix === 'full' || hasOne) return CHANNELS.filter(([channel]) => channel !== 'client')
  return CHANNELS.filter(([channel]) => channel === (dialect === 'postgres' ? 'local API' : 'HTTP'))
}

/** `{nothing}` is a valid id that no document has. */
const NOTHING = '01890000-0000-7000-8000-000000000000'

async function makeGiven(test: AnyTestApp, { given = {} }: Scenario): Promise<Record<string, string>> {
  const ids: Record<string, string> = { nothing: NOTHING }
  const system = test.local.asSystem()
  for (const [name, [collection, data]] of Object.entries(given)) {
    const { id } = (await system.collection(collection).create(fillIn(data, ids))) as { id: string }
    ids[name] = id
  }
  return ids
}

/** Replaces `{name}` with ids, in every text of a value. */
function fillIn<Value>(value: Value, ids: Readonly<Record<string, string>>): Value {
  if (typeof value === 'string')
    return value.replaceAll(/\{(\w+)\}/g, (whole, name: string) => ids[name] ?? whole) as Value
  if (Array.isArray(value)) return value.map((item: unknown) => fillIn(item, ids)) as Value
  // Vitest's own matchers (`expect.any(…)`) are left as they are.
  if (typeof value !== 'object' || value === null || 'asymmetricMatch' in value) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillIn(item, ids)])) as Value
}

function check(outcome: Outcome, answers: ExpectedAnswer, channel: string): void {
  const { status, code, issues, doc, docs, body, exactDoc, headers } = answers
  expect({ status: outcome.status, code: outcome.code }, outcome.text).toEqual({ status, code })
  if (issues) {
    const found = (outcome.issues ?? []).map((issue) => ({ code: issue.code, path: issue.path }))
    expect(sorted(found)).toEqual(sorted(issues))
  }
  if (doc !== undefined) expect(outcome.doc).toMatchObject(doc as object)
  if (exactDoc !== undefined) expect(outcome.doc).toEqual(exactDoc)
  if (docs !== undefined) {
    expect(outcome.docs).toHaveLength(docs.length)
    expect(outcome.docs).toMatchObject(docs as unknown[])
  }
  if (body !== undefined) expect(outcome.body).toMatchObject(body as object)
  if (channel !== 'HTTP') return
  const sent = must(outcome.headers, 'header')
  expect(sent.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,128}$/)
  for (const [name, value] of Object.entries(headers ?? {})) expect(sent.get(name)).toEqual(value)
}

function sorted(issues: readonly Pick<Issue, 'code' | 'path'>[]): string[] {
  return issues.map((issue) => `${issue.path}: ${issue.code}`).toSorted()
}

async function checkLeft(test: AnyTestApp, scenario: Scenario, ids: Record<string, string>): Promise<void> {
  for (const [name, expected] of Object.entries(scenario.leaves ?? {})) {
    const found = await lookUp(test, scenario.given?.[name]?.[0], ids[name] ?? name)
    if (expected === null) expect(found).toBeNull()
    else expect(found).toMatchObject(fillIn(expected, ids))
  }
}

async function lookUp(test: AnyTestApp, collection: string | undefined, id: string): Promise<unknown> {
  const system = test.local.asSystem()
  if (collection === undefined) return system.global(id).get()
  for (const place of placesOf(test, collection)) {
    const options = { where: { id: { equals: id } }, ...place }
    const { docs } = (await system.collection(collection).find(options)) as { docs: unknown[] }
    if (docs.length > 0) return docs[0]
  }
  return null
}

function countGiven(test: AnyTestApp, { given = {} }: Scenario): Record<string, number> {
  const slugs = Object.keys(test.manifest.collections)
  const made = Object.values(given).map(([collection]) => collection)
  return Object.fromEntries(slugs.map((slug) => [slug, made.filter((collection) => collection === slug).length]))
}

async function countOf(test: AnyTestApp, slug: string): Promise<number> {
  const methods = test.local.asSystem().collection(slug)
  const counts = placesOf(test, slug).map(async (place) => ((await methods.count(place)) as { count: number }).count)
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}

/** Where a collection's documents are: live and, if it has one, in the trash. */
function placesOf({ manifest }: AnyTestApp, slug: string): object[] {
  return manifest.collections[slug]?.operations['emptyTrash'] ? [{}, { trash: true }] : [{}]
}

/** Where to look for a text. Ids and times hold any digits by chance. */
function searched(answer: string, text: string): string {
  if (!/^[0-9a-f]+$/.test(text)) return answer
  return answer.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '')
}
