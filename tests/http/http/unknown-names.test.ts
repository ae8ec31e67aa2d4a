import { collection, createApp, defineConfig, f, global, sqlite } from 'quirecms'
import { expect, onTestFinished, test } from 'vitest'

const config = defineConfig({
  database: sqlite(':memory:'),
  collections: { posts: collection({ fields: { title: f.text() } }), authors: collection({ fields: {} }) },
  globals: { settings: global({ fields: { title: f.text() } }) },
})

const NOTHING = 'There is nothing at this path.'

const paths: readonly (readonly [method: string, path: string, inDevelopment: string])[] = [
  ['GET', '/api/collections/posst', 'There is no collection "posst". Did you mean "posts"?'],
  ['POST', '/api/collections/Posts', 'There is no collection "Posts". Did you mean "posts"?'],
  ['GET', '/api/collections/author/1/versions?limit=1', 'There is no collection "author". Did you mean "authors"?'],
  ['GET', '/api/collections/settings', 'There is no collection "settings".'],
  ['PATCH', '/api/globals/setings', 'There is no global "setings". Did you mean "settings"?'],
  ['GET', '/api/globals/constructor', 'There is no global "constructor".'],
  ['GET', '/api/collections/posts/1/nothing/there', NOTHING],
  ['GET', '/api/collections/', NOTHING],
  ['GET', '/api/collection/posst', NOTHING],
]

test.each([true, undefined])('with `development: %s`, a 404 suggests similar names or not', async (development) => {
  const app = await createApp(config, development === undefined ? {} : { development })
  onTestFinished(() => app.close())
  for (const [method, path, inDevelopment] of paths) {
    const response = await app.fetch(new Request(`http://localhost${path}`, { method }))
    const { error } = (await response.json()) as { error: { code: string; message: string } }
    expect([path, response.status, error.code, error.message]).toEqual([
      path,
      404,
      'not_found',
      development === true ? inDevelopment : NOTHING,
    ])
  }
})
