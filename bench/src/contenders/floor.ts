import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Post, SEEDED_POSTS, seededPost } from '../content/post.ts'
import type { Contender } from './contender.ts'
import { documentText, paginationText, type Row } from './floor-answers.ts'
import { listAnswerer, seedArticles } from './floor-articles.ts'

const COLLECTIONS = '/api/collections/'
const POSTS = `${COLLECTIONS}posts`

/**
 * The least that a server on this machine can do for the same answer: no framework, no checks, no rules. Reads send the stored text
 * as it is, and each write is one durable commit. Columns of their own stand where the engine has indexes on its JSON.
 */
export const floor: Contender = {
  name: 'floor',

  async seed(folder) {
    const database = open(folder)
    database.exec(`
      create table posts (id text primary key, revision integer not null, created_at text not null,
        updated_at text not null, slug text not null, category text not null, data text not null);
      create unique index posts_slug on posts (slug);
      create index posts_category on posts (category, created_at, id)`)
    const { insert } = statementsOf(database)
    database.exec('begin')
    for (let number = 0; number < SEEDED_POSTS; number += 1) {
      const { id, createdAt, post } = seededPost(number)
      insert.run(id, createdAt, createdAt, post.slug, post.category, JSON.stringify(post))
    }
    database.exec('commit')
    seedArticles(database)
    database.close()
  },

  async serve(folder) {
    const database = open(folder)
    const answer = answerer(database)
    const server = createServer((request, response) => {
      if (request.method === 'GET') return answer(request, response, '')
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => answer(request, response, Buffer.concat(chunks).toString()))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return {
      port: (server.address() as AddressInfo).port,
      async close() {
        server.close()
        server.closeAllConnections()
        await once(server, 'close')
        database.close()
      },
    }
  },
}

function open(folder: string): DatabaseSync {
  const database = new DatabaseSync(join(folder, 'floor.db'), { returnArrays: true })
  database.exec('pragma journal_mode = wal; pragma synchronous = full')
  return database
}

function statementsOf(database: DatabaseSync) {
  const columns = 'id, revision, created_at, updated_at, data'
  return {
    get: database.prepare(`select ${columns} from posts where id = ?`),
    list: database.prepare(
      `select ${columns} from posts where category = ? order by created_at desc, id desc limit ? offset ?`,
    ),
    count: database.prepare('select count(*) from posts where category = ?'),
    insert: database.prepare(
      `insert into posts (id, revision, created_at, updated_at, slug, category, data) values (?, 1, ?, ?, ?, ?, ?)`,
    ),
    update: database.prepare(
      `update posts set revision = ?, updated_at = ?, slug = ?, category = ?, data = ? where id = ?`,
    ),
  }
}

function answerer(database: DatabaseSync) {
  const { get, list, count, insert, update } = statementsOf(database)
  const listOther = listAnswerer(database)
  const getRow = (id: string) => get.get(id) as unknown as Row | undefined

  function sendDoc(response: ServerResponse, status: number, row: Row): void {
    send(response, status, `{"doc":${documentText(row)}}`, row[1])
  }

  function read(response: ServerResponse, id: string): void {
    const row = getRow(id)
    if (row) sendDoc(response, 200, row)
    else send(response, 404, '{}')
  }

  function find(response: ServerResponse, query: URLSearchParams): void {
    const where = JSON.parse(query.get('where') ?? '') as { category: { equals: string } }
    const category = where.category.equals
    const limit = Number(query.get('limit') ?? 10)
    const page = Number(query.get('page') ?? 1)
    const rows = list.all(category, limit, (page - 1) * limit) as unknown as Row[]
    const [total] = count.get(category) as unknown as [number]
    const docs = rows.map(documentText).join(',')
    send(response, 200, `{"docs":[${docs}],"pagination":${paginationText(page, limit, total)}}`)
  }

  function create(response: ServerResponse, body: string): void {
    const post = JSON.parse(body) as Post
    const row: Row = [randomUUID(), 1, now(), now(), JSON.stringify(post)]
    insert.run(row[0], row[2], row[3], post.slug, post.category, row[4])
    sendDoc(response, 201, row)
  }

  function change(response: ServerResponse, id: string, body: string): void {
    const row = getRow(id)
    if (!row) return send(response, 404, '{}')
    const post: Post = { ...(JSON.parse(row[4]) as Post), ...(JSON.parse(body) as Partial<Post>) }
    const changed: Row = [id, row[1] + 1, row[2], now(), JSON.stringify(post)]
    update.run(changed[1], changed[3], post.slug, post.category, changed[4], id)
    sendDoc(response, 200, changed)
  }

  return ({ method, url = '' }: IncomingMessage, response: ServerResponse, body: string): void => {
    if (method === 'POST') create(response, body)
    else if (method === 'PATCH') change(response, url.slice(POSTS.length + 1), body)
    else if (url.startsWith(`${POSTS}?`)) find(response, new URLSearchParams(url.slice(POSTS.length + 1)))
    else if (url.startsWith(`${POSTS}/`)) read(response, url.slice(POSTS.length + 1))
    else {
      const [table = '', query = ''] = url.slice(COLLECTIONS.length).split('?')
      send(response, 200, listOther(table, new URLSearchParams(query)))
    }
  }
}

function now(): string {
  return new Date().toISOString()
}

function send(response: ServerResponse, status: number, text: string, revision?: number): void {
  const headers = ['Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(Buffer.byteLength(text))]
  if (revision !== undefined) headers.push('ETag', `"${revision}"`)
  response.writeHead(status, headers)
  response.end(text)
}
