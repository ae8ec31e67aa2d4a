import { must, type TestApp, type TestResponse } from '@quirecms/testkit'
import { type RuleArguments, collection, defineConfig, f, global } from 'quirecms'

const staff = ({ actor }: RuleArguments) => actor?.['role'] === 'editor'

/** Pages that only staff may read, with a field that only the boss sees. */
const studio = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    users: collection({
      auth: { apiKeys: true },
      trash: true,
      fields: { role: f.text(), boss: f.checkbox() },
    }),
    pages: collection({
      trash: true,
      fields: {
        title: f.text({ localized: true }),
        owner: f.text(),
        salary: f.number({ access: { read: ({ actor }) => actor?.['boss'] === true } }),
        next: f.relationship({ to: 'pages' }),
      },
      access: { read: staff, create: staff, update: staff, delete: staff },
    }),
    own: collection({
      preview: { lifetime: '1m' },
      fields: { owner: f.text() },
      access: { read: ({ actor }) => (actor ? { owner: { equals: actor.id } } : false) },
    }),
    open: collection({ fields: { name: f.text() }, access: { read: () => true } }),
  },
  globals: { site: global({ fields: { name: f.text() }, access: { read: staff } }) },
})

export const time = { now: Date.parse('2026-03-01T12:00:00.000Z') }
export const setup = { config: studio, clock: () => new Date(time.now) }
export const MINUTE = 60_000

const PASSWORD = 'correct horse battery'
let made = 0

/** A user who is signed in. */
export async function signUp(test: TestApp<typeof studio>, data: object = {}) {
  made += 1
  const email = `user${made}@example.com`
  const users = test.local.asSystem().users('users')
  const { id } = (await users.createUser({ data: { email, role: 'editor', ...data }, password: PASSWORD })) as {
    id: string
  }
  const { token } = (await test.local.users('users').login({ email, password: PASSWORD })) as { token: string }
  return { id, headers: { authorization: `Session ${token}` } }
}

export const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

export function codeOf({ status, body }: TestResponse): [status: number, code: string | undefined] {
  const { error } = body as { error?: { code: string } }
  return [status, error?.code]
}

export function tokenOf({ body, text }: TestResponse): string {
  const { token } = body as { token?: string }
  return must(token, `token in ${text}`)
}
