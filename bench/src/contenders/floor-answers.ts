import type { Seeded } from '../content/seeded.ts'

/** A document in the API's response format. The floor stores it in this form, so that it can send it unchanged. */
export interface FloorDocument<Content> {
  readonly id: string
  readonly revision: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly content: Content
}

export function documentText<Content>({ id, revision, createdAt, updatedAt, content }: FloorDocument<Content>): string {
  return JSON.stringify({ id, revision, createdAt, updatedAt, ...content })
}

export function seededText<Content>({ id, createdAt, content }: Seeded<Content>): string {
  return documentText({ id, revision: 1, createdAt, updatedAt: createdAt, content })
}

export function listText(docs: string, page: number, limit: number, totalDocs: number): string {
  const totalPages = Math.ceil(totalDocs / limit)
  const hasNextPage = page < totalPages
  const hasPrevPage = page > 1
  const nextPage = hasNextPage ? page + 1 : null
  const prevPage = hasPrevPage ? page - 1 : null
  const pagination = { page, limit, totalDocs, totalPages, hasNextPage, hasPrevPage, nextPage, prevPage }
  return `{"docs":[${docs}],"pagination":${JSON.stringify(pagination)}}`
}

/** Returns the operand of the only condition: 50000 in `{ "views": { "greater_than": 50000 } }`. */
export function testedValue(where: string): string | number {
  const [test] = Object.values(JSON.parse(where) as Record<string, Record<string, string | number>>)
  return Object.values(test ?? {})[0] ?? ''
}
