import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { collection, createApp, createLogger, type DatabaseConfig, defineConfig, f, postgres, sqlite } from 'quirecms'
import type { DatabaseName } from './contenders/index.ts'
import { createBenchDatabase } from './contenders/postgres-database.ts'
import type { Surroundings } from './surroundings.ts'

const DOCUMENTS = 100_000
/** Documents per call, which is one transaction. */
const AT_ONCE = 500
const ROUNDS = 20
/** Generous timeouts, so that a busy machine only slows the measurement down. */
const PATIENCE = { transactionTimeout: '60s', queryTimeout: '60s' } as const

/** Throughput of bulk writes in documents per second, and search times. */
export interface ProgramsMeasurement {
  readonly small: number
  readonly searchable: number
  /** Median milliseconds by search text. */
  readonly searches: Readonly<Record<string, number>>
}

const WORDS =
  'the of and a in water stone river mountain light shadow garden winter summer letter music silence engine paper cloud harbour'.split(
    ' ',
  )

const config = defineConfig({
  collections: {
    notes: collection({ fields: { title: f.text(), number: f.number() } }),
    articles: collection({
      fields: { title: f.text(), body: f.textarea() },
      search: { fields: { title: 4, body: 1 } },
      access: { read: () => true },
    }),
  },
})

/** Common words are in nearly every article; each article also has a unique one. */
function articleOf(number: number) {
  const word = (step: number) => WORDS[(number * 7 + step * step * 13) % WORDS.length] ?? ''
  const body = Array.from({ length: 60 }, (_, step) => word(step)).join(' ')
  return { title: `${word(1)} ${word(2)} unique${number}`, body: `${body} rare${number % 500}` }
}

export async function measurePrograms({ folder }: Surroundings, database: DatabaseName): Promise<ProgramsMeasurement> {
  const own = join(folder, 'programs')
  await mkdir(own, { recursive: true })
  const place: DatabaseConfig =
    database === 'sqlite'
      ? sqlite(join(own, 'programs.db'), PATIENCE)
      : postgres(await createBenchDatabase('bench_programs'), PATIENCE)
  const app = await createApp({ ...config, database: place }, { log: createLogger({ level: 'silent' }) })
  try {
    const { notes, articles } = app.local.asSystem().collections
    const small = await rate((numbers) =>
      notes.createMany(numbers.map((number) => ({ title: `Note ${number}`, number }))),
    )
    const searchable = await rate((numbers) => articles.createMany(numbers.map(articleOf)))
    const searches: Record<string, number> = {}
    for (const search of ['unique4711', 'rare7', 'wint', 'river mountain', 'unique47']) {
      const times: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        // Invalidates cached results of the previous round.
        await notes.create({ title: 'x', number: round })
        await articles.create({ title: 'x', body: String(round) })
        const start = performance.now()
        await app.local.collections.articles.find({ search })
        times.push(performance.now() - start)
      }
      searches[search] = times.toSorted((one, other) => one - other)[ROUNDS / 2] ?? 0
    }
    return { small, searchable, searches }
  } finally {
    await app.close()
  }
}

async function rate(write: (numbers: readonly number[]) => Promise<unknown>): Promise<number> {
  const start = performance.now()
  for (let first = 0; first < DOCUMENTS; first += AT_ONCE)
    await write(Array.from({ length: AT_ONCE }, (_, offset) => first + offset))
  return Math.round((DOCUMENTS / (performance.now() - start)) * 1000)
}

export function programsLines({ small, searchable, searches }: ProgramsMeasurement): string {
  const times = Object.entries(searches).map(([words, time]) => `"${words}" ${time.toFixed(1)} ms`)
  return [
    `createMany: ${small} small documents a second, ${searchable} with 60 words to search`,
    `search among ${DOCUMENTS} documents: ${times.join(', ')}`,
  ].join('\n')
}
