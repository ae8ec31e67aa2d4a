import { collection, global } from './client.ts'
import type { Doc } from './document.ts'
import { can, hasDrafts, newestOf } from './entities.ts'
import type { EntitySchema } from './schema.ts'

export interface Place {
  readonly kind: 'collection' | 'global'
  readonly entity: EntitySchema
  /** Null for a document that does not exist yet. Of a global, its slug. */
  readonly id: string | null
  readonly locale: string | undefined
}

interface SaveOptions {
  readonly ifMatch: number
  readonly isAutosave: boolean
}

/** What a form does with its document: one interface for documents of collections and for globals. */
export interface DocumentApi {
  readonly read: (options?: { live?: boolean; locale?: string }) => Promise<Doc>
  readonly create: (data: object) => Promise<Doc>
  readonly save: (data: object, options: SaveOptions) => Promise<Doc>
  readonly publish: (ifMatch: number) => Promise<Doc>
  readonly unpublish: (ifMatch: number) => Promise<Doc>
}

export function documentApi({ kind, entity, id, locale }: Place): DocumentApi {
  const { slug } = entity
  // Without fallbacks: a form shows what is there in this language, and nothing in the place of what is missing.
  const inLocale = (one = locale) => (one === undefined ? {} : { locale: one, fallbackLocale: false })
  const copy = (live: boolean) => (live && hasDrafts(entity) ? { draft: false } : newestOf(entity))
  const autosave = (isAutosave: boolean) =>
    isAutosave && entity.parameters.includes('autosave') ? { autosave: true } : {}
  // The schema describes documents; the client's types of an unknown application say no more than that it is JSON.
  const asDoc = (answer: Promise<unknown>) => answer as Promise<Doc>

  if (kind === 'global') {
    const api = global(slug)
    return {
      read: (options = {}) => asDoc(api.get({ ...inLocale(options.locale), ...copy(options.live === true) } as never)),
      create: () => Promise.reject(new Error('A global always exists.')),
      save: (data, { ifMatch, isAutosave }) =>
        asDoc(api.update(data as never, { ifMatch, ...inLocale(), ...autosave(isAutosave) } as never)),
      publish: (ifMatch) => asDoc(api.publish({ ifMatch, ...inLocale() } as never)),
      unpublish: (ifMatch) => asDoc(api.unpublish({ ifMatch, ...inLocale() } as never)),
    }
  }
  const api = collection(slug)
  const known = id ?? ''
  return {
    read: (options = {}) =>
      asDoc(api.findOne(known, { ...inLocale(options.locale), ...copy(options.live === true) } as never)),
    create: (data) => asDoc(api.create(data as never, inLocale() as never)),
    save: (data, { ifMatch, isAutosave }) =>
      asDoc(api.update(known, data as never, { ifMatch, ...inLocale(), ...autosave(isAutosave) } as never)),
    publish: (ifMatch) => asDoc(api.publish(known, { ifMatch, ...inLocale() } as never)),
    unpublish: (ifMatch) => asDoc(api.unpublish(known, { ifMatch, ...inLocale() } as never)),
  }
}

/** Where saving by itself does no harm: readers see none of it, and the service need not keep every pause. */
export function savesByItself(entity: EntitySchema): boolean {
  return hasDrafts(entity) && can(entity, 'update')
}
