import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const PLACES = ['./app/', '../dist/app/']

export function adminFolder(): string | null {
  const folders = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url)))
  return folders.find((folder) => existsSync(`${folder}index.html`)) ?? null
}
