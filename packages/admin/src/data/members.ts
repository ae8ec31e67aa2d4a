import type { FieldSchema } from './schema.ts'

export type Members = { readonly [name: string]: unknown }

export function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function asRecord(value: unknown): Members {
  return isRecord(value) ? value : {}
}

export function recordsOf(value: unknown): readonly Members[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

/** The writable part of a group or row: the service refuses computed fields. */
export function writableOf(fields: readonly FieldSchema[], value: Members): Members {
  const fixed = new Set(fields.filter(isComputed).map(({ name }) => name))
  return fixed.size === 0 ? value : Object.fromEntries(Object.entries(value).filter(([name]) => !fixed.has(name)))
}

function isComputed({ structure, readOnly }: FieldSchema): boolean {
  return readOnly || structure === 'computed'
}
