import { parsed } from './pasted/clean-pasted.ts'
import { fileOfPicture, isToBeSeen, picturesLeftOut } from './pasted/pasted-pictures.ts'

interface PicturesIn {
  /** To be stored, and shown in the text. */
  readonly files: readonly File[]
  /** How many there were that only the program they come from can show. */
  readonly lost: number
  /** Nothing but pictures: there is no text to paste. */
  readonly isAll: boolean
}

/**
 * The pictures among what is pasted or dropped. Where text comes with files, these are left: office programs add a
 * picture of the text.
 */
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
