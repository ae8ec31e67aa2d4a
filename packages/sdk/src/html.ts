import { type ImageOptions, imageOf } from './image.ts'
import { escapeHtml } from './rich-text/to-html.ts'

export { escapeHtml }

export interface ImgTagOptions extends ImageOptions {
  /** What the picture shows, for those who don't see it: `alt` of the document by default. */
  readonly alt?: string | undefined
  /** Where the service is, unless the page comes from there as well. */
  readonly baseUrl?: string | undefined
  /** Further attributes, such as `{ class: 'hero', loading: 'eager' }`. Null leaves one out. */
  readonly attributes?: Readonly<Record<string, string | number | null>> | undefined
}

/**
 * An `<img>` that loads the width it needs, in a format that the browser takes. Everything in it is escaped. The empty string for what is no
 * picture.
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
