import type { FieldNode, Manifest, Where } from '@quire/core'

/** What a caller must not learn. */
export interface Secret {
  /**
   * A field, as `posts.internalNote` or `posts.sections.quote.source`, whose values differ between the two worlds; or a collection, whose
   * documents are in one of the two alone.
   */
  readonly path: string
  /** Only in these documents, if the caller may see it in others. */
  readonly where?: Where
}

/** A secret at its place in the model. */
export interface ResolvedSecret {
  readonly slug: string
  /** From the top of the document; a block is a step of its own. Empty for the documents themselves. */
  readonly steps: readonly string[]
  readonly where: Where | undefined
}

/** Throws if the model has no such place: a secret that is misspelt would be kept by anybody. */
export function resolveSecret(given: Secret | string, { collections }: Pick<Manifest, 'collections'>): ResolvedSecret {
  const { path, where } = typeof given === 'string' ? { path: given } : given
  const [slug = '', ...steps] = path.split('.')
  const entity = collections[slug]
  if (!entity)
    throw new Error(`'${path}' begins with no collection. Choose among: ${Object.keys(collections).join(', ')}.`)
  if (steps.length > 0 && !nodeAt(entity.fields, steps))
    throw new Error(`'${slug}' has no field '${steps.join('.')}' that is stored. Look for the path in 'fields'.`)
  return { slug, steps, where }
}

function nodeAt(fields: readonly FieldNode[], [name, ...rest]: readonly string[]): FieldNode | undefined {
  const node = fields.find((one) => one.name === name)
  if (!node || node.structure === 'computed') return undefined
  const [next] = rest
  if (next === undefined) return node
  if (node.structure === 'blocks') return nodeAt(node.blocks[next] ?? [], rest.slice(1))
  return nodeAt(node.fields, rest)
}
