import { expect } from 'vitest'

/** A UUIDv7, as documents and rows get them. */
export const anyId: unknown = expect.stringMatching(
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
)

/** ISO 8601 UTC with milliseconds. */
export const anyInstant: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

/** The tag of an answer that rests on more than the document: on what was selected, computed, populated. */
export const tagOf = (revision: number): string =>
  expect.stringMatching(new RegExp(`^"${revision}-[\\w-]{16}"$`)) as string
