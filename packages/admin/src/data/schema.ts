import type { PublicEntity, PublicField, PublicManifest } from '@quire/sdk'

/** What `GET /api/schema` says about an application. The whole app follows from it: no collection is known by name. */
export type Schema = PublicManifest

/** A collection or a global. */
export type EntitySchema = PublicEntity

export type FieldSchema = PublicField
