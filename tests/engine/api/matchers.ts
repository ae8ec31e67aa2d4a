import { expect } from 'vitest'

/** A UUIDv7, as documents and rows get them. */
export const anyId: unknown = expect.stringMatching(
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
)

/** ISO 8601 UTC with milliseconds. */
export const anyInstant: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

/** Tag of an answer that depends on more than the document: selection, computed fields, population. */
export const tagOf = (revision: number): string =>
  expect.stringMatching(new RegExp(`^"${revision}-[\\w-]{16}"$`)) as string
