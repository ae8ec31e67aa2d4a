import { createHash } from 'node:crypto'
import {
  ConfigurationError,
  type ConfigurationProblem,
  type FieldNode,
  isObject,
  type JsonObject,
  type JsonValue,
  type Localization,
  objectsIn,
  parseJson,
  type SearchConfig,
  type SearchSpec,
  wayTo,
} from '@quirecms/core/feature'
import { wordsToSearch } from './search-words.ts'

/** Maximum number of indexed words per document; later words are not found. */
const MOST_WORDS = 10_000
/** The same limit in UTF-8: PostgreSQL stores up to a megabyte of words and positions. */
const MOST_BYTES = 900_000

const FORM = 2

export const EVERYWHERE = ''

interface SearchedField {
  readonly way: readonly FieldNode[]
  readonly weight: number
}

/** Indexed words of a collection's documents: for each locale those that a reader sees in it, including fallbacks. */
export function searchOf(
  slug: string,
  fields: readonly FieldNode[],
  config: SearchConfig,
  localization: Localization | null,
): SearchSpec {
  const given = weightsOf(config)
  checkPaths(slug, fields, [...given.keys()])
  const weights = [...new Set(given.values())].toSorted((one, other) => other - one)
  const searched = [...given].map(
    ([path, weight]): SearchedField => ({ way: wayTo(fields, path), weight: weights.indexOf(weight) }),
  )
  const chains = localization
    ? localization.locales.map((locale) => [locale, [locale, ...(localization.fallback[locale] ?? [])]] as const)
    : [[EVERYWHERE, []] as const]
  const form = JSON.stringify([FORM, [...given], chains, searched.map(({ way }) => way.map(({ type }) => type.name))])
  return {
    form: createHash('sha256').update(form).digest('base64url').slice(0, 16),
    weights,
    words(json) {
      const content = parseJson(json) as JsonObject
      return chains.map(([locale, chain]) => ({ locale, words: wordsIn(content, searched, weights.length, chain) }))
    },
  }
}

function weightsOf({ fields }: SearchConfig): ReadonlyMap<string, number> {
  return new Map(Array.isArray(fields) ? fields.map((path: string) => [path, 1]) : Object.entries(fields))
}

function checkPaths(slug: string, fields: readonly FieldNode[], paths: readonly string[]): void {
  const problems: ConfigurationProblem[] = []
  for (const path of paths) {
    const way = wayTo(fields, path)
    const message = problemOf(way)
    if (message !== null) problems.push({ place: `collections.${slug}.search.fields.${path}`, message })
  }
  if (problems.length > 0) throw new ConfigurationError(problems)
}

function problemOf(way: readonly FieldNode[]): string | null {
  const node = way.at(-1)
  if (!node) return 'is not a field of this collection'
  const isText = node.structure === 'value' && (node.type.texts !== undefined || node.storedAs === 'text')
  if (!isText || node.targets.length > 0) return 'is neither a text nor a rich text'
  const isClosed = way.some(({ hidden, options }) => hidden || options.access?.read !== undefined)
  return isClosed ? 'is hidden or has a read rule, and searches would reveal its content' : null
}

function wordsIn(
  content: JsonObject,
  searched: readonly SearchedField[],
  weights: number,
  chain: readonly string[],
): string[][] {
  const words: string[][] = Array.from({ length: weights }, () => [])
  let [left, bytes] = [MOST_WORDS, MOST_BYTES]
  for (const { way, weight } of searched) {
    for (const text of textsAt(content, way, chain)) {
      for (const word of wordsToSearch(text, left)) {
        bytes -= Buffer.byteLength(word)
        if (bytes < 0) return words
        words[weight]?.push(word)
        left -= 1
      }
    }
  }
  return words
}

/** All texts at the end of the path, in every row and element. */
function textsAt(value: JsonValue, [node, ...rest]: readonly FieldNode[], chain: readonly string[]): readonly string[] {
  if (!node || !isObject(value)) return []
  const stored = value[node.name] ?? null
  const here = node.localized ? inLocale(stored, chain) : stored
  const [next] = rest
  if (!next) return textsOfValue(here, node)
  // Blocks of several kinds may have fields of the same name; each field is a node of its own.
  const inside = objectsIn(node, here, false).filter(({ fields }) => fields.includes(next))
  return inside.flatMap(({ object }) => textsAt(object, rest, chain))
}

function textsOfValue(value: JsonValue, { type, options, many }: FieldNode): readonly string[] {
  const elements = many && Array.isArray(value) ? value : [value]
  return elements.flatMap((one) => {
    if (one === null) return []
    return type.texts ? type.texts(one, options) : typeof one === 'string' ? [one] : []
  })
}

function inLocale(value: JsonValue, chain: readonly string[]): JsonValue {
  if (!isObject(value)) return null
  for (const locale of chain) {
    const found = value[locale] ?? null
    if (found !== null) return found
  }
  return null
}
