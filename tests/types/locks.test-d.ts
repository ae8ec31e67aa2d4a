import { collection, defineConfig, f, type LocalApi } from 'quirecms'
import { expectTypeOf, it } from 'vitest'

const config = defineConfig({
  collections: {
    posts: collection({ fields: { title: f.text() } }),
    pages: collection({ locks: { duration: '10m' }, trash: true, fields: { title: f.text() } }),
    logs: collection({ locks: false, fields: { text: f.text() } }),
    users: collection({ auth: true, fields: {} }),
    robots: collection({ auth: true, locks: false, fields: {} }),
  },
})

declare const local: LocalApi<typeof config>

it('methods of locks exist unless they are switched off', () => {
  expectTypeOf(local.collections.posts.readLock('x')).resolves.toHaveProperty('lock')
  expectTypeOf(local.collections.pages.releaseLock('x')).resolves.toEqualTypeOf<{ released: true }>()
  void local.collections.users.lock('x', { takeover: true })
  // @ts-expect-error no such member
  void local.collections.posts.lock('x', { force: true })
  expectTypeOf(local.collections.logs).not.toHaveProperty('lock')
  expectTypeOf(local.collections.robots).not.toHaveProperty('releaseLock')
})
