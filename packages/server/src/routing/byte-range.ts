import type { ByteRange } from '@quirecms/core'
import { RangeNotSatisfiable } from '../reply/refusals.ts'

const ONE_RANGE = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/i

/**
 * The bytes that a `Range` asks for (RFC 9110, 14.2), or undefined for all of them: without the header, in a unit or form that we don't
 * know, with several ranges at once, or if `If-Range` names other bytes than those that are here, by none of their `validators` (tag and date). Throws 416 if none is there.
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
  // A range that ends before it starts is none at all.
  if (last !== '' && Number(last) < start) return undefined
  if (start >= size) throw new RangeNotSatisfiable(size)
  return { start, end }
}
