import type { PluralText, Said, Texts, Words } from './words.ts'

const PLACEHOLDER = /\{(\w+)\}/g

/** Plural rules and number format of a language. */
interface Grammar {
  readonly categoryOf: (count: number) => Intl.LDMLPluralRule
  readonly number: (value: number) => string
}

type Values = Readonly<Record<string, string | number>>

/**
 * Words in a language, with English as fallback. A text uses the plural rules of its own language, so an English text
 * in a Polish page has "1 file" and "2 files".
 */
export function say<Shape>(
  { section, english }: Words<Shape>,
  language: string,
  translation: Readonly<Record<string, unknown>>,
): Said<Shape> {
  const own = translation[section]
  return tree(english as Texts, isTree(own) ? own : {}, grammarOf('en'), grammarOf(language)) as Said<Shape>
}

function tree(english: Texts, translated: Readonly<Record<string, unknown>>, fallback: Grammar, own: Grammar): object {
  return Object.fromEntries<unknown>(
    Object.entries(english).map(([key, text]) => {
      const other = translated[key]
      if (typeof text !== 'string' && !isPlural(text))
        return [key, tree(text, isTree(other) ? other : {}, fallback, own)]
      const fits = typeof other === 'string' || (isPlural(other) && isPlural(text))
      // The English text decides whether the member is a function.
      const isFilled = typeof text !== 'string' || text.search(PLACEHOLDER) >= 0
      if (!isFilled) return [key, typeof other === 'string' ? other : text]
      return [key, fits ? filled(other, own) : filled(text, fallback)]
    }),
  )
}

function filled(text: string | PluralText, { categoryOf, number }: Grammar): (values: Values) => string {
  return (values) => {
    const count = Number(values['count'])
    const chosen = typeof text === 'string' ? text : (text[categoryOf(count)] ?? text.other)
    return chosen.replace(PLACEHOLDER, (braces, name: string) => {
      const value = values[name]
      return value === undefined ? braces : typeof value === 'number' ? number(value) : value
    })
  }
}

export function isPlural(text: unknown): text is PluralText {
  return isTree(text) && typeof text['other'] === 'string'
}

function isTree(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function grammarOf(language: string): Grammar {
  const rules = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language)
  return { categoryOf: (count) => rules.select(count), number: (value) => numbers.format(value) }
}
