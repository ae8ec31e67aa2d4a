import type { Issue, QuireConfig } from '@quire/core'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { callHttp, callLocal, type Outcome } from './channels.ts'
import { type AnyTestApp, createTestApp, type TestAppOptions } from './test-app.ts'
import { DIALECTS } from './test-database.ts'

/**
 * One call and all that is expected of it. `{name}` in the call, the body and the answer stands for the id of the document that
 * `given` made under that name.
 */
export interface Scenario {
  readonly name: string
  /** An actor of the table; nobody by default. */
  readonly as?: string
  /** Documents that exist before the call, made by the system, in order: name → [collection, data]. */
  readonly given?: Readonly<Record<string, readonly [collection: string, data: Readonly<Record<string, unknown>>]>>
  /** `PATCH /api/collections/posts/{post}?locale=de`, the query not yet encoded. */
  readonly call: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly answers: ExpectedAnswer
  /** Texts that must not stand anywhere in the answer. */
  readonly never?: readonly string[]
  /** Exactly these events, in order. Without it, a refused call must have caused none. */
  readonly events?: readonly string[]
  /** What a look at storage finds afterwards: name → what the system reads, or null where there is nothing. */
  readonly leaves?: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>
  /** Where only HTTP can say it: headers, malformed bodies, parameters that the local API has no words for. */
  readonly only?: 'http'
}

export interface ExpectedAnswer {
  readonly status: number
  readonly code?: string
  /** Exactly these, in any order. */
  readonly issues?: readonly Pick<Issue, 'code' | 'path'>[]
  /** Matched in part, as everything below. */
  readonly doc?: unknown
  readonly docs?: readonly unknown[]
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * A table of scenarios, run on both databases, each through HTTP and through the local API: whatever holds on one way in holds on
 * the other.
 *
 * @example
 * scenarios('reading', { config: blog }, [
 *   { name: 'a missing post is 404', call: 'GET /api/collections/posts/{nothing}', answers: { status: 404, code: 'not_found' } },
 * ])
 */
export function scenarios<Config extends QuireConfig>(
  title: string,
  { config, ...options }: { readonly config: Config } & Omit<TestAppOptions, 'dialect' | 'postgresUrl'>,
  table: readonly Scenario[],
): void {
  for (const dialect of DIALECTS) {
    describe(`${title} (${dialect})`, () => {
      let test: AnyTestApp
      beforeAll(async () => {
        test = await createTestApp(config, { ...options, dialect, postgresUrl: inject('postgresUrl') })
      })
      afterAll(() => test?.close())
      beforeEach(() => test.clear())
      for (const scenario of table) {
        for (const [channel, call] of [
          ['HTTP', callHttp],
          ['local API', callLocal],
        ] as const) {
          if (scenario.only === 'http' && channel !== 'HTTP') continue
          it(`${scenario.name} [${channel}]`, async () => {
            const ids = await makeGiven(test, scenario)
            test.events.length = 0
            const outcome = await call(test, fillIn(scenario, ids))
            check(outcome, fillIn(scenario.answers, ids), channel)
            for (const text of scenario.never ?? []) expect(outcome.text).not.toContain(text)
            const refused = scenario.answers.status >= 400
            if (scenario.events ?? refused) expect(test.events.map((one) => one.event)).toEqual(scenario.events ?? [])
            await checkLeft(test, scenario, ids)
          })
        }
      }
    })
  }
}

/** `{nothing}` is a well-formed id of no document. */
const NOTHING = '01890000-0000-7000-8000-000000000000'

async function makeGiven(test: AnyTestApp, { given = {} }: Scenario): Promise<Record<string, string>> {
  const ids: Record<string, string> = { nothing: NOTHING }
  const { collections } = test.local.asSystem()
  for (const [name, [collection, data]] of Object.entries(given)) {
    const created = await collections[collection]?.create?.(fillIn(data, ids))
    ids[name] = String((created as { id: unknown } | undefined)?.id)
  }
  return ids
}

/** Puts ids in the place of `{name}`, in every text of a value. */
function fillIn<Value>(value: Value, ids: Readonly<Record<string, string>>): Value {
  if (typeof value === 'string')
    return value.replaceAll(/\{(\w+)\}/g, (whole, name: string) => ids[name] ?? whole) as Value
  if (Array.isArray(value)) return value.map((item) => fillIn(item, ids)) as Value
  // Vitest's own matchers (`expect.any(…)`) are left as they are.
  if (typeof value !== 'object' || value === null || 'asymmetricMatch' in value) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillIn(item, ids)])) as Value
}

function check(outcome: Outcome, answers: ExpectedAnswer, channel: string): void {
  const { status, code, issues, doc, docs, body, headers } = answers
  expect({ status: outcome.status, code: outcome.code }, outcome.text).toEqual({ status, code })
  if (issues) {
    const found = (outcome.issues ?? []).map((issue) => ({ code: issue.code, path: issue.path }))
    expect(sorted(found)).toEqual(sorted(issues))
  }
  if (doc !== undefined) expect(outcome.doc).toMatchObject(doc as object)
  if (docs !== undefined) {
    expect(outcome.docs).toHaveLength(docs.length)
    expect(outcome.docs).toMatchObject(docs as unknown[])
  }
  if (body !== undefined) expect(outcome.body).toMatchObject(body as object)
  if (channel !== 'HTTP') return
  expect(outcome.headers?.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,128}$/)
  for (const [name, value] of Object.entries(headers ?? {})) expect(outcome.headers?.get(name)).toBe(value)
}

function sorted(issues: readonly Pick<Issue, 'code' | 'path'>[]): string[] {
  return issues.map((issue) => `${issue.path}: ${issue.code}`).toSorted()
}

async function checkLeft(test: AnyTestApp, scenario: Scenario, ids: Record<string, string>): Promise<void> {
  const { collections } = test.local.asSystem()
  for (const [name, expected] of Object.entries(scenario.leaves ?? {})) {
    const collection = scenario.given?.[name]?.[0] ?? ''
    const found = (await collections[collection]?.find?.({ where: { id: { equals: ids[name] } } })) as {
      docs: unknown[]
    }
    if (expected === null) expect(found.docs).toEqual([])
    else expect(found.docs[0]).toMatchObject(fillIn(expected, ids) as object)
  }
}
