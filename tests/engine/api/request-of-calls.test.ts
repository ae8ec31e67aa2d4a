import { must, onEachDatabase } from '@quirecms/testkit'
import { type CallRequest, collection, defineConfig, f } from 'quirecms'
import { beforeEach, expect, it } from 'vitest'

const seen: { by: string; request: CallRequest | null }[] = []

const see =
  (by: string) =>
  ({ request }: { readonly request: CallRequest | null }) => {
    seen.push({ by, request })
    return undefined
  }

const config = defineConfig({
  collections: {
    messages: collection({
      fields: {
        text: f.text({
          access: { create: (args) => see('field rule')(args) === undefined },
          hooks: { beforeValidate: [see('field hook')] },
        }),
      },
      access: {
        // A public form with a captcha; the application itself needs none.
        create: (args) => {
          see('rule')(args)
          return args.request === null || args.request.headers['x-captcha'] === 'solved'
        },
        read: () => true,
      },
      hooks: {
        beforeChange: [see('beforeChange')],
        afterChange: [
          async ({ local, doc, request }) => {
            const line = { text: doc?.['text'] as string, address: request?.address ?? null }
            await must(local.asSystem().collections['audit'], 'audit')['create']?.(line)
          },
        ],
        afterCommit: [see('afterCommit')],
        afterRead: [see('afterRead')],
      },
      routes: [
        {
          method: 'POST',
          path: '/shout',
          handler: ({ local }) => local.collections['messages']?.['create']?.({ text: 'HEY' }),
        },
      ],
    }),
    audit: collection({
      fields: { text: f.text(), address: f.text() },
      hooks: { beforeChange: [see('nested as the system')] },
    }),
  },
})

onEachDatabase('the request of a call', { config }, (app) => {
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${app().url}/api/collections/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const audit = () => app().app.local.asSystem().collections.audit
  const ALL = ['rule', 'field rule', 'field hook', 'beforeChange', 'afterCommit', 'afterRead']

  beforeEach(() => {
    seen.length = 0
  })

  it('is available to rules and hooks over HTTP', async () => {
    const answer = await post('messages?depth=0', { text: 'Hi' }, { 'x-captcha': 'solved', 'x-request-id': 'riddle-1' })
    expect(answer.status).toBe(201)
    for (const by of ALL) {
      const { request } = must(
        seen.find((one) => one.by === by),
        by,
      )
      expect(request).toMatchObject({
        id: answer.headers.get('x-request-id'),
        method: 'POST',
        path: '/api/collections/messages',
        address: '127.0.0.1',
        headers: { 'x-captcha': 'solved' },
      })
    }
    expect((await audit().find()).docs).toMatchObject([{ text: 'Hi', address: '127.0.0.1' }])
    // Calls of the system have no request.
    expect(seen.find(({ by }) => by === 'nested as the system')).toMatchObject({ request: null })
  })

  it('decides about access, and a refusal stores nothing', async () => {
    expect((await post('messages', { text: 'Spam' })).status).toBe(401)
    expect(await app().app.local.collections.messages.count()).toEqual({ count: 0 })
    expect(await audit().count()).toEqual({ count: 0 })
  })

  it('is passed on with the calls that a route makes for its caller', async () => {
    expect((await post('messages/shout', {})).status).toBe(401)
    expect((await post('messages/shout', {}, { 'x-captcha': 'solved' })).status).toBe(200)
    expect(seen.find(({ by }) => by === 'beforeChange')).toMatchObject({
      request: { path: '/api/collections/messages/shout' },
    })
  })

  it('is null in process', async () => {
    await app().app.local.collections.messages.create({ text: 'Hi' })
    for (const by of ALL) expect(seen.find((one) => one.by === by)).toEqual({ by, request: null })
    expect((await audit().find()).docs).toMatchObject([{ address: null }])
  })
})
