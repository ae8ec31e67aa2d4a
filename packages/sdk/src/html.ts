import { type ImageOptions, imageOf } from './image.ts'
import { escapeHtml } from './rich-text/to-html.ts'

export { escapeHtml }

export interface ImgTagOptions extends ImageOptions {
  /** Alternative text; `alt` of the document by default. */
  readonly alt?: string | undefined
  /** URL of the service, if the page has another origin. */
  readonly baseUrl?: string | undefined
  /** Further attributes, such as `{ class: 'hero', loading: 'eager' }`. Null removes one. */
  readonly attributes?: Readonly<Record<string, string | number | null>> | undefined
}

/**
 * Returns an `<img>` that loads the width it needs, in a format that the browser supports. All values are escaped.
 * Returns an empty string if the document is not an image.
 *
 * @example
 * imgTag(post.cover, { width: 640 })
 */
export function imgTag(
  doc: object | null | undefined,
  { alt, baseUrl = '', attributes = {}, ...options }: ImgTagOptions = {},
): string {
  const image = imageOf(baseUrl.replace(/\/+$/, ''), doc, options)
  if (!image) return ''
  const { placeholder: _placeholder, ...shown } = image
  const { alt: own }: { readonly alt?: unknown } = doc ?? {}
  const described = alt ?? (typeof own === 'string' ? own : '')
  const all = { ...shown, alt: described, loading: 'lazy', decoding: 'async', ...attributes }
  const written = Object.entries(all)
    .filter(([name, value]) => value !== null && /^[a-z][a-z0-9-]*$/i.test(name))
    .map(([name, value]) => `${name}="${escapeHtml(value)}"`)
  return `<img ${written.join(' ')}>`
}
