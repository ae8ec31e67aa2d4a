/** What a page needs of a document of a collection of files to show it. Anything that is not as it should be counts as absent. */
interface Picture {
  readonly url?: unknown
  readonly width?: unknown
  readonly height?: unknown
  readonly crop?: unknown
  readonly placeholder?: unknown
  /** The widths in which it can be had: there where it is selected, or where the document is populated. */
  readonly srcset?: unknown
}

export interface ImageOptions {
  /** How wide the picture is on the page, in CSS pixels. Without it, it is as wide as the page. */
  readonly width?: number | undefined
  /** The `sizes` of `<img>`, where the width depends on the page: `'(min-width: 60em) 33vw, 100vw'`. */
  readonly sizes?: string | undefined
}

/** What an `<img>` needs. What is not known is not there. */
export interface ImageAttributes {
  readonly src: string
  readonly srcset?: string
  readonly sizes?: string
  /** So that the page doesn't jump when the picture comes. */
  readonly width?: number
  readonly height?: number
  /** A tiny picture as a data URL, to be seen until then. */
  readonly placeholder?: string
}

/** The attributes of a picture, with addresses below `baseUrl`. Null for a file that is no picture, and for a document that has no address. */
export function imageOf(
  baseUrl: string,
  given: object | null | undefined,
  { width, sizes }: ImageOptions = {},
): ImageAttributes | null {
  const doc: Picture | null | undefined = given
  if (typeof doc?.url !== 'string' || doc.url === '' || doc.width === null) return null
  const at = (url: string) => (url.startsWith('/') ? baseUrl + url : url)
  const entries = entriesOf(doc.srcset)
  const fitting = (width !== undefined && entries.find((entry) => entry.width >= width)) || entries.at(-1)
  return {
    src: at(fitting?.url ?? doc.url),
    ...(entries.length > 0 && {
      srcset: entries.map((entry) => `${at(entry.url)} ${entry.width}w`).join(', '),
      sizes: sizes ?? (width === undefined ? '100vw' : `(max-width: ${width}px) 100vw, ${width}px`),
    }),
    ...shownAs(doc, width),
    ...(typeof doc.placeholder === 'string' && { placeholder: doc.placeholder }),
  }
}

interface Entry {
  readonly width: number
  readonly url: string
}

/** The smallest first. */
function entriesOf(srcset: unknown): Entry[] {
  const isEntry = (one: Partial<Entry> | null): one is Entry =>
    typeof one?.width === 'number' && typeof one.url === 'string'
  const given: readonly (Partial<Entry> | null)[] = Array.isArray(srcset) ? srcset : []
  return given.filter(isEntry).toSorted((one, other) => one.width - other.width)
}

/** What the crop leaves is what is seen. */
function shownAs(
  { width, height, crop }: Picture,
  wanted: number | undefined,
): Pick<ImageAttributes, 'width' | 'height'> {
  if (typeof width !== 'number' || typeof height !== 'number' || width <= 0 || height <= 0) return {}
  const part = (crop ?? {}) as { readonly width?: unknown; readonly height?: unknown }
  const of = (length: number, percentage: unknown) =>
    typeof percentage === 'number' ? (length * percentage) / 100 : length
  const seen = { width: of(width, part.width), height: of(height, part.height) }
  const shown = Math.round(Math.min(wanted ?? seen.width, seen.width))
  return { width: shown, height: Math.max(1, Math.round((shown * seen.height) / seen.width)) }
}
