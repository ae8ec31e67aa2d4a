import { useQueries } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isUpload, newestOf, titleFieldOf } from './entities.ts'
import { listQuery } from './use-documents.ts'
import { useSchema } from './use-session.ts'
import { targetSelection } from './use-targets.ts'
import type { ListOptions } from './client.ts'
import type { EntitySchema } from './schema.ts'

/** Fields by which users search files. */
const OF_FILES = ['filename', 'alt']

/** Longest `search` that the service accepts. */
const LONGEST = 200

export const isSearchable = (entity: EntitySchema) => entity.parameters.includes('search')

/** Searched fields of collections without full-text search: the title, and file fields. */
export function soughtFields(entity: EntitySchema): string[] {
  const title = titleFieldOf(entity)
  const told = isUpload(entity) ? entity.fields.filter(({ name }) => OF_FILES.includes(name)) : []
  const texts = [...(title ? [title] : []), ...told].filter(({ operators }) => operators.includes('like'))
  return [...new Set(texts.map(({ name }) => name))]
}

/** List parameters that search for these words. */
export function soughtIn(entity: EntitySchema, words: string): Pick<ListOptions, 'search' | 'where'> {
  if (isSearchable(entity)) return { search: words.slice(0, LONGEST) }
  const [first, ...others] = soughtFields(entity).map((name) => ({ [name]: { like: words } }))
  if (!first) return {}
  return { where: others.length === 0 ? first : { or: [first, ...others] } }
}

/** List parameters for documents with exactly this title, ignoring case; undefined if no collection has a title. */
export function namedExactly(entity: EntitySchema, words: string): ListOptions['where'] {
  const title = titleFieldOf(entity)
  if (!title || !['starts_with', 'ends_with'].every((one) => title.operators.includes(one))) return undefined
  return { [title.name]: { starts_with: words, ends_with: words } }
}

/** Milliseconds after the last key press until a search starts. */
const PAUSE = 200

/** Debounces typed text. Empty text applies at once. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return text === '' ? '' : settled
}

/** Page size of each collection. */
const SHOWN = 20

interface FoundTarget {
  readonly collection: string
  readonly id: string
  readonly doc: Readonly<Record<string, unknown>>
}

export interface FoundTargets {
  readonly found: readonly FoundTarget[]
  readonly total: number
  /** Undefined if all are shown. */
  readonly showMore: (() => void) | undefined
}

/**
 * Documents of these collections that match a text, or the newest ones. Keeps the previous results until a response
 * arrives, so that an option does not disappear under the pointer.
 */
export function useFoundTargets(slugs: readonly string[], text: string, enabled: boolean): FoundTargets {
  const { collections } = useSchema()
  const words = useSettled(text.trim())
  const [asked, setAsked] = useState({ words, pages: 1 })
  const pages = asked.words === words ? asked.pages : 1
  const parts = slugs.flatMap((slug) => Array.from({ length: pages }, (_, at) => ({ slug, page: at + 1 })))
  const answer = useQueries({
    queries: parts.map(({ slug, page }) => {
      const entity = collections[slug]
      return {
        ...listQuery(slug, {
          limit: SHOWN,
          page,
          ...newestOf(entity),
          select: targetSelection(entity),
          ...(words !== '' && entity && soughtIn(entity, words)),
        }),
        enabled,
        retry: false,
      }
    }),
    combine: (answers) => {
      const known = new Map<string, FoundTarget>()
      for (const [index, { data }] of answers.entries()) {
        const collection = parts[index]?.slug ?? ''
        for (const doc of data?.docs ?? []) known.set(`${collection}/${doc.id}`, { collection, id: doc.id, doc })
      }
      const isFirst = (index: number) => parts[index]?.page === 1
      const total = answers.reduce(
        (sum, { data }, at) => sum + (isFirst(at) ? (data?.pagination.totalDocs ?? 0) : 0),
        0,
      )
      return {
        isAwaited: answers.some(({ isPending }) => isPending),
        found: [...known.values()],
        total,
        showMore: known.size < total ? () => setAsked({ words, pages: pages + 1 }) : undefined,
      }
    },
  })
  // Results of other collections must not be shown as documents of these.
  const of = slugs.join(' ')
  const latest = useRef({ of, answer })
  useEffect(() => {
    if (!answer.isAwaited) latest.current = { of, answer }
  })
  return answer.isAwaited && latest.current.of === of ? latest.current.answer : answer
}
