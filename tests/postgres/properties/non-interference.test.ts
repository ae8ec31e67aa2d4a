import { must, onEachDatabase } from '@quirecms/testkit'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { encode } from '../../engine/api/query-table.ts'
import { anyQuestion, anyWrite, type Question } from '../../engine/relations/two-worlds/questions.ts'
import { policy, SLUGS, universe } from '../../engine/relations/two-worlds/universe.ts'
import {
  ALL_IDS,
  anyPolicy,
  anyWorld,
  sameToReader,
  store,
  type World,
} from '../../engine/relations/two-worlds/worlds.ts'
import { PATIENCE, runs } from '../../setup/runs.ts'

const clock = () => new Date('2026-06-01T00:00:00.000Z')
const noFields = { alphas: [], betas: [], gammas: [] }

/**
 * Non-interference: a caller learns nothing about content that it may not read. Two worlds that differ only in such
 * content give the same answers to every question, byte by byte.
 */
onEachDatabase('responses do not depend on unreadable content', { config: universe, clock }, (app, dialect) => {
  // The rules are the same on both: PostgreSQL only adds its SQL, and takes three times as long.
  const RUNS = runs(dialect === 'sqlite' ? 20 : 7)

  const fields = () => ({
    ...noFields,
    ...Object.fromEntries(SLUGS.map((slug) => [slug, must(app().manifest.collections[slug], slug).fields])),
  })

  async function answer({ method, path, query, body }: Question): Promise<string> {
    const headers = { 'x-request-id': 'same' }
    const encoded = encode(Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)))
    const { status, text, headers: answered } = await app().request(method, `${path}?${encoded}`, { body, headers })
    if (status >= 500) throw new Error(`${method} ${path}?${decodeURIComponent(encoded)}: ${text}`)
    const told = ['etag', 'content-length', 'retry-after'].map((name) => `${name}: ${answered.get(name)}`)
    return [status, ...told, text].join('\n')
  }

  async function answersIn(world: World, questions: readonly Question[]): Promise<string[]> {
    await store(app().app.storage, app().manifest, world)
    const answers: string[] = []
    for (const question of questions) answers.push(await answer(question))
    return answers
  }

  const worlds = () => fc.tuple(anyWorld(fields()), anyWorld(fields()), fc.subarray(ALL_IDS), anyPolicy)

  it(
    'reads',
    async () => {
      const statuses = new Map<string, number>()
      await fc.assert(
        fc.asyncProperty(
          worlds(),
          fc.array(anyQuestion(app().manifest), { minLength: 10, maxLength: 10 }),
          async ([world, other, gone, chosen], questions) => {
            policy.current = chosen
            const answers = await answersIn(world, questions)
            const others = await answersIn(sameToReader(world, other, fields(), gone), questions)
            for (const [index, question] of questions.entries()) {
              expect({ question, answer: others[index] }).toEqual({ question, answer: answers[index] })
              const status = must(answers[index], 'answer').slice(0, 3)
              statuses.set(status, (statuses.get(status) ?? 0) + 1)
            }
          },
        ),
        RUNS,
      )
      const asked = [...statuses.values()].reduce((sum, count) => sum + count, 0)
      expect(statuses.get('200')).toBeGreaterThan(asked * 0.3)
    },
    PATIENCE,
  )

  it(
    'writes with documents',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          worlds(),
          fc.array(anyWrite(), { minLength: 6, maxLength: 6 }),
          async ([world, other, gone, chosen], writes) => {
            policy.current = chosen
            const answers = await answersIn(world, writes)
            expect(await answersIn(sameToReader(world, other, fields(), gone), writes)).toEqual(answers)
          },
        ),
        RUNS,
      )
    },
    PATIENCE,
  )
})
