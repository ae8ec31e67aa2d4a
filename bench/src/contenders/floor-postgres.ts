import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import {
  type Article,
  type Seeded,
  SEEDED_ARTICLES,
  SEEDED_EVENTS,
  SEEDED_PEOPLE,
  SEEDED_TOPICS,
  seededArticle,
  seededEvent,
  seededPerson,
  seededTopic,
} from '../content/article.ts'
import type { Contender } from './contender.ts'
import { documentText, paginationText, type Row } from './floor-answers.ts'
import { firstValue } from './floor-articles.ts'
import { analyze, benchDatabase } from './postgres-database.ts'

const COLLECTIONS = '/api/collections/'
const COLUMNS = 'id text primary key, revision int not null, created_at text not null, updated_at text not null'
const SELECTED = 'id, revision, created_at, updated_at, data::text'
const ROWS_AT_ONCE = 1000

/** The floor's questions, asked of PostgreSQL with prepared statements. */
export const floorPostgres: Contender = {
  name: 'floor-postgres',

  async seed() {
    const url = await benchDatabase('bench_floor', 'create')
    const pool = new pg.Pool({ connectionString: url })
    await pool.query(`
      create table people (${COLUMNS}, data jsonb not null, name text not null collate "C");
      create index on people (name);
      create table topics (${COLUMNS}, data jsonb not null);
      create table articles (${COLUMNS}, data jsonb not null, author text not null collate "C");
      create index on articles (created_at, id);
      create index on articles (author, created_at, id);
      create table events (${COLUMNS}, data jsonb not null, kind text not null collate "C");
      create index on events (kind, created_at, id)`)
    await insertAll(pool, 'people', SEEDED_PEOPLE, seededPerson, 'name')
    await insertAll(pool, 'topics', SEEDED_TOPICS, seededTopic)
    await insertAll(pool, 'articles', SEEDED_ARTICLES, seededArticle, 'author')
    await insertAll(pool, 'events', SEEDED_EVENTS, seededEvent, 'kind')
    await pool.end()
    await analyze(url)
  },

  async serve() {
    const pool = new pg.Pool({ connectionString: await benchDatabase('bench_floor'), max: 10 })
    const server = createServer((request, response) => {
      const [table = '', query = ''] = (request.url ?? '').slice(COLLECTIONS.length).split('?')
      void answer(pool, table, new URLSearchParams(query)).then((text) => {
        response.writeHead(200, [
          'Content-Type',
          'application/json; charset=utf-8',
          'Content-Length',
          String(Buffer.byteLength(text)),
        ])
        response.end(text)
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return {
      port: (server.address() as AddressInfo).port,
      async close() {
        server.close()
        server.closeAllConnections()
        await once(server, 'close')
        await pool.end()
      },
    }
  },
}

async function insertAll<Content extends object>(
  pool: pg.Pool,
  table: string,
  count: number,
  make: (number: number) => Seeded<Content>,
  column?: keyof Content & string,
): Promise<void> {
  const extra = column === undefined ? '' : `, ${column}`
  const value = column === undefined ? '' : `, row->'data'->>'${column}'`
  const text = `insert into ${table} (id, revision, created_at, updated_at, data${extra})
    select row->>'id', 1, row->>'at', row->>'at', row->'data'${value} from jsonb_array_elements($1::jsonb) as row`
  for (let first = 0; first < count; first += ROWS_AT_ONCE) {
    const rows = Array.from({ length: Math.min(ROWS_AT_ONCE, count - first) }, (_, index) => {
      const { id, createdAt, content } = make(first + index)
      return { id, at: createdAt, data: content }
    })
    await pool.query(text, [JSON.stringify(rows)])
  }
}

async function ask<Result>(pool: pg.Pool, name: string, text: string, values: readonly unknown[]): Promise<Result[]> {
  const { rows } = await pool.query({ name, text, values: [...values], rowMode: 'array' })
  return rows as Result[]
}

async function answer(pool: pg.Pool, table: string, query: URLSearchParams): Promise<string> {
  const limit = Number(query.get('limit'))
  const page = Number(query.get('page'))
  const where = query.get('where')
  const wanted = where === null ? [] : [firstValue(where)]
  const [name, filter] =
    table === 'events'
      ? ['kind', 'where kind = $1']
      : where === null
        ? ['all', '']
        : ['author', 'where author in (select id from people where name = $1)']
  const [at, offset] = [wanted.length + 1, wanted.length + 2]
  const list = `select ${SELECTED} from ${table} ${filter} order by created_at desc, id desc limit $${at} offset $${offset}`
  const rows = await ask<Row>(pool, `list ${name}`, list, [...wanted, limit, (page - 1) * limit])
  const [total] = await ask<[string]>(pool, `count ${name}`, `select count(*) from ${table} ${filter}`, wanted)
  const docs = query.has('populate') ? await populated(pool, rows) : rows.map(documentText).join(',')
  return `{"docs":[${docs}],"pagination":${paginationText(page, limit, Number(total?.[0]))}}`
}

async function populated(pool: pg.Pool, rows: readonly Row[]): Promise<string> {
  const articles = rows.map((row) => JSON.parse(documentText(row)) as Article)
  const byIds = async (table: string, ids: readonly string[]) => {
    const found = await ask<Row>(pool, table, `select ${SELECTED} from ${table} where id = any($1)`, [
      [...new Set(ids)],
    ])
    return new Map(found.map((row) => [row[0], JSON.parse(documentText(row)) as object]))
  }
  const authors = await byIds(
    'people',
    articles.map(({ author }) => author),
  )
  const topics = await byIds(
    'topics',
    articles.flatMap((article) => article.topics),
  )
  return articles
    .map((article) => ({
      ...article,
      author: authors.get(article.author),
      topics: article.topics.map((id) => topics.get(id)),
    }))
    .map((article) => JSON.stringify(article))
    .join(',')
}
