import { collection, defineConfig, f, global, type LocalApi } from 'quirecms'
import { expectTypeOf, it } from 'vitest'

const config = defineConfig({
  collections: {
    users: collection({ auth: true, fields: {} }),
    posts: collection({ versions: { drafts: true }, fields: { title: f.text() } }),
    unplanned: collection({ versions: { drafts: { schedule: false } }, fields: { title: f.text() } }),
    notes: collection({
      versions: true,
      fields: {
        text: f.text({ required: true }),
        rows: f.array({ fields: { text: f.text({ required: true }) } }),
      },
    }),
  },
  globals: {
    site: global({ versions: { drafts: { schedule: true } }, fields: { name: f.text() } }),
    unplanned: global({ versions: { drafts: true }, fields: { name: f.text() } }),
    refused: global({ versions: { drafts: { schedule: false } }, fields: { name: f.text() } }),
    plain: global({ versions: true, fields: { name: f.text({ required: true }) } }),
  },
})
const withoutUsers = defineConfig({ collections: { notes: collection({ fields: { text: f.text() } }) } })

declare const local: LocalApi<typeof config>
declare const strangers: LocalApi<typeof withoutUsers>

it('drafts can be scheduled, and nothing else', () => {
  const job = local.collections.posts.schedule('x', { runAt: new Date() }, { ifMatch: 1 })
  expectTypeOf(job).resolves.toHaveProperty('status')
  expectTypeOf(local.collections.posts.cancelScheduled('x', 'y')).resolves.toEqualTypeOf<{
    id: string
    cancelled: true
  }>()
  void local.collections.posts.scheduled('x', { page: 2 })
  expectTypeOf(local.collections.posts.scheduledAll({ page: 2 })).resolves.toHaveProperty('docs')
  // @ts-expect-error the moment is missing
  void local.collections.posts.schedule('x', {})
  expectTypeOf(job).resolves.toHaveProperty('action').toEqualTypeOf<'publish' | 'unpublish'>()
  void local.collections.posts.schedule('x', { runAt: new Date(), action: 'unpublish' })
  // @ts-expect-error no such action
  void local.collections.posts.schedule('x', { runAt: new Date(), action: 'delete' })
  expectTypeOf(local.collections.notes).not.toHaveProperty('schedule')
  expectTypeOf(local.collections.unplanned).not.toHaveProperty('schedule')
  expectTypeOf(local.collections.unplanned).not.toHaveProperty('scheduledAll')
  expectTypeOf(local.collections.unplanned).toHaveProperty('publish')
})

it('globals can be scheduled if they enable it', () => {
  const job = local.globals.site.schedule({ runAt: new Date(), action: 'unpublish' }, { ifMatch: 1 })
  expectTypeOf(job).resolves.toHaveProperty('global')
  expectTypeOf(local.globals.site.scheduled({ page: 2 })).resolves.toHaveProperty('docs')
  expectTypeOf(local.globals.site.cancelScheduled('y')).resolves.toHaveProperty('cancelled')
  expectTypeOf(local.globals.site).not.toHaveProperty('scheduledAll')
  for (const never of [local.globals.unplanned, local.globals.refused, local.globals.plain]) {
    expectTypeOf(never).not.toHaveProperty('schedule')
    expectTypeOf(never).not.toHaveProperty('scheduled')
    expectTypeOf(never).not.toHaveProperty('cancelScheduled')
  }
  expectTypeOf(local.globals.unplanned).toHaveProperty('publish')
})

it('previews exist where there are users', () => {
  expectTypeOf(local.collections.notes.preview('x', 'token')).resolves.toHaveProperty('text')
  expectTypeOf(local.collections.posts.preview('x', 'token', { select: { title: true } })).resolves.toHaveProperty(
    'title',
  )
  // What is typed may not be finished.
  const typed = local.collections.notes.renderPreview('x', { data: {} })
  expectTypeOf(typed).resolves.toHaveProperty('text').toEqualTypeOf<string | null>()
  expectTypeOf(typed).resolves.toHaveProperty('rows').toEqualTypeOf<{ id: string; text: string | null }[]>()
  expectTypeOf(local.collections.notes.preview('x', 'token')).resolves.toHaveProperty('text').toEqualTypeOf<string>()
  const some = local.globals.plain.renderPreview({ data: {} }, { select: { name: true } })
  expectTypeOf(some).resolves.toEqualTypeOf<{ id: 'plain'; name: string | null }>()
  expectTypeOf(local.account.revokePreviewToken({ token: 'x' })).resolves.toEqualTypeOf<{ revoked: true }>()
  expectTypeOf(strangers.collections.notes).not.toHaveProperty('preview')
  expectTypeOf(strangers.account).not.toHaveProperty('revokePreviewToken')
})
