import type { Entity, FieldNode, Manifest, Where } from '@quirecms/core'

/** What a caller must not learn. */
export interface SecretField {
  /**
   * A field, as `posts.internalNote`, `posts.sections.quote.source` or `global:site.apiKey`, whose values differ
   * between the two worlds; or a collection whose documents exist in one of them only.
   */
  readonly path: string
  /** Restricts the secret to these documents, if the caller may read it in others. */
  readonly where?: Where
}

export interface ResolvedSecret {
  readonly path: string
  /** Name of the table: the slug of a collection, or `global:` and that of a global. */
  readonly slug: string
  /** From the root of the document; a block is one step. Empty for whole documents. */
  readonly steps: readonly string[]
  readonly where: Where | undefined
}

/** Throws for an unknown path: a misspelt secret would always pass. */
export function resolveSecret(given: SecretField | string, manifest: Documented): ResolvedSecret {
  const { path, where } = typeof given === 'string' ? { path: given } : given
  const [slug = '', ...steps] = path.split('.')
  const all = entitiesOf(manifest)
  const entity = all.find(({ table }) => table.name === slug)
  if (!entity)
    throw new Error(
      `'${path}' does not begin with a collection or a global. Choose one of: ${all.map(({ table }) => table.name).join(', ')}.`,
    )
  if (steps.length > 0 && !nodeAt(entity.fields, steps))
    throw new Error(`'${slug}' has no field '${steps.join('.')}' that is stored. Look for the path in 'fields'.`)
  if (entity.kind === 'global' && (steps.length === 0 || where))
    throw new Error(`'${slug}' is a global, of which there is always one. Name a field of it, without 'where'.`)
  return { path, slug, steps, where }
}

type Documented = Pick<Manifest, 'collections' | 'globals'>

export function entitiesOf({ collections, globals }: Documented): readonly Entity[] {
  return [...Object.values(collections), ...Object.values(globals)]
}

function nodeAt(fields: readonly FieldNode[], [name, ...rest]: readonly string[]): FieldNode | undefined {
  const node = fields.find((one) => one.name === name)
  if (!node || node.structure === 'computed') return undefined
  const [next] = rest
  if (next === undefined) return node
  if (node.structure === 'blocks') return nodeAt(node.blocks[next] ?? [], rest.slice(1))
  return nodeAt(node.fields, rest)
}
