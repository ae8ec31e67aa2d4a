import { File } from 'lucide-react'
import { Icon } from './icon.tsx'
import styles from './thumbnail.module.css'

interface ThumbnailProps {
  /** A document of an upload collection. */
  readonly doc: Readonly<Record<string, unknown>>
  readonly size: 28 | 40 | 96 | 180
}

/** Thumbnail of a file, from the smallest size that is large enough. Decorative, because the name is beside it. */
export function Thumbnail({ doc, size }: ThumbnailProps) {
  // Small thumbnails are square; a large one shows the whole picture.
  const source = size === 180 ? pictureOf(doc, Number(doc['width'])) : pictureOf(doc, size * 2)
  if (source === undefined) {
    return (
      <span className={`${styles.file} ${styles[`s${size}`]}`}>
        <Icon of={File} />
      </span>
    )
  }
  return (
    <img
      className={`${styles.thumb} ${styles[`s${size}`]}`}
      src={source}
      alt=""
      // Reserves the width before the image loads.
      {...(size === 180 && sizeOf(doc))}
      loading={size === 180 ? 'eager' : 'lazy'}
    />
  )
}

function sizeOf({ width, height }: Readonly<Record<string, unknown>>): { width?: number; height?: number } {
  return typeof width === 'number' && typeof height === 'number' ? { width, height } : {}
}

interface Size {
  readonly url?: unknown
  readonly width?: unknown
}

/** Address of a picture of at least this width; undefined for other files. */
export function pictureOf(doc: Readonly<Record<string, unknown>>, width: number): string | undefined {
  const { mimeType, url, sizes, srcset } = doc
  if (typeof mimeType !== 'string' || !mimeType.startsWith('image/') || typeof url !== 'string') return undefined
  const widths = Array.isArray(srcset) ? (srcset as readonly Size[]) : []
  const made = [...Object.values((sizes ?? {}) as Readonly<Record<string, Size | null>>), ...widths]
    .filter(
      (size): size is { url: string; width: number } => typeof size?.url === 'string' && Number(size.width) >= width,
    )
    .toSorted((a, b) => a.width - b.width)
  return made[0]?.url ?? url
}
