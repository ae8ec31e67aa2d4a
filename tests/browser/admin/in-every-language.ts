import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

type Texts = { readonly [key: string]: string | Texts }

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Texts

const FORMS = new Set(['zero', 'one', 'two', 'few', 'many', 'other'])

/** Texts by path: `list.columns`. All plural forms share one path, because languages have different forms. */
function* textsOf(texts: Texts, path = ''): Generator<readonly [path: string, text: string]> {
  for (const [key, text] of Object.entries(texts)) {
    if (typeof text === 'string') yield [FORMS.has(key) ? path : `${path}.${key}`, text]
    else yield* textsOf(text, `${path}.${key}`)
  }
}

const ENGLISH = [...textsOf(read(fileURLToPath(new URL('../../../docs/admin-words.json', import.meta.url))))]

const folder = fileURLToPath(new URL('../../../packages/admin/src/words/languages/', import.meta.url))
const TRANSLATIONS = new Map<string, string[]>()
for (const file of globSync('*/*.json', { cwd: folder }))
  for (const [path, text] of textsOf(read(join(folder, file))))
    TRANSLATIONS.set(path, [...(TRANSLATIONS.get(path) ?? []), text])

/**
 * A label of the app in every language, so that a test works in all of them: `page.getByRole('button', { name:
 * named('Change {name}', { name: 'Importer' }) })`.
 */
export function named(english: string, values: Readonly<Record<string, string>> = {}): RegExp {
  const paths = ENGLISH.filter(([, text]) => text === english).map(([path]) => path)
  if (paths.length === 0) throw new Error(`No part of the admin app says "${english}".`)
  const texts = new Set([english, ...paths.flatMap((path) => TRANSLATIONS.get(path) ?? [])])
  const filled = [...texts].map((text) => text.replace(/\{(\w+)\}/g, (braces, name: string) => values[name] ?? braces))
  return new RegExp(`^(?:${filled.map((text) => RegExp.escape(text)).join('|')})$`)
}
