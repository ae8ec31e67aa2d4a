import { QuireError } from '@quirecms/core'

const REVISION = /^(?:([1-9]\d{0,15})|"([1-9]\d{0,15})(?:-[\w-]{1,64})?")$/

/**
 * `If-Match`: a revision, quoted or not, or a tag that starts with one; anything else is 400. A tag's hash does not count: a change is
 * based on the document, not on how it was shown. Weak tags are refused, as RFC 9110 has it for a header that compares strongly.
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
 * `If-None-Match` on a write: what is created has never been there before, so `*` always holds. What is changed exists, so that no
 * value could hold; such a request is refused rather than done against its own condition.
 */
export function checkIfNoneMatch(header: string | undefined, creates: boolean): void {
  if (header === undefined || (creates && header === '*')) return
  throw new QuireError(
    'invalid_request',
    'A write takes "If-None-Match" only as "*", and only if it creates something.',
  )
}
