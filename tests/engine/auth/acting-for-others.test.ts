import { onEachDatabase } from '@quirecms/testkit'
import type { AnyLocalApi } from '@quirecms/core'
import { collection, defineConfig, f, type HookArguments } from 'quirecms'
import { beforeEach, expect, it } from 'vitest'
import { newcomer, makeUser, PASSWORD } from './people.ts'

type Step = (args: HookArguments) => unknown
let step: Step | undefined

const config = defineConfig({
  collections: {
    users: collection({ auth: { apiKeys: true }, fields: { name: f.text() } }),
    notes: collection({
      fields: { text: f.text() },
      access: { create: () => true, read: () => true },
      hooks: { afterChange: [async (args) => void (await step?.(args))] },
    }),
  },
})

onEachDatabase('a hook that acts for another user', { config }, (app) => {
  beforeEach(() => {
    step = undefined
  })

  /** Returns the result of `work` in a hook of Ann's request. */
  async function inHook(work: (local: AnyLocalApi, args: HookArguments) => Promise<unknown>): Promise<unknown> {
    const ann = await newcomer(app())
    let outcome: unknown
    step = async (args) => {
      outcome = await work(args.local, args).catch((error: unknown) => error)
    }
    const answer = await app().request('POST', '/api/collections/notes', {
      headers: { ...ann.byCookie, origin: app().url, 'user-agent': 'Ann/1.0' },
      body: { text: 'x' },
    })
    expect(answer.status, answer.text).toBe(201)
    // The caller is still signed in: calls for other users left its session as it was.
    expect((await app().request('GET', '/api/auth/me', { headers: ann.byToken })).status).toBe(200)
    return outcome
  }

  it('does not have the session of the caller', async () => {
    const { id } = await makeUser(app())
    const bob = { id, collection: 'users' }
    for (const method of ['sessions', 'logout', 'logoutAll', 'refresh'] as const)
      expect(await inHook((local) => local.as(bob).account[method]?.() as Promise<unknown>)).toMatchObject({
        code: 'forbidden',
      })
    expect(await inHook((local) => local.as(bob).account['me']?.() as Promise<unknown>)).toMatchObject({
      user: { id },
      session: null,
    })
    const key = await inHook((local) => local.as(bob).account['createApiKey']?.({ name: 'k' }) as Promise<unknown>)
    expect(key).toMatchObject({ code: 'cookie_required' })
  })

  it('nor does the system, whose sign-ins do not have the address of the caller', async () => {
    expect(await inHook((local) => local.asSystem().account['logoutAll']?.() as Promise<unknown>)).toMatchObject({
      code: 'unauthenticated',
    })
    const bob = await makeUser(app())
    const signedIn = await inHook(
      (local) =>
        local.asSystem().auth['users']?.['login']?.({ email: bob.email, password: PASSWORD }) as Promise<unknown>,
    )
    const { token } = signedIn as { token: string }
    const headers = { authorization: `Session ${token}` }
    const { body } = await app().request('GET', '/api/auth/sessions', { headers })
    expect(body.docs).toMatchObject([{ ip: null, userAgent: null }])
  })

  it('while `local` itself acts for the caller, with the session', async () => {
    expect(await inHook((local) => local.account['sessions']?.() as Promise<unknown>)).toMatchObject({
      docs: [{ current: true }],
    })
  })
})
