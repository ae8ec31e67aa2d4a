import type { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { EVENTS, type EventsSlug } from '../application/quire.config.ts'
import { seededEvent } from '../content/event.ts'
import { SEEDED_AUTHORS, SEEDED_POSTS, SEEDED_TAGS, seededAuthor, seededPost, seededTag } from '../content/post.ts'
import { numberOf, type Seeded } from '../content/seeded.ts'
import type { Contender } from './contender.ts'
import { seededText } from './floor-answers.ts'
import { openFloor } from './lean-floor-database.ts'

const SERVER = fileURLToPath(new URL('./lean-floor-server.ts', import.meta.url))

/**
 * The least work that produces the same responses on this machine: `node:http` and `node:sqlite`, without framework,
 * validation or access rules. It sends the stored text, counts each total, and commits each write durably.
 */
export const leanFloor: Contender = {
  async seed(folder, { events }) {
    const database = openFloor(folder)
    database.exec(`
      begin;
      create table authors (id integer primary key, created_at text not null, name text not null, data text not null);
      create index authors_name on authors (name);
      create table tags (id integer primary key, created_at text not null, data text not null);
      create table posts (id integer primary key, slug text not null unique, views integer, author integer,
        created_at text not null, data text not null);
      create index posts_created on posts (created_at);
      create index posts_views on posts (views);
      create index posts_author on posts (author)`)
    insertAll(database, 'authors (id, created_at, data, name)', SEEDED_AUTHORS, seededAuthor, ({ name }) => [name])
    insertAll(database, 'tags (id, created_at, data)', SEEDED_TAGS, seededTag)
    insertAll(database, 'posts (id, created_at, data, slug, views, author)', SEEDED_POSTS, seededPost, (post) => [
      post.slug,
      post.views,
      numberOf(post.author),
    ])
    for (const slug of events) {
      database.exec(`
        create table "${slug}" (id integer primary key, created_at text not null, data text not null);
        create index "${slug}-created" on "${slug}" (created_at)`)
      insertAll(database, `"${slug}" (id, created_at, data)`, EVENTS[slug as EventsSlug], seededEvent)
    }
    database.exec('commit; pragma wal_checkpoint(truncate)')
    database.close()
  },

  command: (folder, port) => ({ args: [SERVER, folder, String(port)] }),
}

function insertAll<Content>(
  database: DatabaseSync,
  target: string,
  count: number,
  make: (number: number) => Seeded<Content>,
  further: (content: Content) => (string | number)[] = () => [],
): void {
  const places = target.split(',').map(() => '?')
  const insert = database.prepare(`insert into ${target} values (${places.join(', ')})`)
  for (let number = 1; number <= count; number += 1) {
    const document = make(number)
    insert.run(number, document.createdAt, seededText(document), ...further(document.content))
  }
}
