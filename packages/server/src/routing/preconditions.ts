import { type ByteRange, QuireError } from '@quirecms/core'
import { RangeNotSatisfiable } from '../reply/refusals.ts'

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

const ONE_RANGE = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/i

/**
 * Returns the requested bytes (RFC 9110, 14.2). Returns undefined for the whole content: without the header, for an
 * unknown unit or form, for several ranges, or if `If-Range` matches none of the `validators` (tag and date). Throws
 * 416 if no requested byte exists.
 */
export function requestedRange(
  { range, 'if-range': ifRange }: { readonly range?: string | undefined; readonly 'if-range'?: string | undefined },
  size: number,
  validators: readonly string[],
): ByteRange | undefined {
  const match = range === undefined ? null : ONE_RANGE.exec(range.trim())
  if (!match || (ifRange !== undefined && !validators.includes(ifRange))) return undefined
  const [, first, last = '', suffix] = match
  const start = first === undefined ? Math.max(0, size - Number(suffix)) : Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  // A range that ends before it starts is ignored.
  if (last !== '' && Number(last) < start) return undefined
  if (start >= size) throw new RangeNotSatisfiable(size)
  return { start, end }
}
