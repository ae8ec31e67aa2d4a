import type { HookArguments } from 'quirecms'

const WORDS_A_MINUTE = 220

/** Counts the words of a new body: of one locale, or of each if all are written at once. */
export function setReadingMinutes({ data, locale }: HookArguments) {
  const body = data?.['body']
  if (body === undefined || body === null) return data
  if (locale !== 'all') return { ...data, readingMinutes: minutesOf(body) }
  const perLocale = Object.entries(body).map(([code, text]) => [code, minutesOf(text)] as const)
  return { ...data, readingMinutes: Object.fromEntries(perLocale) }
}

function minutesOf(node: unknown): number {
  return Math.max(1, Math.round(wordsIn(node) / WORDS_A_MINUTE))
}

function wordsIn(node: unknown): number {
  if (typeof node !== 'object' || node === null) return 0
  const { text, content } = node as { readonly text?: unknown; readonly content?: unknown }
  const own = typeof text === 'string' ? (text.match(/\S+/g)?.length ?? 0) : 0
  const inner = Array.isArray(content) ? content.map(wordsIn) : []
  return inner.reduce((sum, words) => sum + words, own)
}
