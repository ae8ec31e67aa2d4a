// `node lean-floor-postgres-server.ts URL PORT`: serves the database that lean-floor-postgres.ts created.
import { createServer } from 'node:http'
import pg from 'pg'
import { numberOf } from '../content/seeded.ts'
import { listText, testedValue } from './floor-answers.ts'

const COLLECTIONS = '/api/collections/'
const POSTS = `${COLLECTIONS}posts`

interface Post {
  author: unknown
  tags: unknown
}

const [url = '', port = '0'] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 10 })

/** Uses one prepared statement per text and connection. */
async function ask<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
  const { rows } = await pool.query({ name: text.slice(-60), text, values: [...values], rowMode: 'array' })
  return rows as Row[]
}

async function read(id: string): Promise<string> {
  const [row] = await ask<[string]>('select data from posts where id = $1', [numberOf(id)])
  return `{"doc":${row?.[0]}}`
}

async function find(table: string, query: URLSearchParams): Promise<string> {
  const limit = Number(query.get('limit'))
  const page = Number(query.get('page'))
  const where = query.get('where')
  const tested = where === null ? [] : [testedValue(where)]
  const [filter, order] =
    where === null
      ? ['', 'id desc']
      : typeof tested[0] === 'number'
        ? ['where views > $1', 'views desc']
        : ['where author = (select id from authors where name = $1)', 'id desc']
  const [at, offset] = [tested.length + 1, tested.length + 2]
  const text = `select data from "${table}" ${filter} order by ${order} limit $${at} offset $${offset}`
  const rows = await ask<[string]>(text, [...tested, limit, (page - 1) * limit])
  const [total] = await ask<[string]>(`select count(*) from "${table}" ${filter}`, tested)
  const docs = query.has('populate') ? await populated(rows) : rows.map(([doc]) => doc).join(',')
  return listText(docs, page, limit, Number(total?.[0]))
}

async function populated(rows: readonly [string][]): Promise<string> {
  const posts = rows.map(([text]) => JSON.parse(text) as Post)
  const author = await documentsOf(
    'authors',
    posts.map((post) => post.author as string),
  )
  const tag = await documentsOf(
    'tags',
    posts.flatMap((post) => post.tags as string[]),
  )
  for (const post of posts) {
    post.author = author(post.author as string)
    post.tags = (post.tags as string[]).map(tag)
  }
  return posts.map((post) => JSON.stringify(post)).join(',')
}

async function documentsOf(table: string, ids: readonly string[]): Promise<(id: string) => unknown> {
  const numbers = [...new Set(ids)].map(numberOf)
  const rows = await ask<[string, string]>(`select id, data from ${table} where id = any($1)`, [numbers])
  const found = new Map(rows.map(([id, text]) => [Number(id), JSON.parse(text) as unknown]))
  return (id) => found.get(numberOf(id))
}

function answer(path: string): Promise<string> {
  if (path.startsWith(`${POSTS}/`)) return read(path.slice(POSTS.length + 1))
  const [table = '', query = ''] = path.slice(COLLECTIONS.length).split('?')
  return find(table, new URLSearchParams(query))
}

const server = createServer((request, response) => {
  void answer(request.url ?? '').then((text) => {
    const length = String(Buffer.byteLength(text))
    response.writeHead(200, ['Content-Type', 'application/json; charset=utf-8', 'Content-Length', length])
    response.end(text)
  })
})
server.listen(Number(port), '127.0.0.1', () => console.log(`ready at http://127.0.0.1:${port}`))
process.on('SIGTERM', () => process.exit(0))
