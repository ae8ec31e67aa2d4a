import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** In the published package, the built app stands beside this file; in the workspace, it is in dist. */
const PLACES = ['./app/', '../dist/app/']

/** The folder of the built app, or null if it isn't built. The only part of the package that runs in Node. */
export function adminFolder(): string | null {
  const folders = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url)))
  return folders.find((folder) => existsSync(`${folder}index.html`)) ?? null
}
