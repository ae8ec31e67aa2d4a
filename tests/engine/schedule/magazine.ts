import { type AnyTestApp, must, type TestResponse } from '@quirecms/testkit'
import { type RuleArguments, collection, defineConfig, f, global } from 'quirecms'

const isEditor = ({ actor }: RuleArguments) => actor?.['role'] === 'editor'
const everybody = () => true

/** Articles and a global with drafts, and collections where nothing can be scheduled. */
export const magazine = defineConfig({
  collections: {
    users: collection({ auth: true, fields: { role: f.text() } }),
    articles: collection({
      trash: true,
      versions: { drafts: true },
      fields: { title: f.text({ required: true }), author: f.text() },
      access: {
        read: everybody,
        readDrafts: everybody,
        create: isEditor,
        update: isEditor,
        delete: isEditor,
        // Authors publish what is theirs.
        publish: (args) =>
          isEditor(args) || (args.actor?.['role'] === 'author' && { author: { equals: args.actor.id } }),
      },
    }),
    notes: collection({ versions: true, fields: { text: f.text() } }),
    anyones: collection({
      versions: { drafts: true },
      fields: { text: f.text() },
      access: { read: everybody, readDrafts: everybody, publish: everybody },
    }),
  },
  globals: {
    site: global({
      versions: { drafts: { schedule: true } },
      fields: { name: f.text() },
      access: { read: everybody, readDrafts: everybody, update: isEditor, publish: isEditor },
    }),
    unplanned: global({
      versions: { drafts: true },
      fields: { name: f.text() },
      access: { read: everybody, readDrafts: everybody, update: isEditor, publish: isEditor },
    }),
    plain: global({ versions: true, fields: { name: f.text() } }),
  },
})

let made = 0

/** A user who is signed in. */
export async function signUp(test: AnyTestApp, role: string) {
  made += 1
  const email = `${role}${made}@example.com`
  const password = 'correct horse'
  const created = (await test.local.asSystem().users('users').createUser({ data: { email, role }, password })) as {
    id: string
  }
  const { token } = (await test.local.users('users').login({ email, password })) as { token: string }
  return { id: created.id, headers: { authorization: `Session ${token}` } }
}

export function codeOf({ status, body }: TestResponse): [status: number, code: string | undefined] {
  const { error } = body as { error?: { code: string } }
  return [status, error?.code]
}

export interface Job {
  readonly id: string
  readonly action: string
  readonly status: string
  readonly attempts: number
  readonly error: { readonly code: string; readonly issues?: readonly unknown[] } | null
}

export function jobOf({ body, text }: TestResponse): Job {
  return must((body as { doc?: Job }).doc, `job in ${text}`)
}
