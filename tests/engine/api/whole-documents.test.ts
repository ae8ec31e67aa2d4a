import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f, type HookArguments } from 'quirecms'
import { beforeEach, expect, it } from 'vitest'

interface Seen {
  readonly hook: string
  readonly data: unknown
  readonly next: unknown
  readonly previous: unknown
}

const seen: Seen[] = []
let meddle: ((args: HookArguments) => unknown) | undefined

function hook(name: string) {
  return [
    (args: HookArguments) => {
      const { data, next, previous } = args
      seen.push({ hook: name, ...(structuredClone({ data, next, previous }) as Omit<Seen, 'hook'>) })
      return name === 'beforeChange' ? meddle?.(args) : undefined
    },
  ]
}

interface Line {
  readonly price: number
  readonly count: number
}

function totalOf(next: Readonly<Record<string, unknown>> | undefined): number {
  const lines = (next?.['lines'] ?? []) as unknown as readonly Line[]
  return lines.reduce((sum, { price, count }) => sum + price * count, 0)
}

const everybody = { read: () => true, create: () => true, update: () => true, delete: () => true }

const config = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    orders: collection({
      fields: {
        status: f.select({ options: ['open', 'paid'], default: 'open' }),
        limit: f.number({
          validate: ({ next, value }) => totalOf(next) <= value || `The total is ${totalOf(next)}.`,
        }),
        note: f.text({ localized: true }),
        greeting: f.virtual({ value: ({ locale }) => (locale === 'de' ? 'Danke!' : `Thanks! (${locale})`) }),
        secret: f.text({ hidden: true, default: 'hush' }),
        lines: f.array({ fields: { price: f.number({ required: true }), count: f.number({ default: 1 }) } }),
        total: f.number({ hooks: { beforeChange: [({ next }) => totalOf(next)] } }),
      },
      trash: true,
      access: everybody,
      hooks: {
        beforeValidate: hook('beforeValidate'),
        beforeChange: hook('beforeChange'),
        afterChange: hook('afterChange'),
        afterCommit: hook('afterCommit'),
        beforeDelete: hook('beforeDelete'),
        afterDelete: hook('afterDelete'),
      },
    }),
  },
})

onEachDatabase('hooks and validators see whole documents', { config }, (app) => {
  const orders = () => app().app.local.collections.orders
  const of = (name: string) => seen.filter((one) => one.hook === name).at(-1)

  beforeEach(() => {
    seen.length = 0
    meddle = undefined
  })

  it('next is the input merged over the stored document', async () => {
    const made = await orders().create({ lines: [{ price: 5, count: 2 }], note: 'Gift' })
    expect(made.total).toBe(10)
    expect(of('beforeChange')?.next).toEqual({
      status: 'open',
      limit: null,
      note: 'Gift',
      secret: 'hush',
      lines: [{ id: expect.any(String) as string, price: 5, count: 2 }],
      total: 10,
    })
    const changed = await orders().update(made.id, { status: 'paid' })
    expect(changed).toMatchObject({ status: 'paid', total: 10 })
    expect(of('beforeChange')).toMatchObject({
      data: { status: 'paid', total: 10 },
      next: { id: made.id, revision: 2, status: 'paid', note: 'Gift', total: 10, lines: made.lines },
    })
    expect(of('beforeValidate')?.next).toBeUndefined()
  })

  it('next is in the locale of the call, with its fallbacks', async () => {
    const { id } = await orders().create({ note: 'Gift' })
    await orders().update(id, { note: 'Geschenk' }, { locale: 'de' })
    expect(of('beforeChange')).toMatchObject({ next: { note: 'Geschenk' } })
    expect(of('afterChange')).toMatchObject({ previous: { note: 'Gift' }, next: { note: 'Geschenk' } })
  })

  it('virtual fields get the locale', async () => {
    const { id, greeting } = await orders().create({})
    expect(greeting).toBe('Thanks! (en)')
    expect(await orders().findOne(id, { locale: 'de' })).toMatchObject({ greeting: 'Danke!' })
    expect(await orders().findOne(id, { locale: 'all' })).toMatchObject({ greeting: 'Thanks! (all)' })
    const answer = await fetch(`${app().url}/api/collections/orders/${id}?locale=de`)
    expect(await answer.json()).toMatchObject({ doc: { greeting: 'Danke!' } })
  })

  it('validators get the whole document, also over HTTP', async () => {
    const { id } = await orders().create({ lines: [{ price: 5, count: 2 }] })
    const url = `${app().url}/api/collections/orders/${id}`
    const patch = (data: unknown) =>
      fetch(url, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(data),
      })
    const refused = await patch({ limit: 9 })
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({
      error: { issues: [{ code: 'custom', path: 'limit', message: 'The total is 10.' }] },
    })
    expect((await patch({ limit: 10 })).status).toBe(200)
  })

  it('a hook gets the changes of the hook before it, and cannot write to next', async () => {
    meddle = ({ next }) => {
      Object.assign(next ?? {}, { total: 0 })
    }
    await expect(orders().create({})).rejects.toThrow(TypeError)
    expect(await orders().count()).toEqual({ count: 0 })
    meddle = ({ data }) => ({ ...data, note: 'Changed by the hook' })
    const { id } = await orders().create({ note: 'As sent' })
    expect(of('beforeChange')).toMatchObject({ next: { note: 'As sent' } })
    expect(of('afterChange')).toMatchObject({ next: { id, note: 'Changed by the hook' } })
  })

  it('previous distinguishes a change from a state', async () => {
    const { id } = await orders().create({ note: 'Gift' })
    for (const name of ['afterChange', 'afterCommit']) {
      expect(of(name)).toMatchObject({ previous: null, next: { id, status: 'open' } })
    }
    await orders().update(id, { status: 'paid' })
    for (const name of ['afterChange', 'afterCommit']) {
      expect(of(name)).toMatchObject({
        previous: { id, revision: 1, status: 'open', secret: 'hush' },
        next: { id, revision: 2, status: 'paid' },
      })
    }
    expect(of('beforeChange')?.previous).toBeUndefined()
  })

  it('a deletion has a previous document, and no next one', async () => {
    const { id } = await orders().create({ note: 'Gift' })
    await orders().delete(id)
    expect(of('beforeDelete')).toMatchObject({ next: undefined, previous: undefined })
    expect(of('afterDelete')).toMatchObject({ next: undefined, previous: { id, note: 'Gift', deletedAt: null } })
    expect(of('afterCommit')).toMatchObject({ previous: { id, deletedAt: null } })
    await orders().restoreDeleted(id)
    expect(of('afterChange')).toMatchObject({ previous: { deletedAt: expect.any(String) as string } })
    await orders().delete(id)
    await orders().deletePermanent(id)
    expect(of('afterCommit')).toMatchObject({ previous: { id } })
  })

  it('a copy has no previous document', async () => {
    const { id } = await orders().create({ note: 'Gift' })
    await orders().duplicate(id, { status: 'paid' })
    expect(of('beforeChange')).toMatchObject({ next: { status: 'paid', note: 'Gift' } })
    expect(of('afterChange')).toMatchObject({ previous: null })
  })
})
