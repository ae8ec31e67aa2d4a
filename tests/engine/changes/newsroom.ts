import { collection, defineConfig, f, global, type RuleArguments } from 'quirecms'
import { expect } from 'vitest'

const everybody = () => true
const isEditor = ({ actor }: RuleArguments) => {
  const roles: unknown = actor?.['roles']
  return Array.isArray(roles) && roles.includes('editor')
}

/** Drafts that editors read, notes that only their owners read, and a closed collection. */
export const newsroom = defineConfig({
  changes: true,
  server: { rateLimit: false },
  log: { level: 'silent' },
  admin: { users: 'users' },
  collections: {
    posts: collection({
      fields: {
        title: f.text({ required: true }),
        secret: f.text({ access: { read: isEditor } }),
      },
      versions: { drafts: true },
      trash: true,
      access: {
        read: everybody,
        readDrafts: isEditor,
        create: isEditor,
        update: isEditor,
        delete: isEditor,
        publish: isEditor,
        deletePermanent: isEditor,
      },
    }),
    notes: collection({
      fields: { text: f.text(), owner: f.text() },
      access: {
        read: ({ actor }) => (actor ? { owner: { equals: actor.id } } : false),
        create: everybody,
        update: everybody,
        delete: everybody,
      },
    }),
    plain: collection({
      fields: { name: f.text(), body: f.textarea() },
      access: { read: everybody, create: everybody, update: everybody, delete: everybody },
      hooks: {
        afterChange: [
          ({ doc }) => {
            if (doc?.['name'] === 'undo') throw new Error('undone')
          },
        ],
      },
    }),
    /** Changes that only the system sees. */
    marks: collection({ fields: { name: f.text() }, access: { read: () => false } }),
    users: collection({
      fields: { name: f.text(), roles: f.select({ options: ['editor', 'reader'], many: true }) },
      auth: { apiKeys: true },
      access: { read: ({ actor }) => actor !== null, update: isEditor },
    }),
  },
  globals: {
    site: global({ fields: { name: f.text() }, access: { read: everybody, update: everybody } }),
  },
})

/** An application with the feed, and with a collection `marks` that only the application itself reads. */
interface WithMarks {
  readonly local: {
    asSystem(): {
      readonly collections: { readonly marks: { create(data: { name: string }): Promise<{ readonly id: string }> } }
      readChanges(options: { after: string; collections: readonly 'marks'[]; limit: number }): Promise<{
        readonly changes: readonly { readonly documentId: string | null }[]
        readonly next: string
        readonly behind: boolean
      }>
    }
  }
}

/**
 * Waits until the feed has delivered all commits so far. On PostgreSQL, an open transaction of a concurrent test may
 * delay them.
 */
export async function settled({ local }: WithMarks): Promise<void> {
  const system = local.asSystem()
  const { id } = await system.collections.marks.create({ name: 'here' })
  const newest = async () => {
    for (let after = ''; ; ) {
      const { changes, next, behind } = await system.readChanges({ after, collections: ['marks'], limit: 500 })
      if (!behind) return changes.at(-1)?.documentId
      after = next
    }
  }
  await expect.poll(newest).toBe(id)
}
