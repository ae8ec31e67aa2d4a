import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { EVENTS, type EventsSlug } from '../application/quire.config.ts'
import { seededEvent } from '../content/event.ts'
import { SEEDED_AUTHORS, SEEDED_POSTS, SEEDED_TAGS, seededAuthor, seededPost, seededTag } from '../content/post.ts'
import { numberOf, type Seeded } from '../content/seeded.ts'
import type { Contender } from './contender.ts'
import { seededText } from './floor-answers.ts'
import { analyze, benchDatabase, createBenchDatabase } from './postgres-database.ts'

const SERVER = fileURLToPath(new URL('./lean-floor-postgres-server.ts', import.meta.url))
const DATABASE = 'bench_floor'
const ROWS_AT_ONCE = 1000

/** The floor on PostgreSQL. It only reads, because no contest writes there. */
export const leanFloorPostgres: Contender = {
  async seed(_folder, { events }) {
    const url = await createBenchDatabase(DATABASE)
    const pool = new pg.Pool({ connectionString: url })
    await pool.query(`
      create table authors (id bigint primary key, data text not null, name text not null collate "C");
      create index on authors (name);
      create table tags (id bigint primary key, data text not null);
      create table posts (id bigint primary key, data text not null, views integer not null, author bigint not null);
      create index on posts (views);
      create index on posts (author)`)
    await insertAll(pool, 'authors', SEEDED_AUTHORS, seededAuthor, ({ name }) => ({ name }))
    await insertAll(pool, 'tags', SEEDED_TAGS, seededTag)
    await insertAll(pool, 'posts', SEEDED_POSTS, seededPost, ({ views, author }) => ({
      views,
      author: numberOf(author),
    }))
    for (const slug of events) {
      await pool.query(`create table "${slug}" (id bigint primary key, data text not null)`)
      await insertAll(pool, `"${slug}"`, EVENTS[slug as EventsSlug], seededEvent)
    }
    await pool.end()
    await analyze(url)
  },

  command: (_folder, port) => ({ args: [SERVER, benchDatabase(DATABASE), String(port)] }),
}

/** Sends rows as JSON, which PostgreSQL splits into columns. */
async function insertAll<Content>(
  pool: pg.Pool,
  table: string,
  count: number,
  make: (number: number) => Seeded<Content>,
  further: (content: Content) => object = () => ({}),
): Promise<void> {
  const text = `insert into ${table} select row.* from json_populate_recordset(null::${table}, $1::json) as row`
  for (let first = 1; first <= count; first += ROWS_AT_ONCE) {
    const rows = Array.from({ length: Math.min(ROWS_AT_ONCE, count - first + 1) }, (_, index) => {
      const document = make(first + index)
      return { id: first + index, data: seededText(document), ...further(document.content) }
    })
    await pool.query(text, [JSON.stringify(rows)])
  }
}
