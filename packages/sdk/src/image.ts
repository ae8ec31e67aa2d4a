/** The fields of an upload document that are needed to show it. Invalid values count as absent. */
interface Picture {
  readonly url?: unknown
  readonly width?: unknown
  readonly height?: unknown
  readonly crop?: unknown
  readonly placeholder?: unknown
  /** Available widths; present if it is selected, or if the document is populated. */
  readonly srcset?: unknown
}

export interface ImageOptions {
  /** Width of the image on the page in CSS pixels; by default, the width of the page. */
  readonly width?: number | undefined
  /** `sizes` of the `<img>`, if the width depends on the page: `'(min-width: 60em) 33vw, 100vw'`. */
  readonly sizes?: string | undefined
}

/** Attributes of an `<img>`. Unknown ones are absent. */
export interface ImageAttributes {
  readonly src: string
  readonly srcset?: string
  readonly sizes?: string
  /** Prevents layout shifts while the image loads. */
  readonly width?: number
  readonly height?: number
  /** A tiny image as a data URL, to show until then. */
  readonly placeholder?: string
}

/**
 * Returns the attributes of an image, with URLs below `baseUrl`. Null for a file that is not an image, and for a
 * document without a URL.
 */
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

interface SrcsetCandidate {
  readonly width: number
  readonly url: string
}

function entriesOf(srcset: unknown): SrcsetCandidate[] {
  const isEntry = (one: Partial<SrcsetCandidate> | null): one is SrcsetCandidate =>
    typeof one?.width === 'number' && typeof one.url === 'string'
  const given: readonly (Partial<SrcsetCandidate> | null)[] = Array.isArray(srcset) ? srcset : []
  return given.filter(isEntry).toSorted((one, other) => one.width - other.width)
}

/** Returns the displayed size, after the crop. */
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
