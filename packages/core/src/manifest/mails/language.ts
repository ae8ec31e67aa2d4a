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
import type { PluralForms, MailWords } from './words.ts'

/** The languages of mails; the same as those of the admin app. */
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

/** The first of these languages with a translation, also one for another region; English if there is none. */
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

/** Replaces placeholders in braces. Values are not expanded again, because they may be user input. */
export function fill(text: string, values: Values): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** Selects the plural form of the language for a number. */
export function counted(language: string, forms: PluralForms, count: number): string {
  return fill(forms[new Intl.PluralRules(language).select(count)] ?? forms.other, { count })
}
