import { type ConnectOptions, connectPage, type PreviewConnection } from './preview-connection.ts'

export type { ConnectOptions, PreviewAsk, PreviewChange, PreviewConnection } from './preview-connection.ts'

export interface PreviewOptions {
  /** The preview token from the URL of the page; without one, nothing is marked. */
  readonly token?: string | null | undefined
  /** The collection of the documents, or the name of a global. */
  readonly of?: string
}

/** Attributes that mark an element; empty without a token. */
export interface PreviewAttributes {
  readonly 'data-quire'?: string
}

type Previewed = { readonly id: string } | null | undefined

export interface Preview {
  /**
   * Returns attributes that tell which field an element shows, so that a click opens the field. Rows are named by their
   * ids.
   *
   * @example
   * <h1 {...preview.attributes(post, 'title')}>{post.title}</h1>
   */
  attributes(doc: Previewed, ...path: readonly string[]): PreviewAttributes
  /**
   * Like `attributes`, for HTML in strings, with a leading space.
   *
   * @example
   * `<blockquote${preview.html(post, 'sections', section.id, 'text')}>`
   */
  html(doc: Previewed, ...path: readonly string[]): string
  /** Returns a preview for documents of another collection. */
  of(collection: string): Preview
  /**
   * Follows edits in the preview pane of the admin app; does nothing elsewhere. Without `onChange` and `onDocument`,
   * marked texts are replaced during editing, and the page reloads after a save, at the same scroll position.
   */
  connect<Doc = Readonly<Record<string, unknown>>>(options?: ConnectOptions<Doc>): PreviewConnection
  /** Returns `connect` as a script, for pages of strings without a bundler. Empty without a token. */
  script(options?: Pick<ConnectOptions, 'origin'>): string
}

/**
 * Creates live preview and click-to-edit for the pages of a site.
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
      // `<` could end the script element.
      token ? `(${connectPage.toString()})(${JSON.stringify(options).replaceAll('<', '\\u003c')})` : '',
  }
}
