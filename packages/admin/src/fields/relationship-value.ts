import { isRecord } from '../data/members.ts'
import type { FieldSchema } from '../data/schema.ts'

/** A target of a relationship, in any form of the value. */
export interface RelationshipTarget {
  readonly collection: string
  readonly id: string
  /** The document, if populated. */
  readonly doc?: Readonly<Record<string, unknown>>
  /** The document is loading. */
  readonly isAwaited?: boolean
  /** The request failed, so the target's state is unknown. */
  readonly isUnknown?: boolean
}

/** Reads the targets of a value: an id, a populated document, a pair with `relationTo`, or a list of these. */
export function targetsOf(field: FieldSchema, value: unknown): RelationshipTarget[] {
  const values = Array.isArray(value) ? (value as unknown[]) : [value]
  return values.flatMap((one) => targetOf(field, one) ?? [])
}

function targetOf(field: FieldSchema, value: unknown): RelationshipTarget | undefined {
  const only = typeof field.to === 'string' ? field.to : undefined
  if (typeof value === 'string') return only === undefined ? undefined : { collection: only, id: value }
  if (!isRecord(value)) return undefined
  if (typeof value['relationTo'] === 'string') {
    const inner = value['value']
    const collection = value['relationTo']
    if (typeof inner === 'string') return { collection, id: inner }
    return isRecord(inner) ? { collection, id: String(inner['id']), doc: inner } : undefined
  }
  return only === undefined ? undefined : { collection: only, id: String(value['id']), doc: value }
}

/** The value in the form that the API accepts. */
export function valueOf(field: FieldSchema, targets: readonly RelationshipTarget[]): unknown {
  const values = targets.map(({ collection, id }) =>
    typeof field.to === 'string' ? id : { relationTo: collection, value: id },
  )
  return field.many ? values : (values[0] ?? null)
}

/** The slugs that a relationship may point to. */
export function targetCollections(field: FieldSchema): readonly string[] {
  return typeof field.to === 'string' ? [field.to] : (field.to ?? [])
}
