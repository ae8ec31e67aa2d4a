import { fileURLToPath } from 'node:url'
import type { DemoPicture } from './demo-content.ts'

/** Drawn for this example. */
export const demoPictures: readonly DemoPicture[] = [
  { file: pathOf('sheets.webp'), alt: 'A stack of paper, fanned out', german: 'Ein aufgefächerter Stapel Papier' },
  { file: pathOf('letters.webp'), alt: 'The letters a, b and c', german: 'Die Buchstaben a, b und c' },
  { file: pathOf('books.webp'), alt: 'Books on a shelf', german: 'Bücher auf einem Brett' },
  { file: pathOf('window.webp'), alt: 'A page in a browser', german: 'Eine Seite im Browser' },
]

function pathOf(name: string): string {
  return fileURLToPath(new URL(`./pictures/${name}`, import.meta.url))
}
