import { equality } from '../contracts/operators.ts'
import { isObject } from '../content/json-object.ts'
import { defineFieldType, type OptionsFor } from './define-field-type.ts'
import { manyTargets } from './operators.ts'
import { aBoolean, commonOptions, type OptionKind, oneOf } from './option-kinds.ts'

/** A reference to a document of one of several collections (docs/contract/documents.md#references). */
export interface PolymorphicReference<Slug extends string = string> {
  readonly relationTo: Slug
  readonly value: string
}

type ReferenceValue = string | PolymorphicReference

export interface RelationshipOptions extends OptionsFor<ReferenceValue | readonly ReferenceValue[]> {
  /** With the slug of one collection, values are ids. With a list of slugs, they are `{ relationTo, value }`. */
  readonly to: string | readonly string[]
  readonly many?: boolean
  /** Effect of deleting the target: the id stays, it is removed, or the deletion is refused. */
  readonly onDelete?: 'keep' | 'clear' | 'restrict'
  /**
   * For a relationship to its own collection, such as `parent`: refuses cycles, and documents deeper than `depth`
   * levels, 32 by default.
   */
  readonly tree?: boolean | { readonly depth: number }
}

const DEPTH = 32

/** Upper bound of `depth`: each level costs a lookup of another document on every move. */
const DEEPEST = 1000

const aTree: OptionKind = (value) => {
  if (typeof value === 'boolean') return null
  const depth = isObject(value) && Object.keys(value).length === 1 ? value['depth'] : undefined
  const isSound = Number.isSafeInteger(depth) && (depth as number) >= 2 && (depth as number) <= DEEPEST
  return isSound ? null : `must be true, false or { depth } with 2 to ${DEEPEST} levels`
}

/** The maximum depth of a tree; null without `tree`. */
export function treeDepth(tree: unknown): number | null {
  if (!tree) return null
  return isObject(tree) && typeof tree['depth'] === 'number' ? tree['depth'] : DEPTH
}

const aTarget: OptionKind = (value) => {
  const slugs: unknown = typeof value === 'string' ? [value] : value
  return Array.isArray(slugs) && slugs.length > 0 && slugs.every((slug) => typeof slug === 'string' && slug !== '')
    ? null
    : 'must be the slug of a collection, or a list of slugs'
}

/**
 * Points to documents of this or other collections: to one, or to `many`. The engine checks whether a target exists.
 */
export const relationship = defineFieldType<RelationshipOptions>()({
  name: 'relationship',
  appendsUnique: true,
  options: {
    ...commonOptions,
    to: aTarget,
    many: aBoolean,
    onDelete: oneOf('keep', 'clear', 'restrict'),
    tree: aTree,
  },
  schema: ({ to }) =>
    typeof to === 'string'
      ? { type: 'string' }
      : {
          type: 'object',
          properties: { relationTo: { type: 'string', enum: to }, value: { type: 'string' } },
          required: ['relationTo', 'value'],
          additionalProperties: false,
        },
  expected: ({ to }) => (typeof to === 'string' ? 'an id' : 'a reference, { relationTo, value }'),
  storedAs: ({ to }) => (typeof to === 'string' ? 'text' : 'pair'),
  operators: ({ many }) => (many ? manyTargets : equality),
  many: ({ many }) => many ?? false,
  manifest: ({ to, many, onDelete = 'keep', tree }) => {
    const depth = treeDepth(tree)
    return { to: typeof to === 'string' ? to : [...to], many, onDelete, ...(depth !== null && { tree: { depth } }) }
  },
  problems: ({ to, many, tree }) => {
    if (to === undefined) return ['`to` is missing']
    if (tree && (many || typeof to !== 'string'))
      return ['`tree` only works for a relationship to one document of one collection']
    return new Set([to].flat()).size === [to].flat().length ? [] : ['`to` names a collection twice']
  },
  targets: ({ to }) => (typeof to === 'string' ? [to] : to),
})
