import type { QueryClient } from '@tanstack/react-query'
import { isOffline } from '../../data/api-error.ts'
import { find } from '../../data/client.ts'
import type { Doc } from '../../data/document.ts'
import { type DocumentApi, documentApi, type ImageFrame, type DocumentPlace } from '../../data/document-api.ts'
import { can, isUpload, newestOf } from '../../data/entities.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { sameJson } from '../../data/same-json.ts'
import { isForeign, lockQuery } from '../../data/use-lock.ts'
import { setReachable } from '../../data/use-online.ts'
import type { EditingService, Tried } from './editing-parts.ts'
import type { Edits } from './edits.ts'
import { followed, isRefusedFor } from './follow-source.ts'
import { changeOf, creationOf } from './sent-change.ts'

/** Tolerance for different clocks of device and service. */
const SKEW = 60_000

/** Implements the service calls for a document. */
export function editingService(place: DocumentPlace, queries: QueryClient): EditingService {
  const { entity, kind } = place
  const of = (id: string | null) => documentApi({ ...place, id })
  /** The document, if this form created it. */
  let made: Doc | undefined
  return {
    read: (id) => noted(of(id).read()),
    create: async (data) => {
      made = await noted(of(null).create(creationOf(entity.fields, data)))
      return made
    },
    save: async (stored, data, { isAutosave }) => {
      // After a publish or a change by another user, this form no longer updates the slug.
      if (made?.revision !== stored.revision) made = undefined
      const added = made ? followed(entity, made, data) : {}
      const changed = changeOf(entity.fields, stored, data)
      const save = (sent: Edits) => noted(saveAll(of(stored.id), entity, stored, sent, isAutosave))
      const doc = await save({ ...changed, ...added }).catch((error: unknown) => {
        if (!isRefusedFor(error, added)) throw error
        return save(changed)
      })
      if (made) made = doc
      return doc
    },
    findMade: (tried) => noted(findMade(place, tried)),
    isHeld: async (id) =>
      kind === 'collection' &&
      can(entity, 'lock') &&
      isForeign(await queries.query({ ...lockQuery(entity.slug, id), staleTime: 0 })),
  }
}

/** Crop and focal point have a separate operation; the form saves them like fields. */
async function saveAll(
  api: DocumentApi,
  entity: EntitySchema,
  stored: Doc,
  sent: Edits,
  isAutosave: boolean,
): Promise<Doc> {
  const frame = isUpload(entity) ? frameIn(stored, sent) : undefined
  if (!frame) return api.save(sent, { ifMatch: stored.revision, isAutosave })
  const { focalPoint: _, crop: __, ...others } = sent
  const isMore = Object.keys(others).length > 0
  const doc = isMore ? await api.save(others, { ifMatch: stored.revision, isAutosave }) : stored
  return api.saveFrame(frame, doc.revision)
}

const MIDDLE = { x: 50, y: 50 }

function frameIn(stored: Doc, sent: Edits): ImageFrame | undefined {
  if (!Object.hasOwn(sent, 'focalPoint') && !Object.hasOwn(sent, 'crop')) return undefined
  const { focalPoint, crop } = { ...stored, ...sent } as Doc & Partial<ImageFrame>
  return { focalPoint: focalPoint ?? MIDDLE, crop: crop ?? null }
}

/** Without an idempotency key, the only evidence is a new document with exactly the sent content. */
async function findMade({ entity, locale }: DocumentPlace, { data, since }: Tried) {
  if (Object.keys(data).length === 0) return undefined
  const { docs } = await find(entity.slug, {
    where: { createdAt: { greater_than_equal: new Date(since - SKEW).toISOString() } },
    sort: ['-createdAt'],
    limit: 10,
    ...newestOf(entity),
    ...(locale !== undefined && { locale }),
  })
  return docs.find((doc) => Object.entries(data).every(([name, value]) => sameJson(doc[name], value)))
}

/** Updates the connection state of the app with each call. */
async function noted<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    const answer = await call
    setReachable(true)
    return answer
  } catch (error) {
    setReachable(!isOffline(error))
    throw error
  }
}
