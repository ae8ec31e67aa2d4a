import { defineConfig, sqlite } from 'quirecms'
import { isAdmin, isEditor } from './access.ts'
import { authors } from './collections/authors.ts'
import { media } from './collections/media.ts'
import { pages } from './collections/pages.ts'
import { posts } from './collections/posts.ts'
import { tags } from './collections/tags.ts'
import { users } from './collections/users.ts'
import { settings } from './globals/settings.ts'
import { rebuildSite } from './jobs/rebuild-site.ts'
import { reportOldDrafts } from './jobs/report-old-drafts.ts'
import { postPage } from './site/post-page.ts'

/** A magazine in two languages, with editors and authors. A migration adds demo content; you create the first user. */
export default defineConfig({
  name: 'Quire Magazine',
  description: 'Essays on type, paper and the web, in English and German.',
  database: sqlite('./data/blog.db'),
  // What happens is told, so that the admin app follows what others do.
  changes: true,
  localization: { locales: ['en', 'de'], defaultLocale: 'en', fallback: { de: ['en'] } },
  collections: { posts, pages, authors, tags, media, users },
  globals: { settings },
  // What is done in the background, and who sees it.
  jobs: { reportOldDrafts, rebuildSite },
  queue: { access: { read: isEditor, manage: isAdmin } },
  routes: [postPage],
})
