import { createClient } from '@quirecms/sdk'
import { createTestApp } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { expect, inject, it } from 'vitest'

const everybody = () => true
const access = { read: everybody, create: everybody }

it.each(['Cache-Tag', 'xkey'])('the client reads the cache tags of a response, by %s', async (header) => {
  const config = defineConfig({
    server: { cacheTags: { header } },
    collections: {
      posts: collection({ cache: '60s', fields: { title: f.text() }, access }),
      notes: collection({ fields: { title: f.text() }, access }),
    },
  })
  const app = await createTestApp(config, { dialect: 'sqlite', postgresUrl: inject('postgresUrl') })
  try {
    const client = createClient<typeof config>({ baseUrl: app.url })
    const { id } = await client.collections.posts.create({ title: 'One' })
    expect(client.tagsOf(await client.collections.posts.find())).toEqual(['c:posts', `d:${id}`])
    expect(client.tagsOf(await client.collections.posts.findOne(id))).toEqual([`d:${id}`])
    expect(client.tagsOf(await client.collections.notes.find())).toEqual([])
  } finally {
    await app.close()
  }
})
