import { must, onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { expect, it } from 'vitest'

const everybody = {
  read: () => true,
  create: () => true,
  update: () => true,
  publish: () => true,
  readDrafts: () => true,
}

const fields = {
  kind: f.select({ options: ['page', 'address'], default: 'page' }),
  url: f.url({ required: ({ next }) => next['kind'] === 'address' }),
  title: f.text({ localized: true, required: async ({ siblings }) => siblings['kind'] === 'address' }),
  reason: f.text({ required: ({ data }) => 'url' in data }),
  buttons: f.array({
    fields: { icon: f.text(), label: f.text({ required: ({ siblings }) => siblings['icon'] === null }) },
  }),
} as const

const config = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    links: collection({ fields, access: everybody }),
    drafts: collection({ fields, versions: { drafts: true }, access: everybody }),
    fragile: collection({
      fields: {
        name: f.text({
          required: () => {
            throw new Error('select password from users')
          },
        }),
      },
      access: everybody,
    }),
  },
})

const issues = (...paths: readonly string[]) => ({
  code: 'validation',
  issues: paths.map((path) => ({ code: 'required', path, message: 'Is required.' })),
})

onEachDatabase('required as a function', { config }, (app) => {
  const links = () => app().app.local.collections.links

  it('requires the value if the document needs it', async () => {
    await links().create({ kind: 'page' })
    await expect(links().create({ kind: 'address' })).rejects.toMatchObject(issues('url', 'title'))
    const made = { kind: 'address', url: 'https://example.com', title: 'There', reason: 'new' } as const
    expect(await links().create(made)).toMatchObject(made)
    expect(await links().count()).toEqual({ count: 2 })
  })

  it('gets the stored values as well as the sent ones, over HTTP too', async () => {
    const { id } = await links().create({ title: 'There' })
    const patch = (data: unknown) =>
      fetch(`${app().url}/api/collections/links/${id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(data),
      })
    const refused = await patch({ kind: 'address' })
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({ error: issues('url') })
    expect(await links().findOne(id)).toMatchObject({ kind: 'page', revision: 1 })
    expect((await patch({ kind: 'address', url: 'https://example.com' })).status).toBe(422)
    expect((await patch({ kind: 'address', url: 'https://example.com', reason: 'x' })).status).toBe(200)
    await expect(links().update(id, { url: null })).rejects.toMatchObject(issues('url'))
    expect((await patch({ buttons: [] })).status).toBe(200)
  })

  it('is evaluated for each row', async () => {
    const buttons = [{ icon: 'star' }, { label: 'Go' }, {}]
    await expect(links().create({ buttons })).rejects.toMatchObject(issues('buttons.2.label'))
    expect(await links().create({ buttons: buttons.slice(0, 2) })).toMatchObject({ buttons: [{ label: null }, {}] })
  })

  it('is not reported for a value that is invalid in another way', async () => {
    await expect(
      links().create({ kind: 'address', url: 'nowhere at all', title: 'x', reason: 'x' }),
    ).rejects.toMatchObject({
      issues: [{ path: 'url', code: 'format' }],
    })
  })

  it('applies to the default locale', async () => {
    const other = { locale: 'de', context: {} } as const
    const data = { kind: 'address', url: 'https://example.com', title: 'Dort', reason: 'x' } as const
    await expect(links().create(data, other)).rejects.toMatchObject({
      issues: [{ code: 'required', path: 'title', message: 'Is required in the default locale (en).' }],
    })
    const { id } = await links().create({ ...data, title: 'There' })
    expect(await links().update(id, { title: null }, other)).toMatchObject({ url: 'https://example.com' })
  })

  it('does not apply to drafts until they are published', async () => {
    const { drafts } = app().app.local.collections
    const { id } = await drafts.create({ kind: 'address' })
    // Publishing checks all of the content, as if all of it were written.
    await expect(drafts.publish(id)).rejects.toMatchObject(issues('url', 'title', 'reason'))
    await drafts.update(id, { url: 'https://example.com', title: 'There', reason: 'x' })
    expect(await drafts.publish(id)).toMatchObject({ _status: 'published' })
  })

  it('is an internal error if it throws', async () => {
    const answer = await fetch(`${app().url}/api/collections/fragile`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(answer.status).toBe(500)
    expect(await answer.text()).not.toContain('password')
    expect(await app().app.local.collections.fragile.count()).toEqual({ count: 0 })
  })

  it('is optional in the OpenAPI description', async () => {
    const answer = await fetch(`${app().url}/api/openapi.json`)
    const { components } = (await answer.json()) as { components: { schemas: Record<string, { required?: string[] }> } }
    const names = Object.keys(components.schemas).filter((name) => /link/i.test(name))
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) {
      const needed = must(components.schemas[name], name).required ?? []
      if (!needed.includes('id')) expect(needed).not.toContain('url')
    }
  })
})
