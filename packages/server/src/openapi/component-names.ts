import type { DocumentForm, Entity } from '@quirecms/core'

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
