// `node lean-floor-server.ts FOLDER PORT`: serves the database that lean-floor.ts created.
import { createServer, type ServerResponse } from 'node:http'
import type { StatementSync } from 'node:sqlite'
import type { Post } from '../content/post.ts'
import { idOf, numberOf } from '../content/seeded.ts'
import { documentText, listText, testedValue } from './floor-answers.ts'
import { openFloor } from './lean-floor-database.ts'

const COLLECTIONS = '/api/collections/'
const POSTS = `${COLLECTIONS}posts`

type StoredPost = Post & { readonly id: string; readonly revision: number; readonly createdAt: string }
type Populated = { -readonly [Name in keyof StoredPost]: unknown }

const [folder = '', port = '0'] = process.argv.slice(2)
const database = openFloor(folder)
const get = database.prepare('select data from posts where id = ?')
const insert = database.prepare('insert into posts (created_at, slug, views, author, data) values (?, ?, ?, ?, ?)')
const last = database.prepare('select max(id) from posts').get() as unknown as [number]
const replace = database.prepare('update posts set views = ?, data = ? where id = ?')
const byIds = (table: string) =>
  database.prepare(`select id, data from ${table} where id in (select value from json_each(?))`)
const [authors, tags] = [byIds('authors'), byIds('tags')]
const lists = {
  views: listOf('posts', 'where views > ?', 'views desc'),
  author: listOf('posts', 'where author = (select id from authors where name = ?)', 'id desc'),
}
const newest = new Map<string, List>()

interface List {
  readonly page: StatementSync
  readonly total: StatementSync
}

function listOf(table: string, filter: string, order: string): List {
  return {
    page: database.prepare(`select data from "${table}" ${filter} order by ${order} limit cast(? as integer) offset ?`),
    total: database.prepare(`select count(*) from "${table}" ${filter}`),
  }
}

function newestOf(table: string): List {
  let found = newest.get(table)
  if (!found) newest.set(table, (found = listOf(table, '', 'created_at desc, id desc')))
  return found
}

function read(response: ServerResponse, id: string): void {
  const row = get.get(numberOf(id)) as unknown as [string] | undefined
  if (row) send(response, 200, `{"doc":${row[0]}}`)
  else send(response, 404, '{}')
}

function find(response: ServerResponse, table: string, query: URLSearchParams): void {
  const limit = Number(query.get('limit'))
  const page = Number(query.get('page'))
  const where = query.get('where')
  const tested = where === null ? [] : [testedValue(where)]
  const list = tested.length === 0 ? newestOf(table) : lists[typeof tested[0] === 'number' ? 'views' : 'author']
  const rows = list.page.all(...tested, limit, (page - 1) * limit) as unknown as [string][]
  const [total] = list.total.get(...tested) as unknown as [number]
  const docs = query.has('populate') ? populated(rows) : rows.map(([text]) => text).join(',')
  send(response, 200, listText(docs, page, limit, total))
}

function populated(rows: readonly [string][]): string {
  const posts = rows.map(([text]) => JSON.parse(text) as Populated)
  const author = documentsOf(
    authors,
    posts.map((post) => post.author as string),
  )
  const tag = documentsOf(
    tags,
    posts.flatMap((post) => post.tags as string[]),
  )
  for (const post of posts) {
    post.author = author(post.author as string)
    post.tags = (post.tags as string[]).map(tag)
  }
  return posts.map((post) => JSON.stringify(post)).join(',')
}

function documentsOf(statement: StatementSync, ids: readonly string[]): (id: string) => unknown {
  const rows = statement.all(JSON.stringify([...new Set(ids)].map(numberOf))) as unknown as [number, string][]
  const found = new Map(rows.map(([id, text]) => [id, JSON.parse(text) as unknown]))
  return (id) => found.get(numberOf(id))
}

function create(response: ServerResponse, body: string): void {
  const post = JSON.parse(body) as Post
  last[0] += 1
  const now = new Date().toISOString()
  const text = documentText({ id: idOf(last[0]), revision: 1, createdAt: now, updatedAt: now, content: post })
  insert.run(now, post.slug, post.views, numberOf(post.author), text)
  send(response, 201, `{"doc":${text}}`)
}

function update(response: ServerResponse, id: string, body: string): void {
  const row = get.get(numberOf(id)) as unknown as [string] | undefined
  if (!row) return send(response, 404, '{}')
  const before = JSON.parse(row[0]) as StoredPost
  const updatedAt = new Date().toISOString()
  const change = JSON.parse(body) as Partial<Post>
  const post = Object.assign(before, { revision: before.revision + 1, updatedAt }, change)
  const text = JSON.stringify(post)
  replace.run(post.views, text, numberOf(id))
  send(response, 200, `{"doc":${text}}`)
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, [
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    String(Buffer.byteLength(text)),
  ])
  response.end(text)
}

const server = createServer((request, response) => {
  const { method, url = '' } = request
  if (method === 'GET') {
    if (url.startsWith(`${POSTS}/`)) return read(response, url.slice(POSTS.length + 1))
    const mark = url.indexOf('?')
    return find(response, url.slice(COLLECTIONS.length, mark), new URLSearchParams(url.slice(mark + 1)))
  }
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString()
    if (method === 'POST') create(response, body)
    else update(response, url.slice(POSTS.length + 1), body)
  })
})
server.listen(Number(port), '127.0.0.1', () => console.log(`ready at http://127.0.0.1:${port}`))
process.on('SIGTERM', () => process.exit(0))
