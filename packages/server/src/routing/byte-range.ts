import type { ByteRange } from '@quirecms/core'
import { RangeNotSatisfiable } from '../reply/refusals.ts'

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
