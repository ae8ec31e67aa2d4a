const LONGEST = 2048
const LONGEST_TEXT = 1000

/**
 * Pictures whose address works only on one device, in one mail or for a moment: `file:`, `cid:`, `blob:`, `data:`. The
 * service would refuse the text with them.
 */
export function picturesLeftOut(body: HTMLElement): HTMLImageElement[] {
  const pictures = [...body.querySelectorAll('img')]
  for (const picture of pictures) {
    if (picture.alt.length > LONGEST_TEXT) picture.alt = picture.alt.slice(0, LONGEST_TEXT)
  }
  return pictures.filter((picture) => {
    const address = (picture.getAttribute('src') ?? '').trim()
    return address.length > LONGEST || !/^https?:\/\//i.test(address) || !isToBeSeen(picture)
  })
}

/** The file of a `data:` picture, to upload it; undefined for others. */
export function fileOfPicture(picture: HTMLImageElement, number: number): File | undefined {
  const [, type, coded] =
    /^data:(image\/(?:png|jpeg|gif|webp|avif));base64,([a-z\d+/=\s]+)$/i.exec(picture.getAttribute('src') ?? '') ?? []
  if (type === undefined || coded === undefined) return undefined
  try {
    const bytes = Uint8Array.from(atob(coded), (letter) => letter.charCodeAt(0))
    return new File([bytes], `pasted-${number}.${type.slice(type.indexOf('/') + 1)}`, { type })
  } catch {
    return undefined
  }
}

/** False for 1-pixel tracking images. */
export function isToBeSeen(picture: HTMLImageElement): boolean {
  return picture.getAttribute('width') !== '1' && picture.getAttribute('height') !== '1'
}
