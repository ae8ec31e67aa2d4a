import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface AddedLanguage {
  /** BCP 47 tag: `da`, `pt-PT`. */
  readonly code: string
  /** Served name, with a content hash, so that browsers can cache the file indefinitely. */
  readonly name: string
  readonly text: string
}

/** Reads the application's translations of the admin app. Throws at start if a file is not an object. */
export function readLanguages(languages: Readonly<Record<string, URL>>): AddedLanguage[] {
  return Object.entries(languages).map(([code, file]) => {
    const text = JSON.stringify(textsOf(code, fileURLToPath(file)))
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 12)
    return { code, name: `assets/languages/${code}-${hash}.json`, text }
  })
}

function textsOf(code: string, path: string): object {
  let texts: unknown
  try {
    texts = JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new Error(`admin.languages.${code}: ${path} can't be read as JSON.`, { cause })
  }
  if (typeof texts !== 'object' || texts === null || Array.isArray(texts)) {
    throw new Error(`admin.languages.${code}: ${path} must hold an object with sections of texts.`)
  }
  return texts
}
