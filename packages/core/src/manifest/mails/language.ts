import { ar } from './languages/ar.ts'
import { de } from './languages/de.ts'
import { en } from './languages/en.ts'
import { es } from './languages/es.ts'
import { fr } from './languages/fr.ts'
import { it } from './languages/it.ts'
import { ja } from './languages/ja.ts'
import { nl } from './languages/nl.ts'
import { pl } from './languages/pl.ts'
import { ptBR } from './languages/pt-br.ts'
import { zhCN } from './languages/zh-cn.ts'
import type { Counted, MailWords } from './words.ts'

/** The languages that Quire writes mails in, which are those that the admin app speaks. */
const LANGUAGES: Readonly<Record<string, MailWords>> = {
  en,
  ar,
  de,
  es,
  fr,
  it,
  ja,
  nl,
  pl,
  'pt-BR': ptBR,
  'zh-CN': zhCN,
}

export interface MailLanguage {
  readonly language: string
  readonly words: MailWords
}

/** The first of these languages that there are words in; English if there are in none. Where one has words for another region, they are understood. */
export function languageOf(wanted: readonly string[]): MailLanguage {
  for (const one of wanted) {
    const language = knownLanguage(one)
    const words = language && LANGUAGES[language]
    if (language !== undefined && words) return { language, words }
  }
  return { language: 'en', words: en }
}

function knownLanguage(tag: string): string | undefined {
  const asked = tag.toLowerCase()
  const known = Object.keys(LANGUAGES)
  return known.find((one) => one.toLowerCase() === asked) ?? known.find((one) => primaryOf(one) === primaryOf(asked))
}

function primaryOf(tag: string): string | undefined {
  return tag.split('-')[0]
}

type Values = Readonly<Record<string, string | number>>

/** Puts values where their names stand in braces. What a value says is looked through no more: somebody else may have written it. */
export function fill(text: string, values: Values): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** In the form that this language has for the number. */
export function counted(language: string, forms: Counted, count: number): string {
  return fill(forms[new Intl.PluralRules(language).select(count)] ?? forms.other, { count })
}
