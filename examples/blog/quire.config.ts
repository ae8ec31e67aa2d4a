import { defineConfig, sqlite } from 'quire'
import { authors } from './collections/authors.ts'
import { pages } from './collections/pages.ts'
import { posts } from './collections/posts.ts'
import { tags } from './collections/tags.ts'
import { settings } from './globals/settings.ts'

/** A magazine in two languages. Its demo content comes with a migration. */
export default defineConfig({
  database: sqlite('./data/blog.db'),
  localization: { locales: ['en', 'de'], defaultLocale: 'en', fallback: { de: ['en'] } },
  collections: { authors, posts, pages, tags },
  globals: { settings },
})
