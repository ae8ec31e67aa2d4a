import type { Mention } from './use-comments.ts'

/** An unfinished mention: the index of its @ and the text typed since. */
export interface BegunMention {
  readonly start: number
  readonly named: string
}

/** An @ at the start or after a non-word character, so that email addresses don't match. Names may contain a space. */
const BEGUN = /(?:^|[\s([{“"'])@([\p{L}\p{N}._-]*(?: [\p{L}\p{N}._-]*)?)$/u

/** The unfinished mention at the caret, if any. A completed mention doesn't count. */
export function mentionAt(text: string, caret: number, chosen: readonly NamedMention[] = []): BegunMention | null {
  const named = BEGUN.exec(text.slice(0, caret))?.[1]
  if (named === undefined || chosen.some(({ name }) => `${named} `.startsWith(`${name} `))) return null
  return { start: caret - named.length - 1, named }
}

/** Replaces the unfinished mention by the name; returns the text and the new caret. */
export function withMention(text: string, caret: number, { start }: BegunMention, name: string): [string, number] {
  const before = `${text.slice(0, start)}@${name} `
  return [before + text.slice(caret).replace(/^ /, ''), before.length]
}

export interface NamedMention extends Mention {
  readonly name: string
}

/** Mentions whose names are still in the text, without duplicates. */
export function mentionsIn(text: string, chosen: readonly NamedMention[]): Mention[] {
  const present = chosen.filter(({ name }) => text.includes(`@${name}`))
  const unique = new Map(present.map(({ collection, id }) => [`${collection}/${id}`, { collection, id }]))
  return [...unique.values()]
}
