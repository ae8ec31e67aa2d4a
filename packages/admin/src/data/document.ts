/** A document, as the API answers with it. Which fields it has, only the schema says. */
export interface Doc {
  readonly id: string
  readonly revision: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly deletedAt?: string | null
  readonly _status?: 'draft' | 'published'
  readonly _publishedRevision?: number | null
  readonly [field: string]: unknown
}

export interface Page<Item = Doc> {
  readonly docs: readonly Item[]
  readonly pagination: Pagination
}

export interface Pagination {
  readonly page: number
  readonly limit: number
  readonly totalDocs: number
  readonly totalPages: number
  readonly hasNextPage: boolean
  readonly hasPrevPage: boolean
}

/** What the actor may do with a collection, a document or a global. */
export interface Capabilities {
  readonly operations: Readonly<Record<string, boolean>>
  readonly fields: Readonly<
    Record<string, { readonly read: boolean; readonly create: boolean; readonly update: boolean }>
  >
}

export interface Lock {
  readonly actor: { readonly collection: string; readonly id: string }
  readonly acquiredAt: string
  readonly expiresAt: string
  readonly mine: boolean
}

export interface Snapshot {
  readonly id: string
  readonly revision: number
  readonly _status?: 'draft' | 'published'
  readonly createdAt: string
  readonly createdBy: { readonly collection: string; readonly id: string } | null
  readonly data: Readonly<Record<string, unknown>>
}

export interface Session {
  readonly user: Doc & { readonly email: string }
  readonly collection: string
  readonly session: { readonly id: string; readonly expiresAt: string } | null
}

export type BulkOutcome =
  | { readonly id: string; readonly ok: true; readonly doc?: Doc }
  | { readonly id: string; readonly ok: false; readonly error: { readonly code: string; readonly message: string } }

export type Where = { readonly [path: string]: unknown }
