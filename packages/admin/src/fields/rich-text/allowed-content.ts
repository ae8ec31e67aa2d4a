import { isAuth } from '../../data/entities.ts'
import type { EntitySchema, FieldSchema } from '../../data/schema.ts'

/** Options that restrict a text. */
type TextOptions = Pick<FieldSchema, 'blocks'> & {
  readonly nodes?: unknown
  readonly marks?: unknown
  readonly to?: unknown
}

const list = (value: unknown): readonly unknown[] | undefined => (Array.isArray(value) ? value : undefined)

export function allowsNode(field: TextOptions, name: string): boolean {
  if (name === 'block') return Object.keys(field.blocks ?? {}).length > 0
  return list(field.nodes)?.includes(name) ?? true
}

export function allowsMark(field: TextOptions, name: string): boolean {
  return list(field.marks)?.includes(name) ?? true
}

/** The collections that the text may reference. */
export function namedCollections(
  field: TextOptions,
  collections: Readonly<Record<string, EntitySchema>>,
): readonly EntitySchema[] {
  const to = list(field.to)
  return Object.values(collections).filter((entity) => (to ? to.includes(entity.slug) : !isAuth(entity)))
}

/** Schemes that the service accepts in links. */
const SCHEMES = /^(https?|mailto|tel):/i
const ANY_SCHEME = /^[a-z][a-z\d+.-]*:/i
const DOMAIN = /^[\p{L}\d-]+(\.[\p{L}\d-]+)*\.\p{L}{2,}([/?#:]|$)/u
const MAIL = /^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/

/** Whether the service accepts an address in a link. */
export function isSafeAddress(address: string): boolean {
  // Browsers ignore white space and control characters in schemes, so they must not hide one here.
  const seen = address.replaceAll(/[\s\u0000-\u001f]/g, '')
  return seen !== '' && (SCHEMES.test(seen) || !ANY_SCHEME.test(seen))
}

/** Turns typed text into an address that the service accepts; undefined if it is none. */
export function addressOf(typed: string): string | undefined {
  const address = typed.trim()
  if (MAIL.test(address)) return `mailto:${address}`
  if (DOMAIN.test(address)) return `https://${address}`
  return isSafeAddress(address) ? address : undefined
}
