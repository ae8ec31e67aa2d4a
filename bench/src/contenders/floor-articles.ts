import type { DatabaseSync } from 'node:sqlite'
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
import { documentText, paginationText, type Row } from './floor-answers.ts'

const COLUMNS = 'id text primary key, revision integer not null, created_at text not null, updated_at text not null'

/** Related documents and many documents, in tables as one would make them by hand for just these questions. */
export function seedArticles(database: DatabaseSync): void {
  database.exec(`
    create table people (${COLUMNS}, name text not null, data text not null);
    create index people_name on people (name);
    create table topics (${COLUMNS}, data text not null);
    create table articles (${COLUMNS}, author text not null, data text not null);
    create index articles_created on articles (created_at, id);
    create index articles_author on articles (author, created_at, id);
    create table events (${COLUMNS}, kind text not null, data text not null);
    create index events_kind on events (kind, created_at, id)`)
  database.exec('begin')
  insertAll(database, 'people', SEEDED_PEOPLE, seededPerson, 'name', ({ name }) => name)
  insertAll(database, 'topics', SEEDED_TOPICS, seededTopic)
  insertAll(database, 'articles', SEEDED_ARTICLES, seededArticle, 'author', ({ author }) => author)
  insertAll(database, 'events', SEEDED_EVENTS, seededEvent, 'kind', ({ kind }) => kind)
  database.exec('commit')
}

function insertAll<Content extends object>(
  database: DatabaseSync,
  table: string,
  count: number,
  make: (number: number) => Seeded<Content>,
  column?: string,
  valueOf?: (content: Content) => string,
): void {
  const extra = column === undefined ? '' : `, ${column}`
  const insert = database.prepare(
    `insert into ${table} (id, revision, created_at, updated_at, data${extra}) values (?, 1, ?, ?, ?${column === undefined ? '' : ', ?'})`,
  )
  for (let number = 0; number < count; number += 1) {
    const { id, createdAt, content } = make(number)
    insert.run(id, createdAt, createdAt, JSON.stringify(content), ...(valueOf ? [valueOf(content)] : []))
  }
}

/** Answers the lists of articles and events; undefined for what is asked of other tables. */
export function listAnswerer(database: DatabaseSync): (table: string, query: URLSearchParams) => string {
  const columns = 'id, revision, created_at, updated_at, data'
  const newest = 'order by created_at desc, id desc limit ? offset ?'
  const ofAuthor = 'where author in (select id from people where name = ?)'
  const page = database.prepare(`select ${columns} from articles ${newest}`)
  const total = database.prepare('select count(*) from articles')
  const authorPage = database.prepare(`select ${columns} from articles ${ofAuthor} ${newest}`)
  const authorTotal = database.prepare(`select count(*) from articles ${ofAuthor}`)
  const kindPage = database.prepare(`select ${columns} from events where kind = ? ${newest}`)
  const kindTotal = database.prepare('select count(*) from events where kind = ?')
  const people = database.prepare(`select ${columns} from people where id in (select value from json_each(?))`)
  const topics = database.prepare(`select ${columns} from topics where id in (select value from json_each(?))`)
  const byId = (statement: typeof people, ids: readonly string[]) => {
    const rows = statement.all(JSON.stringify(ids)) as unknown as Row[]
    return new Map(rows.map((row) => [row[0], JSON.parse(documentText(row)) as object]))
  }

  function populated(rows: readonly Row[]): string {
    const articles = rows.map((row) => JSON.parse(documentText(row)) as Article)
    const authors = byId(people, [...new Set(articles.map(({ author }) => author))])
    const found = byId(topics, [...new Set(articles.flatMap((article) => article.topics))])
    return articles
      .map((article) => ({
        ...article,
        author: authors.get(article.author),
        topics: article.topics.map((id) => found.get(id)),
      }))
      .map((article) => JSON.stringify(article))
      .join(',')
  }

  return (table, query) => {
    const limit = Number(query.get('limit'))
    const number = Number(query.get('page'))
    const offset = (number - 1) * limit
    const where = query.get('where')
    const wanted = where === null ? [] : [firstValue(where)]
    const [list, count] =
      table === 'events' ? [kindPage, kindTotal] : where === null ? [page, total] : [authorPage, authorTotal]
    const rows = list.all(...wanted, limit, offset) as unknown as Row[]
    const [totalDocs] = count.get(...wanted) as unknown as [number]
    const docs = query.has('populate') ? populated(rows) : rows.map(documentText).join(',')
    return `{"docs":[${docs}],"pagination":${paginationText(number, limit, totalDocs)}}`
  }
}

/** `{ "author.name": { "equals": "…" } }`. */
export function firstValue(where: string): string {
  const [test] = Object.values(JSON.parse(where) as Record<string, { equals: string }>)
  return test?.equals ?? ''
}
