import { type ConnectOptions, connectPage, type PreviewConnection } from './preview-connection.ts'

export type { ConnectOptions, PreviewAsk, PreviewChange, PreviewConnection } from './preview-connection.ts'

export interface PreviewOptions {
  /** The preview token that the page was asked for with; without one, nothing is marked. */
  readonly token?: string | null | undefined
  /** The collection that documents are from, or the name of a global. */
  readonly of?: string
}

/** What marks an element; nothing without a token. */
export interface PreviewAttributes {
  readonly 'data-quire'?: string
}

type Previewed = { readonly id: string } | null | undefined

export interface Preview {
  /**
   * Says which field an element shows, so that a click on it opens the field. Rows are named by their ids.
   *
   * @example
   * <h1 {...preview.attributes(post, 'title')}>{post.title}</h1>
   */
  attributes(doc: Previewed, ...path: readonly string[]): PreviewAttributes
  /**
   * The same for HTML that is made of strings, with a space before it.
   *
   * @example
   * `<blockquote${preview.html(post, 'sections', section.id, 'text')}>`
   */
  html(doc: Previewed, ...path: readonly string[]): string
  /** The same for documents of another collection, which the page shows as well. */
  of(collection: string): Preview
  /**
   * In the preview of the admin app, follows what is typed there. Anywhere else it does nothing. Without `onChange` and `onDocument`, marked
   * texts are replaced as they are typed, and the page loads itself anew after a save, where it was scrolled to.
   */
  connect<Doc = Readonly<Record<string, unknown>>>(options?: ConnectOptions<Doc>): PreviewConnection
  /** The same as a script, for pages that are made of strings and have no bundler. Empty without a token. */
  script(options?: Pick<ConnectOptions, 'origin'>): string
}

/**
 * Live preview and click to edit, for the pages of a site.
 *
 * @example
 * const preview = createPreview({ of: 'posts', token })
 */
export function createPreview({ token, of = '' }: PreviewOptions = {}): Preview {
  const markOf = (doc: Previewed, path: readonly string[]) =>
    token && of && doc?.id && path.length > 0 ? `${of}:${doc.id}:${path.join('.')}` : undefined
  return {
    attributes(doc, ...path) {
      const mark = markOf(doc, path)
      return mark === undefined ? {} : { 'data-quire': mark }
    },
    html(doc, ...path) {
      const mark = markOf(doc, path)
      return mark === undefined ? '' : ` data-quire="${mark.replace(/[&"<>]/g, (one) => `&#${one.charCodeAt(0)};`)}"`
    },
    of: (collection) => createPreview({ token, of: collection }),
    connect: connectPage,
    script: (options = {}) =>
      // `<` would end the script that it stands in.
      token ? `(${connectPage.toString()})(${JSON.stringify(options).replaceAll('<', '\\u003c')})` : '',
  }
}
