import type { PluralForms, MailWords } from './words.ts'

/** The languages of mails, loaded when a mail is written; the same as those of the admin app. */
const LANGUAGES: Readonly<Record<string, () => Promise<MailWords>>> = {
  en: async () => (await import('./languages/en.ts')).en,
  ar: async () => (await import('./languages/ar.ts')).ar,
  de: async () => (await import('./languages/de.ts')).de,
  es: async () => (await import('./languages/es.ts')).es,
  fr: async () => (await import('./languages/fr.ts')).fr,
  it: async () => (await import('./languages/it.ts')).it,
  ja: async () => (await import('./languages/ja.ts')).ja,
  nl: async () => (await import('./languages/nl.ts')).nl,
  pl: async () => (await import('./languages/pl.ts')).pl,
  'pt-BR': async () => (await import('./languages/pt-br.ts')).ptBR,
  'zh-CN': async () => (await import('./languages/zh-cn.ts')).zhCN,
}

export interface MailLanguage {
  readonly language: string
  readonly words: MailWords
}

/** The first of these languages with a translation, also one for another region; English if there is none. */
export async function languageOf(wanted: readonly string[]): Promise<MailLanguage> {
  const [language = 'en'] = wanted.flatMap((one) => knownLanguage(one) ?? [])
  const load = LANGUAGES[language]
  if (!load) throw new Error(`there are no mails in ${language}`)
  return { language, words: await load() }
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

export function counted(language: string, forms: PluralForms, count: number): string {
  return fill(forms[new Intl.PluralRules(language).select(count)] ?? forms.other, { count })
}
