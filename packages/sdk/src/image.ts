/** A document of a collection of files, as far as a page needs it to show a picture. */
export interface PictureDocument {
  readonly url?: string | null | undefined
  readonly width?: number | null | undefined
  readonly height?: number | null | undefined
  readonly crop?: { readonly width: number; readonly height: number } | null | undefined
  readonly placeholder?: string | null | undefined
  /** The widths in which it can be had: there where it is selected, or where the document is populated. */
  readonly srcset?: readonly { readonly width: number; readonly url: string }[] | null | undefined
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
  doc: PictureDocument | null | undefined,
  { width, sizes }: ImageOptions = {},
): ImageAttributes | null {
  if (!doc?.url || doc.width === null) return null
  const at = (url: string) => (url.startsWith('/') ? baseUrl + url : url)
  const entries = [...(doc.srcset ?? [])].toSorted((one, other) => one.width - other.width)
  const fitting = (width !== undefined && entries.find((entry) => entry.width >= width)) || entries.at(-1)
  return {
    src: at(fitting?.url ?? doc.url),
    ...(entries.length > 0 && {
      srcset: entries.map((entry) => `${at(entry.url)} ${entry.width}w`).join(', '),
      sizes: sizes ?? (width === undefined ? '100vw' : `(max-width: ${width}px) 100vw, ${width}px`),
    }),
    ...shownAs(doc, width),
    ...(doc.placeholder && { placeholder: doc.placeholder }),
  }
}

/** What the crop leaves is what is seen. */
function shownAs(
  { width, height, crop }: PictureDocument,
  wanted: number | undefined,
): Pick<ImageAttributes, 'width' | 'height'> {
  if (!width || !height) return {}
  const seen = { width: (width * (crop?.width ?? 100)) / 100, height: (height * (crop?.height ?? 100)) / 100 }
  const shown = Math.round(Math.min(wanted ?? seen.width, seen.width))
  return { width: shown, height: Math.max(1, Math.round((shown * seen.height) / seen.width)) }
}
