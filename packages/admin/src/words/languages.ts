/** Files of a language by what they are for: `app`, and one for each feature that has words of its own. */
const FILES = import.meta.glob<Translation>('./languages/*/*.json', { import: 'default' })

/** Texts by section and key. What is missing is said in English. */
export type Translation = Readonly<Record<string, unknown>>

/** Languages that the application brings, with the addresses of their files: `da=assets/languages/da-1a2b.json`. */
const added: ReadonlyMap<string, string> = new Map(
  (globalThis.document?.querySelector<HTMLMetaElement>('meta[name="quire-languages"]')?.content ?? '')
    .split(' ')
    .filter(Boolean)
    .map((entry) => entry.split('=', 2) as [string, string]),
)

/** What the app speaks: English, the languages that have a file here, and those of the application. */
export const LANGUAGES: readonly string[] = [
  ...new Set(['en', ...Object.keys(FILES).map((path) => path.split('/')[2] ?? ''), ...added.keys()]),
].toSorted()

/** What has been loaded, by language; features that are there add to what is wanted of each. */
const loaded = new Map<string, Translation>()
const reads = new Map<string, Promise<void>>()
const wanted = new Set(['app'])

const NOTHING: Translation = {}

export function translationOf(language: string): Translation {
  return loaded.get(language) ?? NOTHING
}

/** Loads what is said in a language, so far as it is wanted. A file that cannot be read leaves English in its place. */
export async function loadLanguage(language: string): Promise<void> {
  await Promise.all([...wanted].map((part) => once(`${language}/${part}`, language, () => readBuiltIn(language, part))))
  // Last, so that an application can word a text of ours in its own way.
  const address = added.get(language)
  if (address !== undefined) await once(address, language, () => readAdded(address))
}

/** A feature is there: its words are wanted, in whatever language. */
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

/** Each file is read once, and joins what is known section by section. */
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
