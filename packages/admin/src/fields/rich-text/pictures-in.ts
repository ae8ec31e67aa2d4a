import { parsed } from './pasted/clean-pasted.ts'
import { fileOfPicture, isToBeSeen, picturesLeftOut } from './pasted/pasted-pictures.ts'

interface PicturesIn {
  readonly files: readonly File[]
  /** How many pictures only the source program can show. */
  readonly lost: number
  /** Whether there are only pictures, and no text to paste. */
  readonly isAll: boolean
}

/** Pictures of a paste or drop. If there is also text, files are ignored: office programs add a picture of the text. */
export function picturesIn(transfer: DataTransfer | null): PicturesIn {
  const html = transfer?.getData('text/html') ?? ''
  const { body } = parsed(html)
  if (body.textContent.trim() === '') {
    const files = [...(transfer?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
    if (files.length > 0) return { files, lost: 0, isAll: true }
  }
  if (html.includes('data-pm-slice')) return { files: [], lost: 0, isAll: false }
  const left = picturesLeftOut(body).filter(isToBeSeen)
  const files = left.flatMap((picture, index) => fileOfPicture(picture, index + 1) ?? [])
  return { files, lost: left.length - files.length, isAll: false }
}
