import type { FieldSchema } from '../data/schema.ts'

export type Members = { readonly [name: string]: unknown }

export function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value as an object, empty if it is none. */
export function asRecord(value: unknown): Members {
  return isRecord(value) ? value : {}
}

/** The objects of a list. */
export function recordsOf(value: unknown): readonly Members[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

/** What can be sent back of a group or row: the service computes the rest, and refuses to be told. */
export function writableOf(fields: readonly FieldSchema[], value: Members): Members {
  const fixed = new Set(fields.filter(isComputed).map(({ name }) => name))
  return fixed.size === 0 ? value : Object.fromEntries(Object.entries(value).filter(([name]) => !fixed.has(name)))
}

function isComputed({ structure, readOnly }: FieldSchema): boolean {
  return readOnly || structure === 'computed'
}
