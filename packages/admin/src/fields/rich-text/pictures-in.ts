/** The pictures among what is pasted or dropped. None where text comes with them: office programs add a picture of the text. */
export function picturesIn(transfer: DataTransfer | null): File[] {
  if (!transfer || hasText(transfer.getData('text/html'))) return []
  return [...transfer.files].filter(({ type }) => type.startsWith('image/'))
}

function hasText(html: string): boolean {
  // A document of its own, in which nothing runs and nothing is loaded.
  const text = new DOMParser().parseFromString(html, 'text/html').body.textContent
  return text.trim() !== ''
}
