import { createTestDatabase, must } from '@quire/testkit'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { blogFolder } from './blog-folder.ts'
import { tryUsers } from './blog-users.ts'
import { ask } from './quire-process.ts'

interface Cover {
  sizes: { card: { url: string; filesize: number } }
}

/** On SQLite, `create-quire` starts it, and making its pictures takes a while each time. */
describe('the example on PostgreSQL', () => {
  // The example fills itself with pictures at its first start, on a machine that has other things to do.
  test('has content from its first start on, shows only what is published, and lets users do what their roles say', async () => {
    const database = await createTestDatabase('postgres', inject('postgresUrl'))
    onTestFinished(() => database.remove())
    const { config } = database
    const DATABASE_URL = must('url' in config ? config.url : undefined, 'url')
    const folder = await blogFolder()
    const args = ['start', '--port', '0', '--migrate']
    const quire = await folder.serve(args, { env: { DATABASE_URL } })
    const api = `${quire.address}/api`

    const counts = ['authors', 'tags', 'pages', 'posts'].map((slug) => ask(`${api}/collections/${slug}/count`))
    expect((await Promise.all(counts)).map(({ body }) => (body as { count: number }).count)).toEqual([5, 12, 4, 28])

    const { body } = await ask(`${api}/collections/posts?locale=de&limit=1&sort=-publishedAt`)
    expect(body).toMatchObject({
      docs: [
        {
          title: 'Das Web drucken, einmal im Jahr',
          slug: 'printing-the-web-once-a-year',
          _status: 'published',
          path: '/posts/printing-the-web-once-a-year',
          readingMinutes: 1,
        },
      ],
    })
    const { body: first } = await ask(`${api}/collections/posts?limit=1&sort=publishedAt&populate={"cover":true}`)
    const { cover } = must((first as { docs: { cover: Cover }[] }).docs[0], 'a post')
    expect(cover).toMatchObject({ width: 960, height: 640, sizes: { card: { width: 640, height: 360 } } })
    const card = await fetch(`${quire.address}${cover.sizes.card.url}`)
    expect([card.status, card.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect((await card.bytes()).length).toBe(cover.sizes.card.filesize)
    // A picture, a block and another post stand in its text.
    const page = await (await fetch(`${api}/site/posts/which-way-the-grain-runs`)).text()
    expect(page).toMatch(/<img src="\/api\/uploads\/media\/[^"]+" [^>]*alt="[^"]+"/)
    expect(page).toContain('<aside>Boards have a grain too.')
    expect(page).toContain(
      '<a href="/api/site/posts/a-short-history-of-the-wrong-size">A short history of the wrong size</a>',
    )
    const authors = await ask(`${api}/collections/authors`)
    expect(JSON.stringify([body, authors.body])).not.toMatch(/internalNote|"email"/)
    expect(await ask(`${api}/globals/settings?locale=de`)).toMatchObject({
      body: { doc: { siteName: 'Folded Sheets', navigation: [{ label: 'Über uns' }, {}, {}] } },
    })
    await tryUsers(api)
  }, 180_000)
})
