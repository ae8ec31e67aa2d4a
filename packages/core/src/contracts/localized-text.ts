/**
 * Words for people that an application writes: one text for everybody, or one for each language, `{ en: 'Posts', de: 'Beiträge' }`. Keys
 * are language tags. They are languages of readers, and have nothing to do with the locales that content is in.
 */
export type LocalizedText = string | { readonly [language: string]: string }

/** Fallback language. */
const COMMON = 'en'

/** The text for a reader of this language: in exactly this one, its base language (`de` of `de-AT`), English, or else the first that is there. */
export function textIn(text: LocalizedText, language: string = COMMON): string {
  if (typeof text === 'string') return text
  const known = [language, language.split('-')[0] ?? '', COMMON].find((tag) => Object.hasOwn(text, tag))
  return (known === undefined ? Object.values(text)[0] : text[known]) ?? ''
}
