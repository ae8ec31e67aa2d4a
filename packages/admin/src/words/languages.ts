/** Translation files: `app`, and one for each feature with words of its own. */
const FILES = import.meta.glob<Translation>('./languages/*/*.json', { import: 'default' })

/** Texts by section and key. Missing texts are shown in English. */
export type Translation = Readonly<Record<string, unknown>>

/** Languages of the application, with the URLs of their files: `da=assets/languages/da-1a2b.json`. */
const added: ReadonlyMap<string, string> = new Map(
  (globalThis.document?.querySelector<HTMLMetaElement>('meta[name="quire-languages"]')?.content ?? '')
    .split(' ')
    .filter(Boolean)
    .map((entry) => entry.split('=', 2) as [string, string]),
)

/** English, the languages in this folder, and those of the application. */
export const LANGUAGES: readonly string[] = [
  ...new Set(['en', ...Object.keys(FILES).map((path) => path.split('/')[2] ?? ''), ...added.keys()]),
].toSorted()

const loaded = new Map<string, Translation>()
const reads = new Map<string, Promise<void>>()
const wanted = new Set(['app'])

const NOTHING: Translation = {}

export function translationOf(language: string): Translation {
  return loaded.get(language) ?? NOTHING
}

/** Loads the translations of a language, for the parts that are in use. After a failure, English is shown. */
export async function loadLanguage(language: string): Promise<void> {
  await Promise.all([...wanted].map((part) => once(`${language}/${part}`, language, () => readBuiltIn(language, part))))
  // Last, so that an application can override our texts.
  const address = added.get(language)
  if (address !== undefined) await once(address, language, () => readAdded(address))
}

/** Loads the words of an enabled feature, also after later changes of the language. */
export async function wantWords(part: string, language: string): Promise<void> {
  wanted.add(part)
  await loadLanguage(language)
}

async function readBuiltIn(language: string, part: string): Promise<Translation> {
  return (await FILES[`./languages/${language}/${part}.json`]?.()) ?? {}
}

async function readAdded(address: string): Promise<Translation> {
  const response = await fetch(new URL(address, document.baseURI))
  if (!response.ok) throw new Error(`The language at ${address} could not be read.`)
  return (await response.json()) as Translation
}

/** Reads each file once and merges it by section. */
function once(key: string, language: string, read: () => Promise<Translation>): Promise<void> {
  const known = reads.get(key)
  if (known) return known
  const reading = read().then(
    (texts) => {
      const before = translationOf(language)
      const after: Record<string, unknown> = { ...before }
      for (const [section, own] of Object.entries(texts)) after[section] = merged(before[section], own)
      loaded.set(language, after)
    },
    () => {
      reads.delete(key)
    },
  )
  reads.set(key, reading)
  return reading
}

function merged(before: unknown, after: unknown): unknown {
  return typeof before === 'object' && typeof after === 'object' ? { ...before, ...after } : after
}
