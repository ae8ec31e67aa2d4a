import { collection, global } from './client.ts'
import type { Doc, Input } from './document.ts'
import { can, hasDrafts, newestOf } from './entities.ts'
import type { EntitySchema } from './schema.ts'

export interface DocumentPlace {
  readonly kind: 'collection' | 'global'
  readonly entity: EntitySchema
  /** Null for a document that does not exist yet. Of a global, its slug. */
  readonly id: string | null
  readonly locale: string | undefined
}

export type ImageFrame = Parameters<ReturnType<typeof collection>['updateImage']>[1]

interface SaveOptions {
  readonly ifMatch: number
  readonly isAutosave: boolean
}

/** One interface for documents of collections and for globals, as forms need it. */
export interface DocumentApi {
  readonly read: (options?: { live?: boolean; locale?: string }) => Promise<Doc>
  readonly create: (data: Input) => Promise<Doc>
  readonly save: (data: Input, options: SaveOptions) => Promise<Doc>
  /** Changes focal point and crop, and cuts the sizes again. */
  readonly saveFrame: (frame: ImageFrame, ifMatch: number) => Promise<Doc>
  /** Publishes the newest content, or the live content of a revision; then the newest content stays as a draft. */
  readonly publish: (ifMatch: number, revision?: number) => Promise<Doc>
  readonly unpublish: (ifMatch: number) => Promise<Doc>
}

export function documentApi({ kind, entity, id, locale }: DocumentPlace): DocumentApi {
  const { slug } = entity
  // No fallbacks: a form shows the values of this language only.
  const inLocale = (one = locale) => (one === undefined ? {} : { locale: one, fallbackLocale: false as const })
  const copy = (live: boolean) => (live && hasDrafts(entity) ? { draft: false } : newestOf(entity))
  const autosave = (isAutosave: boolean) =>
    isAutosave && entity.parameters.includes('autosave') ? { autosave: true } : {}

  const atRevision = (revision: number | undefined) => (revision === undefined ? {} : { revision })

  if (kind === 'global') {
    const api = global(slug)
    return {
      read: (options = {}) => api.get({ ...inLocale(options.locale), ...copy(options.live === true) }),
      create: () => Promise.reject(new Error('A global always exists.')),
      save: (data, { ifMatch, isAutosave }) => api.update(data, { ifMatch, ...inLocale(), ...autosave(isAutosave) }),
      saveFrame: () => Promise.reject(new Error('A global is no image.')),
      publish: (ifMatch, revision) => api.publish({ ifMatch, ...atRevision(revision), ...inLocale() }),
      unpublish: (ifMatch) => api.unpublish({ ifMatch, ...inLocale() }),
    }
  }
  const api = collection(slug)
  const known = id ?? ''
  return {
    read: (options = {}) => api.findOne(known, { ...inLocale(options.locale), ...copy(options.live === true) }),
    create: (data) => api.create(data, inLocale()),
    save: (data, { ifMatch, isAutosave }) =>
      api.update(known, data, { ifMatch, ...inLocale(), ...autosave(isAutosave) }),
    saveFrame: (frame, ifMatch) => api.updateImage(known, frame, { ifMatch, ...inLocale() }),
    publish: (ifMatch, revision) => api.publish(known, { ifMatch, ...atRevision(revision), ...inLocale() }),
    unpublish: (ifMatch) => api.unpublish(known, { ifMatch, ...inLocale() }),
  }
}

/** Autosave requires drafts, so that readers never see an intermediate state. */
export function savesByItself(entity: EntitySchema): boolean {
  return hasDrafts(entity) && can(entity, 'update')
}
