import type { DocumentForm, Entity, JsonSchema } from '@quirecms/core'

/** Suffixes of schema names. They keep the names of different entities distinct. */
const SUFFIXES: Readonly<Record<Exclude<Entity['kind'], 'service'>, Readonly<Record<DocumentForm, string>>>> = {
  collection: {
    document: 'Document',
    view: 'View',
    documentUnfinished: 'DocumentUnfinished',
    viewUnfinished: 'ViewUnfinished',
    content: 'Content',
    create: 'Create',
    update: 'Update',
    overrides: 'Overrides',
    documentAllLocales: 'DocumentAllLocales',
    viewAllLocales: 'ViewAllLocales',
    documentUnfinishedAllLocales: 'DocumentUnfinishedAllLocales',
    viewUnfinishedAllLocales: 'ViewUnfinishedAllLocales',
    contentAllLocales: 'ContentAllLocales',
    createAllLocales: 'CreateAllLocales',
    updateAllLocales: 'UpdateAllLocales',
    overridesAllLocales: 'OverridesAllLocales',
  },
  global: {
    document: 'Global',
    view: 'GlobalView',
    documentUnfinished: 'GlobalUnfinished',
    viewUnfinished: 'GlobalViewUnfinished',
    content: 'GlobalContent',
    create: 'GlobalCreate',
    update: 'GlobalInput',
    overrides: 'GlobalOverrides',
    documentAllLocales: 'GlobalAllLocales',
    viewAllLocales: 'GlobalViewAllLocales',
    documentUnfinishedAllLocales: 'GlobalUnfinishedAllLocales',
    viewUnfinishedAllLocales: 'GlobalViewUnfinishedAllLocales',
    contentAllLocales: 'GlobalContentAllLocales',
    createAllLocales: 'GlobalCreateAllLocales',
    updateAllLocales: 'GlobalInputAllLocales',
    overridesAllLocales: 'GlobalOverridesAllLocales',
  },
}

/**
 * `blog-posts` → `BlogPosts`. Different slugs stay different: a hyphen that is not followed by a letter becomes `_`.
 */
export function pascalCase(slug: string): string {
  const joined = slug.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()).replaceAll('-', '_')
  return joined.charAt(0).toUpperCase() + joined.slice(1)
}

/**
 * Returns the component name of a document's schema: `create` → `PostsCreate`, `document.sections.quote` →
 * `PostsDocument.sections.quote`.
 */
export function schemaName({ kind, slug }: Pick<Entity, 'kind' | 'slug'>, name: string): string {
  const dot = name.indexOf('.')
  const form = (dot === -1 ? name : name.slice(0, dot)) as DocumentForm
  const suffix = kind === 'service' ? '' : SUFFIXES[kind][form]
  // Otherwise a collection `site-global` would collide with the global `site`.
  const apart = kind === 'collection' && slug.endsWith('-global') ? '_' : ''
  return pascalCase(slug) + apart + suffix + (dot === -1 ? '' : name.slice(dot))
}

export function schemaReference(name: string): string {
  return `#/components/schemas/${name}`
}

/** Assigns operation ids: `listPosts`, `updateGlobalSettings`. */
export class OperationIds {
  readonly #taken = new Set<string>()

  take(operation: string, { kind, slug }: Pick<Entity, 'kind' | 'slug'>): string {
    const wanted = kind === 'service' ? operation : operation + (kind === 'global' ? 'Global' : '') + pascalCase(slug)
    let id = wanted
    // `restore` of `deleted-posts` and `restoreDeleted` of `posts` would get the same id.
    for (let next = 2; this.#taken.has(id); next++) id = `${wanted}_${next}`
    this.#taken.add(id)
    return id
  }
}

const REFERENCE = /^#\/components\/schemas\/(.+)$/

/** Returns the schemas that `from` references, directly or through others. */
export function reachableSchemas(
  schemas: Readonly<Record<string, JsonSchema>>,
  from: unknown,
): Record<string, JsonSchema> {
  const reached: Record<string, JsonSchema> = {}
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const inner of Object.values(value)) {
      const [, name] = (typeof inner === 'string' && REFERENCE.exec(inner)) || []
      const schema = name === undefined || Object.hasOwn(reached, name) ? undefined : schemas[name]
      if (name !== undefined && schema) {
        reached[name] = schema
        visit(schema)
      } else visit(inner)
    }
  }
  visit(from)
  return reached
}

interface NamedSchema {
  readonly own: string
  readonly schema: JsonSchema
  readonly reference: { $ref: string }
}

/**
 * Schemas of operations. Schemas that are the same for all entities become one component; if an operation's schemas
 * differ between entities, each entity has its own. So names of one entity don't depend on other entities.
 */
export class SharedSchemas {
  readonly #taken = new Map<string, NamedSchema[]>()

  /** Returns a reference whose name is set by `named()`. */
  take([operation, operationId]: readonly [string, string], suffix: string, schema: JsonSchema): JsonSchema {
    const shared = pascalCase(operation) + suffix
    const taken = { own: pascalCase(operationId) + suffix, schema, reference: { $ref: '' } }
    this.#taken.set(shared, [...(this.#taken.get(shared) ?? []), taken])
    return taken.reference
  }

  /** Names all schemas and completes their references. */
  named(): Record<string, JsonSchema> {
    const named: Record<string, JsonSchema> = {}
    for (const [shared, all] of this.#taken) {
      const isSame = new Set(all.map(({ schema }) => JSON.stringify(schema))).size === 1 && !all.some(isOfEntity)
      for (const { own, schema, reference } of all) {
        const name = isSame ? shared : own
        named[name] = schema
        reference.$ref = schemaReference(name)
      }
    }
    return named
  }
}

/** Whether the schema references documents, and so would differ for other entities. */
function isOfEntity({ schema }: NamedSchema): boolean {
  return /"#\/components\/schemas\/(?!Pagination"|Where")/.test(JSON.stringify(schema))
}
