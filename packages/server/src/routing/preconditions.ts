import { QuireError } from '@quirecms/core'

const REVISION = /^(?:([1-9]\d{0,15})|"([1-9]\d{0,15})(?:-[\w-]{1,64})?")$/

/**
 * Parses `If-Match`: a revision, quoted or not, or a tag that starts with one; otherwise 400. The hash of a tag is
 * ignored: a change is based on the document, not on its representation. Weak tags are refused, because the header
 * compares strongly (RFC 9110).
 */
export function parseIfMatch(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const match = REVISION.exec(header)
  const revision = Number(match?.[1] ?? match?.[2])
  if (!Number.isSafeInteger(revision))
    throw new QuireError('invalid_if_match', '"If-Match" must be a revision such as "3", or the ETag of the document.')
  return revision
}

/**
 * Checks `If-None-Match` of a write. For a create, `*` always holds. Any other value could never hold, so the request
 * is refused instead of violating its own condition.
 */
export function checkIfNoneMatch(header: string | undefined, creates: boolean): void {
  if (header === undefined || (creates && header === '*')) return
  throw new QuireError(
    'invalid_request',
    'A write takes "If-None-Match" only as "*", and only if it creates something.',
  )
}
