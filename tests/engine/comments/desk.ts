import type { AnyTestApp, TestResponse } from '@quirecms/testkit'
import { type RuleArguments, collection, defineConfig, f, global } from 'quirecms'
import { expect } from 'vitest'

const isEditor = ({ actor }: RuleArguments) => actor?.['role'] === 'editor'
const everybody = () => true
/** Editors may change everything, authors their own documents, readers nothing. */
const ownOrEditor = (args: RuleArguments) =>
  isEditor(args) || (args.actor?.['role'] === 'author' && { author: { equals: args.actor.id } })

/** An editorial desk: articles with drafts, notes without, a global, and a collection without comments. */
export const desk = defineConfig({
  admin: { users: 'users' },
  server: { rateLimit: false, publicUrl: 'https://desk.example.com' },
  collections: {
    users: collection({
      auth: true,
      trash: true,
      fields: { name: f.text(), role: f.text(), pay: f.text({ access: { read: isEditor } }) },
      access: { read: ({ actor }) => actor !== null && { role: { not_equals: 'ghost' } } },
    }),
    articles: collection({
      trash: true,
      comments: true,
      versions: { drafts: true },
      fields: {
        title: f.text(),
        author: f.text(),
        secret: f.text({ hidden: true }),
        fee: f.text({ access: { read: isEditor } }),
        // Readable by editors, and by all callers in the article `Open`.
        contract: f.text({ access: { read: (args) => isEditor(args) || args.doc?.['title'] === 'Open' } }),
        seo: f.group({ fields: { title: f.text(), note: f.text({ access: { read: isEditor } }) } }),
        rows: f.array({ fields: { text: f.text() } }),
        blocks: f.blocks({ blocks: { quote: { fields: { text: f.text() } } } }),
      },
      access: {
        read: everybody,
        readDrafts: ownOrEditor,
        create: isEditor,
        update: ownOrEditor,
        delete: isEditor,
        deletePermanent: isEditor,
        publish: isEditor,
      },
    }),
    notes: collection({
      comments: true,
      fields: { text: f.text(), author: f.text() },
      access: { read: everybody, create: isEditor, update: ownOrEditor, delete: isEditor },
    }),
    // Drafts of these are public.
    walls: collection({
      comments: true,
      versions: { drafts: true },
      fields: { text: f.text() },
      access: { read: everybody, readDrafts: everybody, update: everybody, create: everybody, delete: everybody },
    }),
    plain: collection({ comments: false, fields: { text: f.text() }, access: { read: everybody, update: everybody } }),
  },
  globals: {
    site: global({
      comments: true,
      versions: { drafts: true },
      fields: { name: f.text() },
      access: {
        read: everybody,
        readDrafts: (args) => args.actor !== null && args.actor['role'] !== 'reader',
        update: isEditor,
      },
    }),
  },
})

export const ARTICLES = '/api/collections/articles'
export const NOTHING = '01890000-0000-7000-8000-000000000000'

export interface Person {
  readonly id: string
  readonly email: string
  readonly headers: Readonly<Record<string, string>>
  readonly mention: { readonly collection: string; readonly id: string }
}

let made = 0

/** A user who is signed in. */
export async function signUp(test: AnyTestApp, role: string, name = role): Promise<Person> {
  made += 1
  const email = `${role}${made}@example.com`
  const password = 'correct horse'
  const data = { email, role, name }
  const { id } = (await test.local.asSystem().users('users').createUser({ data, password })) as { id: string }
  const { token } = (await test.local.users('users').login({ email, password })) as { token: string }
  return { id, email, headers: { authorization: `Session ${token}` }, mention: { collection: 'users', id } }
}

interface Documents {
  create(data: object): Promise<{ id: string }>
  update(id: string, data: object): Promise<object>
  publish(id: string): Promise<object>
  delete(id: string): Promise<object>
  restoreDeleted(id: string): Promise<object>
  deletePermanent(id: string): Promise<object>
}

export function asSystem(test: AnyTestApp, slug = 'articles'): Documents {
  return test.local.asSystem().collections[slug] as never
}

export function outcome({ status, body }: TestResponse): [status: number, code: string | undefined] {
  const { error } = body as { error?: { code: string } }
  return [status, error?.code]
}

export interface SeenComment {
  readonly id: string
  readonly thread: string | null
  readonly field: string | null
  readonly author: { readonly collection: string; readonly id: string }
  readonly body: string
  readonly mentions: readonly { readonly collection: string; readonly id: string }[]
  readonly createdAt: string
  readonly editedAt: string | null
  readonly resolvedAt: string | null
  readonly resolvedBy: { readonly collection: string; readonly id: string } | null
}

/** The comment routes of one document, as a user calls them. */
export function discussion(test: AnyTestApp, path: string) {
  const send = (as: Person | null, method: string, below: string, body?: object) =>
    test.request(method, `${path}/comments${below}`, { ...(as && { headers: as.headers }), ...(body && { body }) })
  return {
    send,
    say: async (as: Person, body: object): Promise<SeenComment> => {
      const answer = await send(as, 'POST', '', { body: 'Text', ...body })
      expect(outcome(answer)).toEqual([201, undefined])
      return (answer.body as { doc: SeenComment }).doc
    },
    list: async (as: Person, query = ''): Promise<readonly SeenComment[]> => {
      const answer = await send(as, 'GET', query)
      expect(outcome(answer)).toEqual([200, undefined])
      return (answer.body as { docs: SeenComment[] }).docs
    },
  }
}
