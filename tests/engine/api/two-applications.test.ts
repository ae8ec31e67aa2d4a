import { createTestApp, describeEachDatabase, type TestApp } from '@quirecms/testkit'
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { type HookArguments, type LocalApi, QuireError, collection, defineConfig, f } from 'quirecms'

const everybody = () => true
const access = { read: everybody, create: everybody, update: everybody, delete: everybody }
let afterChange: (args: HookArguments) => unknown = () => undefined

const main = defineConfig({
  collections: {
    orders: collection({
      fields: { title: f.text() },
      hooks: { afterChange: [async (args) => void (await afterChange(args))] },
      access,
    }),
  },
})
/** Has a collection of the same name, which must not be taken for the other. */
const archive = defineConfig({
  collections: {
    orders: collection({
      fields: { title: f.text() },
      hooks: {
        afterChange: [async ({ context }) => void (await (context['back'] as (() => unknown) | undefined)?.())],
      },
      access,
    }),
  },
})

describeEachDatabase('two applications in one process (%s)', (dialect) => {
  let one: TestApp<typeof main>
  let other: TestApp<typeof archive>
  const orders = () => one.app.local.collections.orders
  const archived = () => other.app.local.collections.orders

  beforeAll(async () => {
    const options = { dialect, postgresUrl: inject('postgresUrl') }
    one = await createTestApp(main, options)
    other = await createTestApp(archive, options)
  })
  afterAll(async () => {
    await one.close()
    await other.close()
  })
  beforeEach(async () => {
    afterChange = () => undefined
    await Promise.all([one.clear(), other.clear()])
  })

  const ways: Readonly<Record<string, (args: HookArguments, title: string) => Promise<unknown>>> = {
    'without the context': (_args, title) => archived().create({ title }),
    'with the context': ({ context }, title) => archived().create({ title }, { context }),
  }

  it.each(Object.entries(ways))(
    'a call of a hook to the other, %s, is not part of its transaction',
    async (_name, write) => {
      afterChange = async (args) => {
        await write(args, 'copy')
        expect(await archived().count()).toEqual({ count: 1 })
        throw new QuireError('conflict', 'No.')
      }
      await expect(orders().create({ title: 'One' })).rejects.toMatchObject({ code: 'conflict' })
      expect(await orders().count()).toEqual({ count: 0 })
      expect(await archived().find()).toMatchObject({ docs: [{ title: 'copy' }] })
    },
  )

  it('a nested call back to the first joins its transaction', async () => {
    afterChange = async ({ local, context }) => {
      if (context['back'] !== undefined) return
      const { orders: own } = (local as unknown as LocalApi<typeof main>).collections
      const back = () => one.app.local.collections.orders.create({ title: 'back' }, { context: { back: true } })
      await archived().create({ title: 'copy' }, { context: { back } })
      expect(await own.count()).toEqual({ count: 2 })
      throw new QuireError('conflict', 'No.')
    }
    await expect(orders().create({ title: 'One' })).rejects.toMatchObject({ code: 'conflict' })
    expect(await orders().count()).toEqual({ count: 0 })
    expect(await archived().count()).toEqual({ count: 1 })
  })
})
