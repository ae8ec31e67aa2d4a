import type { Doc } from '../../data/document.ts'
import type { Crop, Frame } from './use-files.ts'
import { isolated } from '../../words/direction.ts'
import { mediaWords } from './words.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './file-panel.module.css'
import { cutOf } from './frame.ts'

interface Size {
  readonly url: string
  readonly width: number
  readonly height: number
}

interface ImageSizesProps {
  readonly doc: Doc
  readonly src: string
  readonly kept: Frame
  readonly frame: Frame | undefined
}

/** The sizes of an image; while the crop changes, a preview of them. */
export function ImageSizes({ doc, src, kept, frame }: ImageSizesProps) {
  const said = useWords(mediaWords)
  const sizes = Object.entries((doc['sizes'] ?? {}) as Readonly<Record<string, Size | null>>)
  const image = { width: Number(doc['width']), height: Number(doc['height']) }
  if (sizes.length === 0) return null
  return (
    <ul className={styles.sizes} aria-label={said.sizes}>
      {sizes.map(([name, size]) => {
        if (!size) return null
        return (
          <li key={name} className={styles.size}>
            <span className={styles.cut} style={{ aspectRatio: `${size.width} / ${size.height}` }}>
              {frame ? (
                <img src={src} alt="" style={partOf(cutOf(image, kept, frame, size))} />
              ) : (
                <img src={size.url} alt="" className={styles.made} />
              )}
            </span>
            <span className={styles.sizeName}>{name}</span>
            <span className={styles.hint}>
              {frame ? said.asItWillBe : isolated(said.pixels({ width: size.width, height: size.height }))}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** Scales the image so that this part fills the box. */
function partOf({ x, y, width, height }: Crop) {
  const across = 100 / width
  const down = 100 / height
  return { width: `${across * 100}%`, height: `${down * 100}%`, left: `${-x * across}%`, top: `${-y * down}%` }
}
